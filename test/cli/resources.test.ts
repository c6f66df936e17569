import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { magpie } from "./command-line.ts";
import { runOf } from "./job-answers.ts";
import type { StubAnswer } from "./stub-api.ts";
import { problem, StubApi } from "./stub-api.ts";

let api: StubApi;
let answers: Record<string, StubAnswer>;

beforeAll(async () => {
  api = await StubApi.start();
});
beforeEach(() => {
  api.requests.length = 0;
  answers = {};
  api.answer = ({ method, path }) => answers[`${method} ${path}`] ?? problem(404, "not_found", `${method} ${path}`);
});
afterAll(() => api.close());

const ok = (body: unknown, status = 200): StubAnswer => ({ status, body });
const bodies = () => api.requests.flatMap(({ body }) => (body === "" ? [] : [JSON.parse(body)]));

/** Runs a command with a token of alice. @returns the code and the cells of each row */
async function cells(...args: string[]) {
  const { code, stdout } = await magpie(api.dataFolder, args, "token-of-alice");
  const rows = stdout.trimEnd().split("\n");
  return { code, rows: rows.map((row) => row.trim().split(/ {2,}/)) };
}

const at = "2026-11-20T01:00:00.000Z";
const bookmark = {
  id: "b-1",
  url: "https://pages.example/1",
  title: "A page",
  status: "done",
  tags: ["tea", "birds"],
  created_at: at,
  error_message: null,
};
const stock = {
  id: "s-1",
  provider: "speakerdeck",
  canonical_url: "https://speakerdeck.com/alice/birds",
  title: null,
  author_name: null,
  tags: ["tea", "birds"],
  status: "pending",
  created_at: at,
};
const book = {
  isbn_13: "9780520283602",
  title: "Birds",
  authors: ["A. Author", "B. Author"],
  published_date: "2022",
  jobs: ["birds"],
  first_seen_at: at,
  info_link: "https://books.google.com/books?id=x",
};
const recommendation = {
  id: "r-1",
  title: "Bob",
  url: "https://bob.example/",
  one_click_subscribe: true,
  count: { clicks: 12, subscribers: 3 },
  created_at: at,
};
const counts = "include=count.clicks%2Ccount.subscribers";

it.each([
  [
    ["bookmark", "ls", "--status", "done"],
    ["GET /v1/bookmarks?limit=100&status=done", { bookmarks: [bookmark], next_cursor: null }],
    ["ID", "STATUS", "TITLE", "TAGS", "CREATED AT", "ERROR", "URL"],
    ["b-1", "done", "A page", "tea, birds", at, "-", "https://pages.example/1"],
  ],
  [
    ["stock", "ls"],
    ["GET /v1/stocks?limit=100", { stocks: [stock], next_cursor: null }],
    ["ID", "PROVIDER", "STATUS", "TITLE", "AUTHOR", "TAGS", "CREATED AT", "URL"],
    ["s-1", "speakerdeck", "pending", "-", "-", "tea, birds", at, "https://speakerdeck.com/alice/birds"],
  ],
  [
    ["book", "ls", "--job", "birds"],
    ["GET /v1/books?limit=100&job=birds", { books: [book], next_cursor: null }],
    ["ISBN", "TITLE", "AUTHORS", "PUBLISHED", "JOBS", "FIRST SEEN AT", "URL"],
    ["9780520283602", "Birds", "A. Author, B. Author", "2022", "birds", at, "https://books.google.com/books?id=x"],
  ],
  [
    ["bookmark", "ls", "--q", 'rare "birds"', "--tag", "a", "--tag", "b"],
    ["GET /v1/bookmarks?limit=100&q=rare+%22birds%22&tag=a&tag=b", { bookmarks: [bookmark], next_cursor: null }],
    ["ID", "STATUS", "TITLE", "TAGS", "CREATED AT", "ERROR", "URL"],
    ["b-1", "done", "A page", "tea, birds", at, "-", "https://pages.example/1"],
  ],
  [
    ["stock", "ls", "--q", "birds", "--provider", "speakerdeck", "--tag", "a", "--tag", "b"],
    ["GET /v1/stocks?limit=100&q=birds&provider=speakerdeck&tag=a&tag=b", { stocks: [stock], next_cursor: null }],
    ["ID", "PROVIDER", "STATUS", "TITLE", "AUTHOR", "TAGS", "CREATED AT", "URL"],
    ["s-1", "speakerdeck", "pending", "-", "-", "tea, birds", at, "https://speakerdeck.com/alice/birds"],
  ],
  [
    ["book", "ls", "--q", "birds"],
    ["GET /v1/books?limit=100&q=birds", { books: [book], next_cursor: null }],
    ["ISBN", "TITLE", "AUTHORS", "PUBLISHED", "JOBS", "FIRST SEEN AT", "URL"],
    ["9780520283602", "Birds", "A. Author, B. Author", "2022", "birds", at, "https://books.google.com/books?id=x"],
  ],
  [
    ["recommendation", "ls"],
    [
      `GET /v1/recommendations?${counts}&page=1&limit=100`,
      { recommendations: [recommendation], meta: { pagination: { next: null } } },
    ],
    ["ID", "TITLE", "CLICKS", "SUBSCRIBERS", "ONE-CLICK", "CREATED AT", "URL"],
    ["r-1", "Bob", "12", "3", "yes", at, "https://bob.example/"],
  ],
  [
    ["job", "runs", "birds"],
    [
      "GET /v1/jobs/birds/runs?limit=100",
      { runs: [runOf({ stop_reason: "error", error: { code: "no_api_key", message: "" } })], next_cursor: null },
    ],
    ["ID", "KIND", "STARTED", "FINISHED", "REQUESTS", "COLLECTED", "STORED", "STOP REASON", "START INDEX", "ERROR"],
    ["r-1", "collect", at, "2026-11-20T01:00:04.000Z", "2", "80", "77", "error", "80", "no_api_key"],
  ],
] as const)("%j is a table with addresses, for the user of MAGPIE_TOKEN", async (args, [request, body], head, row) => {
  answers[request] = ok(body);
  expect(await cells(...args)).toEqual({ code: 0, rows: [head, row] });
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-of-alice"]);
});

