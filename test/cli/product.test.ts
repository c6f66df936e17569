import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExecutedCrawl, Product } from "../../client/answers.ts";
import { magpie } from "./command-line.ts";
import type { StubAnswer } from "./stub-api.ts";
import { problem, StubApi } from "./stub-api.ts";

let api: StubApi;
/** The stub's answers, in order. */
let answers: Record<string, StubAnswer[]>;

beforeAll(async () => {
  api = await StubApi.start();
});

beforeEach(() => {
  api.requests.length = 0;
  answers = {};
  api.answer = ({ method, path }) => {
    const next = answers[`${method} ${path}`]?.shift();
    return next ?? problem(404, "not_found", "There is no product with this id.");
  };
});

afterAll(() => api.close());

const run = (...args: string[]) => magpie(api.dataFolder, args);
const ok = (body: unknown): StubAnswer => ({ status: 200, body });

function productOf(id: string, crawl: Partial<NonNullable<Product["crawl"]>> | null = {}): Product {
  const setting = {
    exclude_keyword: null,
    item_condition_ids: null,
    keyword: "camera",
    category_id: null,
    min_price: null,
    max_price: null,
    enabled: true,
  };
  return {
    id,
    name: `Product ${id}`,
    crawl: crawl && { ...setting, ...crawl },
    alert: null,
    last_crawl: null,
    next_crawl_at: null,
    created_at: "2026-11-20T01:00:00.000Z",
    updated_at: "2026-11-20T01:00:00.000Z",
  };
}

function crawlOf(changes: Partial<ExecutedCrawl> = {}): ExecutedCrawl {
  return {
    product_id: "p-1",
    pages: 3,
    complete: true,
    upserted: 12,
    unchanged: 348,
    deleted: 1,
    queued_details: 4,
    outcome: "items",
    ...changes,
  };
}

