import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import type { MagpieClientOptions } from "../../client/index.ts";
import { MagpieClient } from "../../client/index.ts";
import { allOf } from "./moving/all-of.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
});

function clientOf(options: Partial<MagpieClientOptions> = {}): MagpieClient {
  const clock = new TestClock({ skipping: true });
  return new MagpieClient({ baseUrl: "https://api.example", token: "secret", fetch: api.fetch, clock, ...options });
}

type Method = (...args: readonly unknown[]) => unknown;

/** Calls a method by its name, e.g. `jobs.runs`. */
function called(client: MagpieClient, name: string, args: readonly unknown[]): unknown {
  const [part = "", method = ""] = name.split(".");
  return (client as unknown as Record<string, Record<string, Method>>)[part]?.[method]?.(...args);
}

const answered = (status: number, body: unknown): Fault => ({ kind: "answer", status, body: JSON.stringify(body) });
const envelope = { recommendations: ["one"] };

/** What a method sends and returns beside its line; by default nothing, without a key, and the answer itself. */
interface Expected {
  readonly sent?: unknown;
  /** Whether the request has an Idempotency-Key. */
  readonly key?: true;
  readonly answer?: unknown;
  readonly returned?: unknown;
  /** The refusals that mean for a repeated attempt that the one before has succeeded. */
  readonly done?: readonly string[];
}

const PAGE = { type: "text/html; charset=utf-8", coding: "gzip", text: "<p>shown</p>" };