it("reads no page after --limit", async () => {
  answers["GET /v1/bookmarks?limit=100"] = ok({ bookmarks: [bookmark, bookmark], next_cursor: "next" });
  expect((await cells("bookmark", "ls", "--limit", "1")).rows).toHaveLength(2);
  expect(api.requests).toHaveLength(1);
  expect((await cells("bookmark", "ls", "--limit", "0")).code).toBe(2);
});

it("follows the pages of a search to its end, empty ones too", async () => {
  answers["GET /v1/bookmarks?limit=100&q=tea"] = ok({ bookmarks: [], next_cursor: "next" });
  answers["GET /v1/bookmarks?limit=100&q=tea&cursor=next"] = ok({ bookmarks: [bookmark], next_cursor: null });
  expect((await cells("bookmark", "ls", "--q", "tea")).rows).toHaveLength(2);
});

it("replaces a bookmark's tags, and gives them back to the summary", async () => {
  answers["PATCH /v1/bookmarks/b-1"] = ok(bookmark);
  answers["POST /v1/bookmarks"] = ok(bookmark, 201);
  expect((await cells("bookmark", "tag", "b-1", "tea", "green tea")).rows[1]?.[3]).toBe("tea, birds");
  await cells("bookmark", "tag", "b-1");
  await cells("bookmark", "add", bookmark.url, "--tag", "tea", "--tag", "birds");
  expect(bodies()).toEqual([
    { tags: ["tea", "green tea"] },
    { tags: null },
    { url: bookmark.url, created_from: "api", source_hint: "other", tags: ["tea", "birds"] },
  ]);
});

it("saves a stock with tags, and replaces them", async () => {
  answers["POST /v1/stocks"] = ok(stock, 201);
  answers["PATCH /v1/stocks/s-1"] = ok(stock);
  await cells("stock", "add", stock.canonical_url, "--tag", "tea", "--tag", "birds");
  expect((await cells("stock", "tag", "s-1", "tea", "green tea")).rows[1]?.[5]).toBe("tea, birds");
  await cells("stock", "tag", "s-1");
  expect(bodies()).toEqual([
    { url: stock.canonical_url, tags: ["tea", "birds"] },
    { tags: ["tea", "green tea"] },
    { tags: [] },
  ]);
});

it("saves a bookmark and a stock, each with its own key", async () => {
  answers["POST /v1/bookmarks"] = ok(bookmark, 201);
  answers["POST /v1/stocks"] = ok(stock, 201);
  expect((await cells("bookmark", "add", bookmark.url, "--note", "read it")).rows[1]?.[0]).toBe("b-1");
  expect((await cells("stock", "add", stock.canonical_url, "--memo", "seen")).rows[1]?.[0]).toBe("s-1");
  expect(bodies()).toEqual([
    { url: bookmark.url, created_from: "api", note: "read it", source_hint: "other" },
    { url: stock.canonical_url, memo: "seen" },
  ]);
  const keys = api.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(2);
  expect(keys).not.toContain(undefined);
});

it("recommends a site with its own title, announces it again, and deletes it with --yes only", async () => {
  answers["POST /v1/recommendations/check"] = ok({ recommendations: [{ title: "Bob's own title" }] });
  answers["POST /v1/recommendations"] = ok({ recommendations: [recommendation] }, 201);
  answers["POST /v1/recommendations/r-1/announce"] = ok({}, 202);
  answers["DELETE /v1/recommendations/r-1"] = ok("", 204);
  expect((await cells("recommendation", "add", recommendation.url)).rows[1]?.[0]).toBe("r-1");
  expect(bodies().at(-1)).toEqual({ recommendations: [{ url: recommendation.url, title: "Bob's own title" }] });
  expect(await cells("recommendation", "announce", "r-1")).toEqual({
    code: 0,
    rows: [["The site of r-1 is notified again."]],
  });
  expect((await cells("recommendation", "rm", "r-1")).code).toBe(1);
  expect(api.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  expect((await cells("recommendation", "rm", "r-1", "--yes")).code).toBe(0);
  expect(api.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
});
