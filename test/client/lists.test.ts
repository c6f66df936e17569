import { beforeEach, describe, expect, it } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

let api: ScriptedApi;
let client: MagpieClient;
beforeEach(() => {
  api = new ScriptedApi();
  const clock = new TestClock({ skipping: true });
  client = new MagpieClient({ baseUrl: "https://api.magpie.example", token: "t", fetch: api.fetch, clock });
});

const page = (value: unknown): Fault => ({ kind: "answer", status: 200, body: JSON.stringify(value) });
const seen = () => api.requests.map(({ method, path }) => `${method} ${path}`);

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it.each<[string, (c: MagpieClient) => AsyncIterable<unknown>, string]>([
  ["bookmarks", (c) => c.bookmarks.all({ tag: "a" }), "/v1/bookmarks?limit=100&tag=a"],
  ["stocks", (c) => c.stocks.all({ q: "a" }), "/v1/stocks?limit=100&q=a"],
  ["books", (c) => c.books.all({ job: "go" }), "/v1/books?limit=100&job=go"],
  ["failed_jobs", (c) => c.failedJobs.all({ retryable: true }), "/v1/failed-jobs?limit=100&retryable=true"],
  ["jobs", (c) => c.jobs.all(), "/v1/jobs?limit=100"],
  ["runs", (c) => c.jobs.allRuns("a/b"), "/v1/jobs/a%2Fb/runs?limit=100"],
  ["products", (c) => c.products.all(), "/v1/products?limit=100"],
  ["results", (c) => c.products.allResults("p1", { sort: "price" }), "/v1/crawl/results/p1?limit=100&sort=price"],
  ["crawl_runs", (c) => c.products.allCrawlRuns("p1"), "/v1/products/p1/crawl-runs?limit=100"],
  ["mentions", (c) => c.mentions.all({ status: "verified" }), "/v1/mentions?limit=100&status=verified"],
  ["blocked_hosts", (c) => c.mentions.allBlockedHosts(), "/v1/blocked-hosts?limit=100"],
  ["notices", (c) => c.notices.all(), "/v1/notices?limit=100"],
  [
    "deliveries",
    (c) => c.recommendations.allDeliveries({ status: "failed" }),
    "/v1/deliveries?limit=100&status=failed",
  ],
])("all %s are read page by page to the end", async (name, read, path) => {
  api.faults.push(page({ [name]: ["a", "b"], next_cursor: "c1" }), page({ [name]: ["c"], next_cursor: null }));
  expect(await all(read(client))).toEqual(["a", "b", "c"]);
  expect(seen()).toEqual([`GET ${path}`, `GET ${path}&cursor=c1`]);
});

it.each<[string, (c: MagpieClient) => Promise<unknown>]>([
  ["/v1/bookmarks", (c) => c.bookmarks.list()],
  ["/v1/stocks", (c) => c.stocks.list()],
  ["/v1/changes", (c) => c.changes.list()],
  ["/v1/books", (c) => c.books.list()],
  ["/v1/failed-jobs", (c) => c.failedJobs.list()],
  ["/v1/jobs", (c) => c.jobs.list()],
  ["/v1/jobs/go/runs", (c) => c.jobs.runs("go")],
  ["/v1/products", (c) => c.products.list()],
  ["/v1/crawl/results/p1", (c) => c.products.results("p1")],
  ["/v1/products/p1/price-trend", (c) => c.products.priceTrend("p1")],
  ["/v1/products/p1/crawl-runs", (c) => c.products.crawlRuns("p1")],
  ["/v1/recommendations", (c) => c.recommendations.list()],
  ["/v1/recommendations/r1/deliveries", (c) => c.recommendations.deliveries("r1")],
  ["/v1/incoming-recommendations", (c) => c.recommendations.incoming()],
  ["/v1/deliveries", (c) => c.recommendations.allDeliveriesPage()],
  ["/v1/mentions", (c) => c.mentions.list()],
  ["/v1/blocked-hosts", (c) => c.mentions.blockedHosts()],
  ["/v1/notices", (c) => c.notices.list()],
])("a page of %s needs no query", async (path, list) => {
  await list(client);
  expect(seen()).toEqual([`GET ${path}`]);
});

it("a page of notices, and of deliveries, has its query", async () => {
  await client.notices.list({ limit: 5, cursor: "c" });
  await client.recommendations.allDeliveriesPage({ status: "failed", limit: 5 });
  expect(seen()).toEqual(["GET /v1/notices?limit=5&cursor=c", "GET /v1/deliveries?status=failed&limit=5"]);
});