const METHODS: readonly [name: string, args: readonly unknown[], line: string, expected?: Expected][] = [
  [
    "bookmarks.save",
    [{ url: "https://speakerdeck.com/a/b" }],
    "POST /v1/bookmarks",
    { sent: { url: "https://speakerdeck.com/a/b", source_hint: "slides" }, key: true },
  ],
  ["bookmarks.list", [], "GET /v1/bookmarks"],
  [
    "bookmarks.list",
    [{ q: 'rare "鳥 bird"', tag: ["a,b", "c"], status: "done", limit: 5, cursor: "a b" }],
    "GET /v1/bookmarks?q=rare+%22%E9%B3%A5+bird%22&tag=a%2Cb&tag=c&status=done&limit=5&cursor=a+b",
  ],
  ["bookmarks.get", ["b/1"], "GET /v1/bookmarks/b%2F1"],
  ["bookmarks.content", ["b/1"], "GET /v1/bookmarks/b%2F1/content"],
  ["bookmarks.checks", [], "GET /v1/page-checks"],
  ["bookmarks.setChecks", [{ pace: "never" }], "PUT /v1/page-checks", { sent: { pace: "never" } }],
  [
    "bookmarks.setPlace",
    ["b/1", { block: 3, offset: 40, progress: 0.5, at: "2026-11-20T03:00:00.000Z" }],
    "PUT /v1/bookmarks/b%2F1/place",
    { sent: { block: 3, offset: 40, progress: 0.5, at: "2026-11-20T03:00:00.000Z" } },
  ],
  ["bookmarks.update", ["b/1", { tags: null }], "PATCH /v1/bookmarks/b%2F1", { sent: { tags: null } }],
  ["bookmarks.delete", ["b/1"], "DELETE /v1/bookmarks/b%2F1", { done: ["not_found"] }],
  [
    "bookmarks.merge",
    ["b/1", { into: "b2" }],
    "POST /v1/bookmarks/b%2F1/merge",
    { sent: { into: "b2" }, answer: { id: "b2" } },
  ],
  [
    "bookmarks.sendPage",
    ["b/1", { bytes: gzipSync("<p>shown</p>"), isGzip: true }],
    "PUT /v1/bookmarks/b%2F1/page",
    { sent: PAGE },
  ],
  ["bookmarks.reprocess", ["b/1"], "POST /v1/bookmarks/b%2F1/reprocess"],
  ["stocks.save", [{ url: "u" }], "POST /v1/stocks", { sent: { url: "u" }, key: true }],
  ["stocks.list", [], "GET /v1/stocks"],
  ["stocks.list", [{ q: "a", provider: "docswell" }], "GET /v1/stocks?q=a&provider=docswell"],
  ["stocks.get", ["s1"], "GET /v1/stocks/s1"],
  ["stocks.update", ["s1", { memo: "x" }], "PATCH /v1/stocks/s1", { sent: { memo: "x" } }],
  ["stocks.delete", ["s1"], "DELETE /v1/stocks/s1", { done: ["not_found"] }],
  ["stocks.refetch", ["s1"], "POST /v1/stocks/s1/refetch"],
  ["changes.list", [], "GET /v1/changes"],
  ["changes.list", [{ cursor: undefined, limit: 200 }], "GET /v1/changes?limit=200"],
  ["failedJobs.list", [], "GET /v1/failed-jobs"],
  ["failedJobs.list", [{ retryable: false }], "GET /v1/failed-jobs?retryable=false"],
  [
    "failedJobs.retry",
    ["j/1"],
    "POST /v1/failed-jobs/j%2F1/retry",
    { answer: { id: "j1" }, done: ["not_found", "already_processing"] },
  ],
  ["books.list", [], "GET /v1/books"],
  ["books.list", [{ q: "a", job: "b c" }], "GET /v1/books?q=a&job=b+c"],
  ["books.get", ["b1"], "GET /v1/books/b1"],
  ["jobs.create", [{ name: "go", queries: [] }], "POST /v1/jobs", { sent: { name: "go", queries: [] }, key: true }],
  ["jobs.list", [], "GET /v1/jobs"],
  ["jobs.get", ["go/1"], "GET /v1/jobs/go%2F1"],
  ["jobs.replace", ["go/1", { queries: ["a"] }], "PUT /v1/jobs/go%2F1", { sent: { queries: ["a"] } }],
  ["jobs.delete", ["go/1"], "DELETE /v1/jobs/go%2F1", { done: ["not_found"] }],
  ["jobs.run", ["go/1"], "POST /v1/jobs/go%2F1/run", { answer: { run_id: "r" }, done: ["run_in_progress"] }],
  [
    "jobs.checkForNew",
    ["go/1"],
    "POST /v1/jobs/go%2F1/run",
    { sent: { kind: "check_for_new" }, answer: { run_id: "r" }, done: ["run_in_progress"] },
  ],
  ["jobs.runs", ["go/1"], "GET /v1/jobs/go%2F1/runs"],
  ["jobs.runs", ["go/1", { limit: 1 }], "GET /v1/jobs/go%2F1/runs?limit=1"],
  ["jobs.cursors", ["go/1"], "GET /v1/jobs/go%2F1/cursors", { answer: { cursors: ["c"] }, returned: ["c"] }],
  ["jobs.resetCursors", ["go/1"], "DELETE /v1/jobs/go%2F1/cursors", { answer: { reset: 2 }, returned: 2 }],
  ["products.create", [{ name: "Camera" }], "POST /v1/products", { sent: { name: "Camera" }, key: true }],
  ["products.list", [], "GET /v1/products"],
  ["products.get", ["p/1"], "GET /v1/products/p%2F1"],
  ["products.update", ["p1", { alert: null }], "PATCH /v1/products/p1", { sent: { alert: null } }],
  ["products.delete", ["p1"], "DELETE /v1/products/p1", { done: ["not_found"] }],
  ["products.crawl", [], "POST /v1/crawl/execute", { sent: {}, answer: { products: ["p"] }, returned: ["p"] }],
  [
    "products.crawl",
    [{ product_id: "p1" }],
    "POST /v1/crawl/execute",
    { sent: { product_id: "p1" }, answer: { products: ["p"] }, returned: ["p"] },
  ],
  ["products.results", ["p/1"], "GET /v1/crawl/results/p%2F1"],
  [
    "products.results",
    ["p/1", { selling_status: 2, sort: "price", limit: 5 }],
    "GET /v1/crawl/results/p%2F1?selling_status=2&sort=price&limit=5",
  ],
  ["products.priceTrend", ["p1"], "GET /v1/products/p1/price-trend"],
  [
    "products.priceTrend",
    ["p1", { from: "2026-11-01T00:00:00+09:00", interval: "week" }],
    "GET /v1/products/p1/price-trend?from=2026-11-01T00%3A00%3A00%2B09%3A00&interval=week",
  ],
  ["products.crawlRuns", ["p1"], "GET /v1/products/p1/crawl-runs"],
  [
    "recommendations.create",
    [{ title: "Bob", url: "u" }],
    "POST /v1/recommendations",
    { sent: { recommendations: [{ title: "Bob", url: "u" }] }, key: true, answer: envelope, returned: "one" },
  ],
  ["recommendations.list", [], "GET /v1/recommendations"],
  [
    "recommendations.list",
    [{ filter: "title:~'a b'", order: "title asc", include: "count.clicks", page: 2 }],
    "GET /v1/recommendations?filter=title%3A%7E%27a+b%27&order=title+asc&include=count.clicks&page=2",
  ],
  ["recommendations.get", ["r/1"], "GET /v1/recommendations/r%2F1", { answer: envelope, returned: "one" }],
  [
    "recommendations.update",
    ["r/1", { description: null }],
    "PUT /v1/recommendations/r%2F1",
    { sent: { recommendations: [{ description: null }] }, answer: envelope, returned: "one" },
  ],
  ["recommendations.delete", ["r/1"], "DELETE /v1/recommendations/r%2F1", { done: ["not_found"] }],
  ["recommendations.announce", ["r/1"], "POST /v1/recommendations/r%2F1/announce", { answer: null }],
  [
    "recommendations.check",
    ["u"],
    "POST /v1/recommendations/check",
    { sent: { recommendations: [{ url: "u" }] }, answer: envelope, returned: "one" },
  ],
  ["recommendations.clicked", ["r/1"], "POST /v1/recommendations/r%2F1/clicked", { key: true }],
  ["recommendations.subscribed", ["r/1"], "POST /v1/recommendations/r%2F1/subscribed", { key: true }],
  [
    "recommendations.deliveries",
    ["r/1"],
    "GET /v1/recommendations/r%2F1/deliveries",
    { answer: { deliveries: ["d"] }, returned: ["d"] },
  ],
  ["recommendations.allDeliveriesPage", [], "GET /v1/deliveries"],
  ["recommendations.allDeliveriesPage", [{ status: "failed", limit: 5 }], "GET /v1/deliveries?status=failed&limit=5"],
  ["recommendations.incoming", [], "GET /v1/incoming-recommendations"],
  ["recommendations.incoming", [{ limit: 3 }], "GET /v1/incoming-recommendations?limit=3"],
  ["recommendations.settings", [], "GET /v1/settings"],
  ["mentions.list", [], "GET /v1/mentions"],
  ["mentions.list", [{ kind: "page", status: "verified" }], "GET /v1/mentions?kind=page&status=verified"],
  ["mentions.list", [{ hidden: true }], "GET /v1/mentions?hidden=true"],
  ["mentions.update", ["m/1", { hidden: true }], "PATCH /v1/mentions/m%2F1", { sent: { hidden: true } }],
  ["mentions.blockedHosts", [], "GET /v1/blocked-hosts"],
  ["mentions.block", ["a.example"], "POST /v1/blocked-hosts", { sent: { host: "a.example" }, key: true }],
  ["mentions.unblock", ["2001:db8::1"], "DELETE /v1/blocked-hosts/2001%3Adb8%3A%3A1", { done: ["not_found"] }],
  ["notices.list", [], "GET /v1/notices"],
  ["notices.list", [{ limit: 5, cursor: "c" }], "GET /v1/notices?limit=5&cursor=c"],
  ["queues.list", [], "GET /v1/ops/queues", { answer: { queues: ["q"] }, returned: ["q"] }],
  ["queues.redrive", ["a/b"], "POST /v1/ops/queues/a%2Fb/redrive", { done: ["redrive_in_progress"] }],
  ["users.content", ["u/1", "b/1"], "GET /v1/users/u%2F1/bookmarks/b%2F1/content"],
  ["users.deletePage", ["a/b"], "POST /v1/users/a%2Fb/delete", { sent: {} }],
  ["users.deletePage", ["a", "c"], "POST /v1/users/a/delete", { sent: { cursor: "c" } }],
  ["users.movePage", ["a", { to: "b" }], "POST /v1/users/a/move", { sent: { to: "b" } }],
  ["alarms.list", [], "GET /v1/ops/alarms", { answer: { alarms: ["a"] }, returned: ["a"] }],
];

