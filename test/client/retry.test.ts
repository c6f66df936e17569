import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MagpieClientOptions, RetryWait } from "../../client/index.ts";
import { MagpieClient, MagpieError, NetworkFailure } from "../../client/index.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi, serve } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const page = { url: "https://example.com/article" };

let api: ScriptedApi;
let served: Awaited<ReturnType<typeof serve>>;
let clock: TestClock;

beforeEach(async () => {
  api = new ScriptedApi();
  served = await serve(api);
  clock = new TestClock({ skipping: true });
});
afterEach(() => served.close());

function client(options: Partial<MagpieClientOptions> = {}): MagpieClient {
  return new MagpieClient({ baseUrl: served.origin, token: "secret", clock, random: () => 0, ...options });
}

async function failure(promise: Promise<unknown>): Promise<MagpieError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof MagpieError) return error;
  throw new Error(`no MagpieError: ${error}`);
}

const keys = () => api.requests.map(({ key }) => key);

describe("a call", () => {
  const passing: [string, Fault][] = [
    ...[408, 425, 429, 500, 502, 503, 504, 507].map((status): [string, Fault] => [
      String(status),
      { kind: "answer", status, body: "<html>no JSON</html>" },
    ]),
    ["409 request_in_progress", refused(409, "request_in_progress")],
    ["a cut connection", { kind: "cut" }],
    ["a cut connection after the work was done", { kind: "cut", after: true }],
    ["half an answer", { kind: "half" }],
    ["a hotspot's page", { kind: "answer", status: 200, body: "<html>Sign in</html>" }],
    ["a hotspot's empty page", { kind: "answer", status: 200, body: "" }],
    ...[400, 401, 403, 404, 405, 407, 410, 451].map((status): [string, Fault] => [
      `a hotspot's or proxy's page of the status ${status}`,
      { kind: "answer", status, body: "<html>Sign in</html>" },
    ]),
    ["a hotspot's redirect", { kind: "answer", status: 302, headers: { location: "/login" } }],
  ];

  it("reports each wait before it begins, to its own callback instead of the client's", async () => {
    const reported: unknown[] = [];
    const onRetry = ({ method, path, error, waitMs }: RetryWait) =>
      reported.push([method, path, error.message, error.attempts, waitMs, clock.waits.length]);
    api.faults.push(refused(429, "slow_down", { "retry-after": "7" }), { kind: "cut" });
    await client({ onRetry }).bookmarks.save(page);
    expect(reported).toEqual([
      ["POST", "/v1/bookmarks", expect.stringContaining("slow_down"), 1, 7_000, 0],
      ["POST", "/v1/bookmarks", expect.any(String), 2, 1_000, 1],
    ]);
    expect(clock.waits).toEqual([7_000, 1_000]);

    reported.length = 0;
    const own: number[] = [];
    api.faults.push({ kind: "cut" });
    await client({ onRetry }).bookmarks.save(page, { onRetry: ({ waitMs }) => own.push(waitMs) });
    expect([reported, own]).toEqual([[], [500]]);
    // No wait follows the last failure.
    api.faults.push({ kind: "cut" });
    await failure(client({ onRetry, retry: { maxAttempts: 1 } }).bookmarks.save(page));
    expect(reported).toEqual([]);
  });

  it.each(passing)("is repeated with the same key after %s", async (_label, fault) => {
    api.faults.push(fault, fault);
    expect(await client().bookmarks.save(page)).toMatchObject(page);
    expect(api.requests).toHaveLength(3);
    expect(keys()[0]).toMatch(UUID_4);
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(api.requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(api.created).toHaveLength(1);
    expect(clock.waits).toEqual([500, 1_000]);
  });

  it.each([
    [400, "validation_error"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not_found"],
    [405, "method_not_allowed"],
    [409, "idempotency_key_reused"],
    [409, "already_processing"],
    [413, "body_too_large"],
    [415, "unsupported_media_type"],
    [422, "something_new"],
  ])("is not repeated after %i %s", async (status, code) => {
    api.faults.push(refused(status, code, { "retry-after": "1" }));
    const error = await failure(client().bookmarks.save(page));
    expect(error).toMatchObject({ name: "ApiProblem", status, code, detail: `because of ${code}`, retryable: false });
    expect(error).toMatchObject({ attempts: 1, idempotencyKey: keys()[0] });
    expect(api.requests).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  it("gives up after the last attempt, with the last error and the key", async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) api.faults.push({ kind: "cut" });
    const error = await failure(client().bookmarks.save(page));
    expect(error).toBeInstanceOf(NetworkFailure);
    expect(error).toMatchObject({ kind: "connection", attempts: 5, retryable: true, idempotencyKey: keys()[0] });
    expect(error.message).toContain("gave up after 5 attempts");
    expect(api.requests).toHaveLength(5);
    expect(clock.waits).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it("gives up a service that answers by a page with its status, and not as with a hotspot's page", async () => {
    const html = { kind: "answer", status: 503, body: "<html>Service Unavailable</html>" } as const;
    for (let attempt = 0; attempt < 5; attempt += 1) api.faults.push(html);
    expect(await failure(client().bookmarks.save(page))).toMatchObject({ status: 503, retryable: true });
  });

  it("waits with jitter, between the grown wait and half more, up to the longest wait", async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) api.faults.push(refused(503, "temporarily_unavailable"));
    await failure(client({ random: () => 0.999_999, retry: { longestWaitMs: 3_000 } }).bookmarks.save(page));
    expect(clock.waits).toEqual([750, 1_500, 3_000, 3_000]);
  });

  it("ends an attempt that hangs, and repeats it", async () => {
    clock = new TestClock({ skipping: false });
    api.faults.push({ kind: "hang", after: true });
    const arrived = api.nextRequest();
    const saved = client({ retry: { attemptTimeoutMs: 7_000 } }).bookmarks.save(page);
    await arrived;
    clock.advance(6_999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    await expect.poll(() => clock.waits).toEqual([500]);
    clock.advance(500);
    expect(await saved).toMatchObject(page);
    expect(new Set(keys()).size).toBe(1);
    expect(api.created).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it("ends with its caller's signal: before, during and between attempts", async () => {
    const reason = new Error("enough");
    await expect(client().bookmarks.save(page, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(api.requests).toHaveLength(0);

    api.faults.push({ kind: "hang" });
    const sending = new AbortController();
    const arrived = api.nextRequest();
    const sent = client().bookmarks.save(page, { signal: sending.signal });
    await arrived;
    sending.abort(reason);
    await expect(sent).rejects.toBe(reason);

    clock = new TestClock({ skipping: false });
    api.faults.push({ kind: "cut" });
    const waiting = new AbortController();
    const waits = client().bookmarks.save(page, { signal: waiting.signal });
    await expect.poll(() => clock.waits).toEqual([500]);
    waiting.abort(reason);
    await expect(waits).rejects.toBe(reason);
    expect(api.requests).toHaveLength(2);
  });

  it("is sent once more with the token that replaces a refused one, within the same attempt", async () => {
    const asked: (string | null)[] = [];
    const newer = (refused: string | null) => {
      asked.push(refused);
      return refused === null ? "old" : "new";
    };
    api.faults.push(refused(401, "unauthorized"));
    await client({ token: newer }).bookmarks.save(page, { retry: { maxAttempts: 1 } });
    expect(asked).toEqual([null, "old"]);
    expect(api.requests.map(({ authorization }) => authorization)).toEqual(["Bearer old", "Bearer new"]);
    expect(new Set(api.requests.map(({ key }) => key)).size).toBe(1);

    api.faults.push(refused(401, "unauthorized"), refused(401, "unauthorized"));
    await expect(client({ token: newer }).bookmarks.list()).rejects.toMatchObject({ status: 401, attempts: 1 });
    expect(asked.slice(2)).toEqual([null, "old", "new"]);
    api.faults.push(refused(401, "unauthorized"));
    await expect(client({ token: () => "same" }).bookmarks.list()).rejects.toMatchObject({ status: 401 });
    api.faults.push(refused(403, "forbidden"));
    await expect(client({ token: newer }).bookmarks.list()).rejects.toMatchObject({ status: 403 });
    expect(api.requests.length).toBe(6);
  });

  it("gets a token before each attempt, and passes on the errors of that", async () => {
    const tokens = ["token-1", "token-2"];
    api.faults.push({ kind: "cut" });
    await client({ token: async () => tokens.shift() ?? "none" }).bookmarks.save(page);
    expect(api.requests.map(({ authorization }) => authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
    const signedOut = new Error("signed out");
    await expect(client({ token: () => Promise.reject(signedOut) }).bookmarks.list()).rejects.toBe(signedOut);
    expect(api.requests).toHaveLength(2);
  });

  it("uses its caller's key, and creates a new one for each other intent", async () => {
    const key = "0193F3C4-5E6A-7B8C-9D0E-1F2A3B4C5D6E";
    await client().bookmarks.save(page, { idempotencyKey: key });
    await client().bookmarks.save(page);
    await client().stocks.save({ url: "https://speakerdeck.com/someone/a-deck" });
    expect(keys()[0]).toBe(key);
    expect(new Set(keys()).size).toBe(3);
    expect(keys().slice(1)).toEqual([expect.stringMatching(UUID_4), expect.stringMatching(UUID_4)]);
  });
});

describe("Retry-After", () => {
  const date = "Sun, 06 Nov 1994 08:49:07 GMT";
  const patient = { retry: { deadlineMs: 600_000 } };

  it.each<[string, string, number]>([
    ["seconds", "120", 120_000],
    ["an HTTP date", "Sun, 06 Nov 1994 08:49:37 GMT", 30_000],
    ["a date in the past", "Wed, 21 Oct 1992 07:28:00 GMT", 500],
    ["less than the own wait", "0", 500],
    ["words", "abc", 500],
  ])("of %s (%s) means a wait of %i ms", async (_label, value, wait) => {
    api.faults.push(refused(503, "temporarily_unavailable", { "retry-after": value, date }));
    await client(patient).bookmarks.save(page);
    expect(clock.waits).toEqual([wait]);
  });

  it("counts from this machine's clock without a Date header", async () => {
    const inFiveSeconds = new Date(clock.now().getTime() + 5_000).toUTCString();
    api.faults.push(refused(503, "temporarily_unavailable", { "retry-after": inFiveSeconds }));
    await client(patient).bookmarks.save(page);
    expect(clock.waits).toEqual([5_000]);
  });

  it("has the jitter on top", async () => {
    api.faults.push(refused(503, "temporarily_unavailable", { "retry-after": "10" }));
    await client({ ...patient, random: () => 0.5 }).bookmarks.save(page);
    expect(clock.waits).toEqual([10_125]);
  });

  it("beyond the deadline ends the call at once, and is reported", async () => {
    api.faults.push(refused(503, "temporarily_unavailable", { "retry-after": "61" }));
    const error = await failure(client().bookmarks.save(page));
    expect(error).toMatchObject({ status: 503, retryAfterSeconds: 61, retryable: true, attempts: 1 });
    expect(api.requests).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  it("of years is limited to a day", async () => {
    api.faults.push(refused(429, "too_many_requests", { "retry-after": "1000000000" }));
    expect(await failure(client().bookmarks.save(page))).toMatchObject({ retryAfterSeconds: 86_400 });
  });
});

describe("a programming error", () => {
  it("is not repeated, nor reported as a network failure", async () => {
    let calls = 0;
    const broken = client({
      fetch: () => {
        calls += 1;
        throw new TypeError("undefined is not a function");
      },
    });
    await expect(broken.bookmarks.save(page)).rejects.toThrow(new TypeError("undefined is not a function"));
    expect(calls).toBe(1);
    await expect(client({ token: "two\nlines" }).bookmarks.list()).rejects.toThrow(TypeError);
    const unserializable = { ...page, note: 1n } as unknown as typeof page;
    await expect(client().bookmarks.save(unserializable)).rejects.toThrow(TypeError);
    expect(api.requests).toHaveLength(0);
    expect(clock.waits).toEqual([]);
  });
});