it("recommendations of both directions are read by the numbers of their pages", async () => {
  const numbered = (item: string, next: number | null) =>
    page({ recommendations: [item], meta: { pagination: { next } } });
  api.faults.push(numbered("a", 2), numbered("b", null), numbered("c", 3), numbered("d", null));
  expect(await all(client.recommendations.all({ order: "title" }))).toEqual(["a", "b"]);
  expect(await all(client.recommendations.allIncoming())).toEqual(["c", "d"]);
  expect(seen()).toEqual([
    "GET /v1/recommendations?order=title&page=1&limit=100",
    "GET /v1/recommendations?order=title&page=2&limit=100",
    "GET /v1/incoming-recommendations?page=1&limit=100",
    "GET /v1/incoming-recommendations?page=3&limit=100",
  ]);
});

describe("a call that is repeated after its answer was lost", () => {
  it.each<[string, string, (c: MagpieClient) => Promise<unknown>]>([
    ["DELETE /v1/bookmarks/a%2Fb", "not_found", (c) => c.bookmarks.delete("a/b")],
    ["DELETE /v1/stocks/a%2Fb", "not_found", (c) => c.stocks.delete("a/b")],
    ["DELETE /v1/jobs/a%2Fb", "not_found", (c) => c.jobs.delete("a/b")],
    ["DELETE /v1/products/a%2Fb", "not_found", (c) => c.products.delete("a/b")],
    ["DELETE /v1/recommendations/a%2Fb", "not_found", (c) => c.recommendations.delete("a/b")],
    ["DELETE /v1/blocked-hosts/a%2Fb", "not_found", (c) => c.mentions.unblock("a/b")],
    ["POST /v1/failed-jobs/a%2Fb/retry", "not_found", (c) => c.failedJobs.retry("a/b")],
    ["POST /v1/failed-jobs/a%2Fb/retry", "already_processing", (c) => c.failedJobs.retry("a/b")],
    ["POST /v1/jobs/a%2Fb/run", "run_in_progress", (c) => c.jobs.checkForNew("a/b")],
    ["POST /v1/ops/queues/a%2Fb/redrive", "redrive_in_progress", (c) => c.queues.redrive("a/b")],
  ])("%s has succeeded when it finds %s, and no other refusal", async (line, code, call) => {
    api.faults.push({ kind: "cut" }, refused(409, code));
    expect(await call(client)).toBeNull();
    expect(seen()).toEqual([line, line]);
    api.faults.push({ kind: "cut" }, refused(409, "conflict"));
    await expect(call(client)).rejects.toMatchObject({ code: "conflict" });
  });

  const body = (value: unknown): Fault => ({ kind: "answer", status: 201, body: JSON.stringify(value) });
  it.each<[string, object | undefined, (c: MagpieClient) => Promise<unknown>]>([
    ["/v1/stocks", { url: "u" }, (c) => c.stocks.save({ url: "u" })],
    ["/v1/jobs", { name: "go", queries: [] }, (c) => c.jobs.create({ name: "go", queries: [] })],
    ["/v1/blocked-hosts", { host: "a.example" }, (c) => c.mentions.block("a.example")],
    ["/v1/recommendations/a%2Fb/clicked", undefined, (c) => c.recommendations.clicked("a/b")],
    ["/v1/recommendations/a%2Fb/subscribed", undefined, (c) => c.recommendations.subscribed("a/b")],
  ])("keeps its key: POST %s", async (path, sent, call) => {
    api.faults.push({ kind: "cut" }, body({}));
    await call(client);
    const request = { method: "POST", path, body: sent, key: api.requests[0]?.key, authorization: "Bearer t" };
    expect(api.requests).toEqual([request, request]);
    expect(request.key).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it("the lists of queues, alarms and cursors come without their envelopes", async () => {
  api.faults.push(page({ queues: ["q"] }), page({ alarms: ["a"] }), page({ cursors: ["c"] }), page({ reset: 3 }));
  expect([await client.queues.list(), await client.alarms.list()]).toEqual([["q"], ["a"]]);
  expect([await client.jobs.cursors("a/b"), await client.jobs.resetCursors("a/b")]).toEqual([["c"], 3]);
  api.faults.push(page({ products: ["p"] }), page({ recommendations: ["r"] }));
  expect(await client.products.crawl()).toEqual(["p"]);
  expect(await client.recommendations.check("u")).toBe("r");
  expect(seen().slice(2)).toEqual([
    "GET /v1/jobs/a%2Fb/cursors",
    "DELETE /v1/jobs/a%2Fb/cursors",
    "POST /v1/crawl/execute",
    "POST /v1/recommendations/check",
  ]);
});