const LISTS: readonly [name: string, args: readonly unknown[], field: string, path: string][] = [
  ["bookmarks.all", [{ tag: "a" }], "bookmarks", "/v1/bookmarks?limit=100&tag=a"],
  ["stocks.all", [{ q: "a" }], "stocks", "/v1/stocks?limit=100&q=a"],
  ["books.all", [{ job: "go" }], "books", "/v1/books?limit=100&job=go"],
  ["failedJobs.all", [{ retryable: true }], "failed_jobs", "/v1/failed-jobs?limit=100&retryable=true"],
  ["jobs.all", [], "jobs", "/v1/jobs?limit=100"],
  ["jobs.allRuns", ["a/b"], "runs", "/v1/jobs/a%2Fb/runs?limit=100"],
  ["products.all", [], "products", "/v1/products?limit=100"],
  ["products.allResults", ["p1", { sort: "price" }], "results", "/v1/crawl/results/p1?limit=100&sort=price"],
  ["products.allCrawlRuns", ["p1"], "crawl_runs", "/v1/products/p1/crawl-runs?limit=100"],
  ["mentions.all", [{ status: "verified" }], "mentions", "/v1/mentions?limit=100&status=verified"],
  ["mentions.allBlockedHosts", [], "blocked_hosts", "/v1/blocked-hosts?limit=100"],
  ["users.bookmarks", ["a/b"], "bookmarks", "/v1/users/a%2Fb/bookmarks?limit=100"],
  ["users.stocks", ["a"], "stocks", "/v1/users/a/stocks?limit=100"],
  ["notices.all", [], "notices", "/v1/notices?limit=100"],
  ["recommendations.allDeliveries", [{ status: "failed" }], "deliveries", "/v1/deliveries?limit=100&status=failed"],
];

