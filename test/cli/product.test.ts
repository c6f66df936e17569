import { describe, expect, it } from "vitest";
import type { ExecutedCrawl } from "../../client/answers.ts";
import { done } from "./command-line.ts";
import { answered, StubbedApi } from "./stubbed-api.ts";

const api = new StubbedApi();

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

describe("product crawl", () => {
  const executes = (...crawls: ExecutedCrawl[]) => {
    api.answers["POST /v1/crawl/execute"] = crawls.map((crawl) => answered({ products: [crawl] }));
  };

  it("crawls that product and prints the outcome", async () => {
    executes(crawlOf());
    expect(await api.run("product", "crawl", "p-1")).toEqual(
      done(
        "PRODUCT  OUTCOME  PAGES  COMPLETE  UPSERTED  UNCHANGED  DELETED  DETAILS QUEUED",
        "p-1      items        3  yes             12        348        1               4",
      ),
    );
    expect(api.sent).toEqual([{ product_id: "p-1" }]);
  });

  it("prints the API's own JSON with --json", async () => {
    executes(crawlOf({ outcome: "no_results" }));
    const { code, stdout } = await api.run("product", "crawl", "p-1", "--json");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ products: [crawlOf({ outcome: "no_results" })] })}\n`,
    });
  });

  it("reports a crawl that ran out of time", async () => {
    executes(crawlOf({ outcome: "queued", complete: false }));
    const { code, stdout, stderr } = await api.run("product", "crawl", "p-1", "--json");
    expect({ code, answer: JSON.parse(stdout).products[0].outcome }).toEqual({ code: 0, answer: "queued" });
    expect(stderr).toBe("p-1: the crawl took too long; the queue starts it again from page 1.\n");
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
    const { code, stdout, stderr } = await api.run("product", "crawl", "p-1", "--json");
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${JSON.stringify({ products: [crawl] })}\n` });
    expect(stderr).toMatch(/^magpie: p-1: .+\.\n$/);
    expect(stderr).toContain(`(${kind})`);
    expect(stderr).toContain(words);
  });

  it("fails also without a kind of error", async () => {
    executes(crawlOf({ outcome: "error" }));
    expect((await api.run("product", "crawl", "p-1")).stderr).toBe("magpie: p-1: The crawl failed.\n");
  });

  it("fails even with an error kind of a newer API", async () => {
    executes(crawlOf({ outcome: "error", error_kind: "on_holiday" as "lost" }));
    const { code, stderr } = await api.run("product", "crawl", "p-1");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "magpie: p-1: The crawl failed (on_holiday).\n" });
  });
});

describe("product alert", () => {
  it.each([
    { args: ["--below", "5000"], sent: { alert: { below: 5_000 } } },
    { args: ["--below", "5000", "--new-lowest"], sent: { alert: { below: 5_000, new_lowest: true } } },
    { args: ["--no-new-lowest"], sent: { alert: { new_lowest: false } } },
    { args: ["--off"], sent: { alert: null } },
  ])("changes what $args names", async ({ args, sent }) => {
    api.answers["PATCH /v1/products/p-1"] = answered({ alert: { below: 5_000, new_lowest: true } });
    const { code, stdout } = await api.run("product", "alert", "p-1", ...args);
    expect(code).toBe(0);
    expect(stdout).toBe("Product p-1: below 5000 or new lowest.\n");
    expect(api.sent).toEqual([sent]);
  });

  it.each([
    [null, "no alert"],
    [{ below: 9_999_999, new_lowest: false }, "below 9999999"],
    [{ below: null, new_lowest: true }, "new lowest"],
  ])("shows that %j is %s", async (alert, words) => {
    api.answers["PATCH /v1/products/p-1"] = answered({ id: "p-1", alert });
    expect((await api.run("product", "alert", "p-1", "--below", "9999999")).stdout).toBe(`Product p-1: ${words}.\n`);
    expect((await api.run("product", "alert", "p-1", "--off", "--json")).stdout).toBe(
      `${JSON.stringify({ id: "p-1", alert })}\n`,
    );
  });

  it.each([[[]], [["--below", "0"]], [["--below", "12345678"]], [["--off", "--below", "5"]]])(
    "takes no %j",
    async (args) => {
      expect((await api.run("product", "alert", "p-1", ...args)).code).toBe(2);
      expect(api.requests).toHaveLength(0);
    },
  );
});