describe("product ls", () => {
  const products = [
    productOf("p-3", { keyword: "カメラ", min_price: 300, max_price: 9_999_999 }),
    productOf("p-2", { min_price: 300, enabled: false }),
    productOf("p-1", { max_price: 5_000 }),
    productOf("p-0", null),
    productOf("p-x"),
  ];

  it("is a table of all pages", async () => {
    answers["GET /v1/products?limit=100"] = [ok({ products: products.slice(0, 2), next_cursor: "two" })];
    answers["GET /v1/products?limit=100&cursor=two"] = [ok({ products: products.slice(2), next_cursor: null })];
    expect(await run("product", "ls")).toEqual({
      code: 0,
      stdout: [
        "ID   NAME         KEYWORD  BOUNDS          ENABLED  LAST CRAWL  OUTCOME  NEXT CRAWL",
        "p-3  Product p-3  カメラ   300 to 9999999  yes      -           -        -",
        "p-2  Product p-2  camera   from 300        no       -           -        -",
        "p-1  Product p-1  camera   up to 5000      yes      -           -        -",
        "p-0  Product p-0  -        -               -        -           -        -",
        "p-x  Product p-x  camera   -               yes      -           -        -",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  it("shows how old the prices of each product are", async () => {
    const [at, next] = ["2026-11-20T03:00:09.000Z", "2026-11-20T04:00:00.000Z"];
    const ended = (
      id: string,
      outcome: "items" | "queued" | "error",
      complete: boolean,
      error_kind: "blocked" | null = null,
    ): Product => ({
      ...productOf(id),
      last_crawl: { finished_at: at, outcome, error_kind, complete },
      next_crawl_at: next,
    });
    answers["GET /v1/products?limit=100"] = [
      ok({
        products: [
          ended("p-4", "items", true),
          ended("p-3", "items", false),
          ended("p-2", "queued", false),
          ended("p-1", "error", false, "blocked"),
          productOf("p-0", { enabled: false }),
        ],
        next_cursor: null,
      }),
    ];
    const { stdout } = await run("product", "ls");
    expect(stdout.split("\n").map((line) => line.split(/ {2,}/).slice(-3))).toEqual([
      ["LAST CRAWL", "OUTCOME", "NEXT CRAWL"],
      [at, "items", next],
      [at, "items, incomplete", next],
      [at, "queued", next],
      [at, "blocked", next],
      ["-", "-", "-"],
      [""],
    ]);
  });

  it("joins the pages with --json", async () => {
    answers["GET /v1/products?limit=100"] = [ok({ products, next_cursor: null })];
    expect((await run("product", "ls", "--json")).stdout).toBe(`${JSON.stringify({ products, next_cursor: null })}\n`);
  });
});

describe("product crawl", () => {
  const executes = (...crawls: ExecutedCrawl[]) => {
    answers["POST /v1/crawl/execute"] = crawls.map((crawl) => ok({ products: [crawl] }));
  };

  it("crawls that product and prints the outcome", async () => {
    executes(crawlOf());
    expect(await run("product", "crawl", "p-1")).toEqual({
      code: 0,
      stdout: [
        "PRODUCT  OUTCOME  PAGES  COMPLETE  UPSERTED  UNCHANGED  DELETED  DETAILS QUEUED",
        "p-1      items        3  yes             12        348        1               4",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(api.requests.map(({ body }) => JSON.parse(body))).toEqual([{ product_id: "p-1" }]);
  });

  it("prints the API's own JSON with --json", async () => {
    executes(crawlOf({ outcome: "no_results" }));
    const { code, stdout } = await run("product", "crawl", "p-1", "--json");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ products: [crawlOf({ outcome: "no_results" })] })}\n`,
    });
  });

  it("reports a crawl for which there was no time", async () => {
    executes(crawlOf({ outcome: "queued", complete: false }));
    const { code, stdout, stderr } = await run("product", "crawl", "p-1", "--json");
    expect({ code, answer: JSON.parse(stdout).products[0].outcome }).toEqual({ code: 0, answer: "queued" });
    expect(stderr).toBe("p-1: there was no time for all of it; the queue crawls it from page 1.\n");
  });

  it.each([
    ["blocked", "gets no request for some hours"],
    ["rate_limited", "gets no request for some hours"],
    ["breaker_open", "gets no request"],
    ["robots_forbidden", "No page was requested"],
    ["robots_unavailable", "Try again later"],
    ["http_error", "Try again later"],
    ["truncated", "Try again later"],
    ["unreachable", "Try again later"],
    ["not_rendered", "MAGPIE_MERCARI_PAGE_SOURCE=rendered"],
    ["unrecognized", "mercari_pages"],
    ["lost", "See product ls"],
  ] as const)("exits 1 after a crawl that ended with %s, with the result and what to do", async (kind, words) => {
    const crawl = crawlOf({ outcome: "error", error_kind: kind, complete: false });
    executes(crawl);
    const { code, stdout, stderr } = await run("product", "crawl", "p-1", "--json");
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${JSON.stringify({ products: [crawl] })}\n` });
    expect(stderr).toMatch(/^magpie: p-1: .+\.\n$/);
    expect(stderr).toContain(`(${kind})`);
    expect(stderr).toContain(words);
  });

  it("fails also with an error that only a newer API knows", async () => {
    executes(crawlOf({ outcome: "error", error_kind: "on_holiday" as "lost" }));
    const { code, stderr } = await run("product", "crawl", "p-1");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "magpie: p-1: The crawl failed (on_holiday).\n" });
  });

  it("names the command that lists the ids when a product is unknown", async () => {
    expect(await run("product", "crawl", "p-9")).toEqual({
      code: 1,
      stdout: "",
      stderr: "magpie: There is no product with this id. npm run -s magpie -- product ls shows what there is.\n",
    });
  });
});

describe("product alert", () => {
  const PATCH = "PATCH /v1/products/p-1";
  const alerted = { ...productOf("p-1"), alert: { below: 5_000, new_lowest: true } };

  it.each([
    { args: ["--below", "5000"], sent: { alert: { below: 5_000 } } },
    { args: ["--below", "5000", "--new-lowest"], sent: { alert: { below: 5_000, new_lowest: true } } },
    { args: ["--no-new-lowest"], sent: { alert: { new_lowest: false } } },
    { args: ["--off"], sent: { alert: null } },
  ])("changes what $args names", async ({ args, sent }) => {
    answers[PATCH] = [ok(alerted)];
    const { code, stdout } = await run("product", "alert", "p-1", ...args);
    expect(code).toBe(0);
    expect(stdout).toBe("Product p-1: below 5000, new lowest.\n");
    expect(JSON.parse(api.requests.at(-1)?.body ?? "")).toEqual(sent);
  });

  it.each([[[]], [["--below", "0"]], [["--below", "12345678"]], [["--off", "--below", "5"]]])(
    "takes no %j",
    async (args) => {
      const before = api.requests.length;
      expect((await run("product", "alert", "p-1", ...args)).code).toBe(2);
      expect(api.requests).toHaveLength(before);
    },
  );
});