const NUMBERED: readonly [name: string, args: readonly unknown[], path: string][] = [
  ["recommendations.all", [{ order: "title" }], "/v1/recommendations?order=title&"],
  ["recommendations.allIncoming", [], "/v1/incoming-recommendations?"],
];

const seen = () => api.requests.map(({ method, path }) => `${method} ${path}`);

describe("a method", () => {
  it.each(METHODS)(
    "%s(%j) sends %s, again under the same key, and returns the answer",
    async (name, args, line, expected = {}) => {
      const { sent, key, answer = {}, returned = answer } = expected;
      api.faults.push(
        { kind: "answer", status: 503 },
        answer === null ? { kind: "answer", status: 202 } : answered(200, answer),
      );
      expect(await called(clientOf(), name, args)).toEqual(returned);
      const [first] = api.requests;
      expect(first).toMatchObject({ key: key ? expect.stringMatching(/^[0-9a-f-]{36}$/) : null, body: sent });
      expect(api.requests).toEqual([first, { ...first, authorization: "Bearer secret" }]);
      expect(seen()[0]).toBe(line);
    },
  );

  it.each(
    METHODS.flatMap(([name, args, line, { done = [] } = {}]) => done.map((code) => [name, code, args, line] as const)),
  )("%s has succeeded when it finds %s after a lost answer, and then only", async (name, code, args, line) => {
    api.faults.push({ kind: "cut" }, refused(409, code));
    expect(await called(clientOf(), name, args)).toBeNull();
    expect(seen()).toEqual([line, line]);
    api.faults.push({ kind: "cut" }, refused(409, "conflict"));
    await expect(called(clientOf(), name, args)).rejects.toMatchObject({ code: "conflict" });
    api.faults.push(refused(409, code));
    await expect(called(clientOf(), name, args)).rejects.toMatchObject({ code });
  });

  it.each([
    ["bookmarks.reprocess", "already_processing", "/v1/bookmarks/a1"],
    ["stocks.refetch", "already_pending", "/v1/stocks/a1"],
  ])("%s gets what is pending when it finds %s after a lost answer", async (name, code, path) => {
    api.faults.push({ kind: "cut" }, refused(409, code), answered(200, { id: "a1", status: "pending" }));
    expect(await called(clientOf(), name, ["a1"])).toEqual({ id: "a1", status: "pending" });
    expect(seen().at(-1)).toBe(`GET ${path}`);
  });

  it.each(LISTS)("%s(%j) reads %s page by page to the end, empty pages too", async (name, args, field, path) => {
    const page = (items: readonly string[], next_cursor: string | null) =>
      answered(200, { [field]: items, next_cursor });
    api.faults.push(page(["a", "b"], "c1"), page([], "c2"), page(["c"], null));
    expect(await allOf(called(clientOf(), name, args) as AsyncIterable<unknown>)).toEqual(["a", "b", "c"]);
    expect(seen()).toEqual([`GET ${path}`, `GET ${path}&cursor=c1`, `GET ${path}&cursor=c2`]);
  });

  it.each(NUMBERED)("%s(%j) reads by the numbers of the pages", async (name, args, path) => {
    const page = (item: string, next: number | null) =>
      answered(200, { recommendations: [item], meta: { pagination: { next } } });
    api.faults.push(page("a", 3), page("b", null));
    expect(await allOf(called(clientOf(), name, args) as AsyncIterable<unknown>)).toEqual(["a", "b"]);
    expect(seen()).toEqual([`GET ${path}page=1&limit=100`, `GET ${path}page=3&limit=100`]);
  });

  it("is in one of the tables of this file", () => {
    const names = Object.entries(clientOf()).flatMap(([part, methods]) =>
      Object.keys(methods).map((method) => `${part}.${method}`),
    );
    const told = [...METHODS, ...LISTS, ...NUMBERED].map(([name]) => name);
    expect([...new Set(told)].sort()).toEqual(names.sort());
  });
});

it.each([
  ["longer than for other requests", undefined, 35_000],
  ["as long as its options say", { retry: { attemptTimeoutMs: 500 } }, 500],
])("waits for a crawl %s", async (_, options, milliseconds) => {
  const clock = new TestClock({ skipping: false });
  const client = clientOf({ clock, retry: { attemptTimeoutMs: 1_000, deadlineMs: 2_000, maxAttempts: 1 } });
  api.faults.push({ kind: "hang" });
  const arrived = api.nextRequest();
  const crawled = client.products.crawl({}, options).catch((error: unknown) => error);
  await arrived;
  clock.advance(milliseconds - 1);
  expect(clock.pending).toBe(1);
  clock.advance(1);
  expect(await crawled).toMatchObject({ kind: "timeout" });
});
