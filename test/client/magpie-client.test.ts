import { describe, expect, it } from "vitest";
import type { MagpieClientOptions } from "../../client/index.ts";
import { MagpieClient } from "../../client/index.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

function world(baseUrl = "https://api.magpie.example", options: Partial<MagpieClientOptions> = {}) {
  const api = new ScriptedApi();
  return { api, client: new MagpieClient({ baseUrl, token: "secret", fetch: api.fetch, ...options }) };
}

const page = (value: unknown): Fault => ({ kind: "answer", status: 200, body: JSON.stringify(value) });

async function idsOf(things: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of things) ids.push(id);
  return ids;
}

describe("MagpieClient", () => {
  it.each<[string, (client: MagpieClient) => Promise<unknown>, string, unknown]>([
    [
      "bookmarks.list",
      (c) => c.bookmarks.list({ limit: 5, cursor: "a b" }),
      "GET /v1/bookmarks?limit=5&cursor=a+b",
      "",
    ],
    [
      "bookmarks.list, a search",
      (c) => c.bookmarks.list({ q: 'rare "鳥 bird"', tag: ["a,b", "c"], status: "done" }),
      "GET /v1/bookmarks?q=rare+%22%E9%B3%A5+bird%22&tag=a%2Cb&tag=c&status=done",
      "",
    ],
    [
      "bookmarks.update, tags",
      (c) => c.bookmarks.update("b1", { tags: null }),
      "PATCH /v1/bookmarks/b1",
      { tags: null },
    ],
    [
      "stocks.list, a search",
      (c) => c.stocks.list({ q: "a", provider: "docswell" }),
      "GET /v1/stocks?q=a&provider=docswell",
      "",
    ],
    ["books.list, a search", (c) => c.books.list({ q: "a", job: "b" }), "GET /v1/books?q=a&job=b", ""],
    ["bookmarks.get", (c) => c.bookmarks.get("b/1"), "GET /v1/bookmarks/b%2F1", ""],
    ["bookmarks.update", (c) => c.bookmarks.update("b1", { note: null }), "PATCH /v1/bookmarks/b1", { note: null }],
    ["bookmarks.delete", (c) => c.bookmarks.delete("b1"), "DELETE /v1/bookmarks/b1", ""],
    ["bookmarks.reprocess", (c) => c.bookmarks.reprocess("b1"), "POST /v1/bookmarks/b1/reprocess", ""],
    ["changes.list, the first", (c) => c.changes.list({ cursor: undefined }), "GET /v1/changes", ""],
    [
      "changes.list",
      (c) => c.changes.list({ cursor: "next", limit: 200 }),
      "GET /v1/changes?cursor=next&limit=200",
      "",
    ],
    ["stocks.list", (c) => c.stocks.list({ status: "ready" }), "GET /v1/stocks?status=ready", ""],
    ["stocks.get", (c) => c.stocks.get("s1"), "GET /v1/stocks/s1", ""],
    ["stocks.update", (c) => c.stocks.update("s1", { memo: "x" }), "PATCH /v1/stocks/s1", { memo: "x" }],
    ["stocks.delete", (c) => c.stocks.delete("s1"), "DELETE /v1/stocks/s1", ""],
    ["stocks.refetch", (c) => c.stocks.refetch("s1"), "POST /v1/stocks/s1/refetch", ""],
    ["failedJobs.list", (c) => c.failedJobs.list({ retryable: false }), "GET /v1/failed-jobs?retryable=false", ""],
    ["failedJobs.retry", (c) => c.failedJobs.retry("j1"), "POST /v1/failed-jobs/j1/retry", ""],
    ["books.list", (c) => c.books.list({ job: "a b", limit: 3 }), "GET /v1/books?job=a+b&limit=3", ""],
    ["jobs.list", (c) => c.jobs.list({ limit: 2 }), "GET /v1/jobs?limit=2", ""],
    ["jobs.get", (c) => c.jobs.get("go/books"), "GET /v1/jobs/go%2Fbooks", ""],
    [
      "jobs.replace",
      (c) => c.jobs.replace("go", { queries: ["golang"], max_per_run: 5 }),
      "PUT /v1/jobs/go",
      { queries: ["golang"], max_per_run: 5 },
    ],
    ["jobs.delete", (c) => c.jobs.delete("go"), "DELETE /v1/jobs/go", ""],
    ["jobs.run", (c) => c.jobs.run("go"), "POST /v1/jobs/go/run", ""],
    ["jobs.checkForNew", (c) => c.jobs.checkForNew("go"), "POST /v1/jobs/go/run", { kind: "check_for_new" }],
    ["jobs.runs", (c) => c.jobs.runs("go", { limit: 1 }), "GET /v1/jobs/go/runs?limit=1", ""],
    ["jobs.cursors", (c) => c.jobs.cursors("go"), "GET /v1/jobs/go/cursors", ""],
    ["products.list", (c) => c.products.list({ limit: 2, cursor: "c" }), "GET /v1/products?limit=2&cursor=c", ""],
    ["products.get", (c) => c.products.get("p/1"), "GET /v1/products/p%2F1", ""],
    [
      "products.update",
      (c) => c.products.update("p1", { crawl: { min_price: null } }),
      "PATCH /v1/products/p1",
      { crawl: { min_price: null } },
    ],
    ["products.delete", (c) => c.products.delete("p1"), "DELETE /v1/products/p1", ""],
    ["products.crawl", (c) => c.products.crawl({ product_id: "p1" }), "POST /v1/crawl/execute", { product_id: "p1" }],
    ["products.crawl of all", (c) => c.products.crawl(), "POST /v1/crawl/execute", {}],
    [
      "products.results",
      (c) => c.products.results("p/1", { selling_status: 2, sort: "price", limit: 5 }),
      "GET /v1/crawl/results/p%2F1?selling_status=2&sort=price&limit=5",
      "",
    ],
    [
      "products.priceTrend",
      (c) => c.products.priceTrend("p1", { from: "2026-11-01T00:00:00+09:00", interval: "week" }),
      "GET /v1/products/p1/price-trend?from=2026-11-01T00%3A00%3A00%2B09%3A00&interval=week",
      "",
    ],
    [
      "products.crawlRuns",
      (c) => c.products.crawlRuns("p1", { limit: 1 }),
      "GET /v1/products/p1/crawl-runs?limit=1",
      "",
    ],
    [
      "recommendations.list",
      (c) => c.recommendations.list({ filter: "title:~'a b'", order: "title asc", include: "count.clicks", page: 2 }),
      "GET /v1/recommendations?filter=title%3A%7E%27a+b%27&order=title+asc&include=count.clicks&page=2",
      "",
    ],
    ["recommendations.delete", (c) => c.recommendations.delete("r/1"), "DELETE /v1/recommendations/r%2F1", ""],
    [
      "recommendations.incoming",
      (c) => c.recommendations.incoming({ limit: 3 }),
      "GET /v1/incoming-recommendations?limit=3",
      "",
    ],
    [
      "mentions.list",
      (c) => c.mentions.list({ kind: "page", status: "verified", limit: 3 }),
      "GET /v1/mentions?kind=page&status=verified&limit=3",
      "",
    ],
    ["mentions.blockedHosts", (c) => c.mentions.blockedHosts({ limit: 3 }), "GET /v1/blocked-hosts?limit=3", ""],
    ["mentions.unblock", (c) => c.mentions.unblock("2001:db8:0:1"), "DELETE /v1/blocked-hosts/2001%3Adb8%3A0%3A1", ""],
    ["recommendations.settings", (c) => c.recommendations.settings(), "GET /v1/settings", ""],
    ["queues.list", (c) => c.queues.list(), "GET /v1/ops/queues", ""],
    ["alarms.list", (c) => c.alarms.list(), "GET /v1/ops/alarms", ""],
    ["queues.redrive", (c) => c.queues.redrive("oembed-fetch"), "POST /v1/ops/queues/oembed-fetch/redrive", ""],
  ])("%s sends its request, without a key", async (_name, call, line, body) => {
    const { api, client } = world();
    await call(client);
    expect(api.requests).toEqual([
      {
        method: line.split(" ")[0],
        path: line.split(" ")[1],
        key: null,
        authorization: "Bearer secret",
        body: body === "" ? undefined : body,
      },
    ]);
  });

  it("returns the answers to a retry and to a redrive", async () => {
    const { api, client } = world();
    const job = { id: "j1", bookmark_id: "b1", job_type: "extraction", retryable: true };
    api.faults.push({ kind: "answer", status: 202, body: JSON.stringify(job) });
    expect(await client.failedJobs.retry("j1")).toEqual(job);
    api.faults.push({ kind: "answer", status: 202, body: '{"name":"oembed-fetch"}' });
    expect(await client.queues.redrive("oembed-fetch")).toEqual({ name: "oembed-fetch" });
  });

  it("takes an acceptance without a body for the API's own answer, and announces once", async () => {
    const { api, client } = world();
    api.faults.push({ kind: "answer", status: 202, body: "" });
    await client.recommendations.announce("r1");
    expect(api.requests).toMatchObject([{ method: "POST", path: "/v1/recommendations/r1/announce" }]);
  });

  it("creates a job with one key through all attempts", async () => {
    const { api, client } = world();
    const job = { name: "go", queries: ["golang"] };
    api.faults.push({ kind: "answer", status: 503 }, { kind: "answer", status: 201, body: JSON.stringify(job) });
    expect(await client.jobs.create(job, { retry: { firstWaitMs: 0 } })).toEqual(job);
    expect(api.requests).toMatchObject([
      { method: "POST", path: "/v1/jobs", body: job, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { key: api.requests[0]?.key },
    ]);
  });

  it("returns the runs and cursors of a job", async () => {
    const { api, client } = world();
    api.faults.push({ kind: "answer", status: 202, body: '{"run_id":"r1"}' });
    expect(await client.jobs.run("go")).toEqual({ run_id: "r1" });
    const cursor = { query_set_hash: "h", start_index: 80, is_exhausted: false };
    api.faults.push(page({ cursors: [cursor] }));
    expect(await client.jobs.cursors("go")).toEqual([cursor]);
    api.faults.push(page({ reset: 2 }));
    expect(await client.jobs.resetCursors("go")).toBe(2);
    expect(api.requests.at(-1)).toMatchObject({ method: "DELETE", path: "/v1/jobs/go/cursors" });
  });

  it("treats a run in progress as its own only after a repeated attempt", async () => {
    const { api, client } = world();
    api.faults.push({ kind: "answer", status: 502 }, refused(409, "run_in_progress"));
    expect(await client.jobs.run("go", { retry: { firstWaitMs: 0 } })).toBeNull();
    api.faults.push(refused(409, "run_in_progress"));
    await expect(client.jobs.run("go")).rejects.toMatchObject({ status: 409, code: "run_in_progress" });
  });

  it("creates a product with one key through all attempts, and accepts that an earlier attempt has deleted it", async () => {
    const { api, client } = world();
    const product = { name: "Camera", crawl: { keyword: "camera" } };
    api.faults.push({ kind: "answer", status: 503 }, { kind: "answer", status: 201, body: JSON.stringify(product) });
    expect(await client.products.create(product, { retry: { firstWaitMs: 0 } })).toEqual(product);
    expect(api.requests).toMatchObject([
      { method: "POST", path: "/v1/products", body: product, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { key: api.requests[0]?.key },
    ]);
    api.faults.push({ kind: "answer", status: 502 }, refused(404, "not_found"));
    await client.products.delete("p1", { retry: { firstWaitMs: 0 } });
  });

  it("recommends a site with one key through all attempts, and unpacks the envelopes", async () => {
    const { api, client } = world();
    const bob = { title: "Bob", url: "https://bob.example/" };
    const answer = (status: number): Fault => ({
      kind: "answer",
      status,
      body: JSON.stringify({ recommendations: [bob] }),
    });
    api.faults.push({ kind: "answer", status: 503 }, answer(201), answer(200), answer(200), answer(200));
    expect(await client.recommendations.create(bob, { retry: { firstWaitMs: 0 } })).toEqual(bob);
    expect(await client.recommendations.get("r1")).toEqual(bob);
    expect(await client.recommendations.update("r1", { description: null })).toEqual(bob);
    expect(await client.recommendations.check("https://bob.example/")).toEqual(bob);
    const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const path = "/v1/recommendations";
    expect(api.requests).toMatchObject([
      { method: "POST", path, body: { recommendations: [bob] }, key },
      { method: "POST", path, key: api.requests[0]?.key },
      { method: "GET", path: `${path}/r1`, key: null },
      { method: "PUT", path: `${path}/r1`, body: { recommendations: [{ description: null }] }, key: null },
      {
        method: "POST",
        path: `${path}/check`,
        body: { recommendations: [{ url: "https://bob.example/" }] },
        key: null,
      },
    ]);
  });

  it.each(["clicked", "subscribed"] as const)("tracks with one key that a reader %s", async (what) => {
    const { api, client } = world();
    api.faults.push({ kind: "answer", status: 502, after: true }, { kind: "answer", status: 204 });
    await client.recommendations[what]("r/1", { retry: { firstWaitMs: 0 } });
    expect(api.requests).toMatchObject([
      { method: "POST", path: `/v1/recommendations/r%2F1/${what}`, key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { key: api.requests[0]?.key },
    ]);
  });

  it("returns the deliveries of a recommendation", async () => {
    const { api, client } = world();
    const delivery = { target: "https://bob.example/", status: "sent" };
    api.faults.push(page({ deliveries: [delivery] }));
    expect(await client.recommendations.deliveries("r1")).toEqual([delivery]);
  });

  it.each([
    ["longer than for other requests", undefined, 35_000],
    ["as long as its options say", { retry: { attemptTimeoutMs: 500 } }, 500],
  ])("waits for a crawl %s", async (_, options, milliseconds) => {
    const clock = new TestClock({ skipping: false });
    const retry = { attemptTimeoutMs: 1_000, deadlineMs: 2_000, maxAttempts: 1 };
    const { api, client } = world(undefined, { clock, retry });
    api.faults.push({ kind: "hang" });
    const arrived = api.nextRequest();
    const crawled = client.products.crawl({}, options).catch((error: unknown) => error);
    await arrived;
    clock.advance(milliseconds - 1);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await crawled).toMatchObject({ kind: "timeout" });
  });

  it("keeps a path of the base URL", async () => {
    const { api, client } = world("https://magpie.example/api/");
    await client.stocks.get("s1");
    expect(api.requests[0]?.path).toBe("/api/v1/stocks/s1");
  });

  it("reads a list to its end", async () => {
    const { api, client } = world();
    api.faults.push(page({ stocks: [{ id: "3" }, { id: "2" }], next_cursor: "c1" }));
    api.faults.push(page({ stocks: [], next_cursor: "c2" }));
    api.faults.push(page({ stocks: [{ id: "1" }], next_cursor: null }));
    expect(await idsOf(client.stocks.all({ status: "failed" }))).toEqual(["3", "2", "1"]);
    expect(api.requests.map(({ path }) => path)).toEqual([
      "/v1/stocks?limit=100&status=failed",
      "/v1/stocks?limit=100&status=failed&cursor=c1",
      "/v1/stocks?limit=100&status=failed&cursor=c2",
    ]);
  });
});
