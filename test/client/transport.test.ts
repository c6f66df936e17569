import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MagpieClientOptions } from "../../client/index.ts";
import { MagpieClient, MagpieError } from "../../client/index.ts";
import { newKey } from "../../client/transport.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

const page = { url: "https://example.com/article" };
const cut: Fault = { kind: "cut" };

let api: ScriptedApi;
let clock: TestClock;
/** The requests as `fetch` was given them. */
let sent: Request[];
beforeEach(() => {
  api = new ScriptedApi();
  clock = new TestClock({ skipping: true });
  sent = [];
});
afterEach(() => void vi.unstubAllGlobals());

async function fetchApi(request: Request): Promise<Response> {
  sent.push(request);
  return api.fetch(request);
}

function client(options: Partial<MagpieClientOptions> = {}): MagpieClient {
  const baseUrl = "https://api.magpie.example";
  return new MagpieClient({ baseUrl, token: "secret", fetch: fetchApi, clock, random: () => 0, ...options });
}

async function failure(promise: Promise<unknown>): Promise<MagpieError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof MagpieError) return error;
  throw new Error(`no MagpieError: ${error}`);
}

const answered = (status: number, body: string, headers = {}): Fault => ({ kind: "answer", status, body, headers });

describe("a request", () => {
  it("follows no redirect, and neither takes nor leaves anything in the browser", async () => {
    await client().bookmarks.save(page);
    await client().bookmarks.list();
    for (const request of sent) {
      expect(request).toMatchObject({ redirect: "error", credentials: "omit", cache: "no-store" });
    }
    const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const common = { accept: "application/json", authorization: "Bearer secret" };
    expect(sent.map(({ headers }) => Object.fromEntries(headers))).toEqual([
      { ...common, "content-type": "application/json", "idempotency-key": key },
      common,
    ]);
  });

  it("goes through the platform's own fetch, called as a function, and through none that is missing", async () => {
    const { fetch: _, ...options } = { baseUrl: "https://magpie.example/a/", token: "t", fetch: null };
    vi.stubGlobal("fetch", function (this: unknown, request: Request) {
      expect(this).toBeUndefined();
      return fetchApi(request);
    });
    await new MagpieClient(options).stocks.get("s1");
    expect(sent[0]?.url).toBe("https://magpie.example/a/v1/stocks/s1");
    vi.stubGlobal("fetch", undefined);
    expect(() => new MagpieClient(options)).toThrow(new TypeError("There is no fetch here."));
  });

  it.each(["ftp://a", "http://magpie.example", "http://10.0.0.1:8787", "http://127.0.0.1.evil.example"])(
    "goes to no address where its token could be read on the way: %s",
    (baseUrl) => {
      expect(() => client({ baseUrl })).toThrow(
        new TypeError(`${baseUrl} is not https: a token could be read on the way.`),
      );
    },
  );

  it("is not sent when its caller ends it while it waits for its token", async () => {
    const ending = new AbortController();
    const token = () => {
      ending.abort(new Error("enough"));
      return "secret";
    };
    await expect(client({ token }).bookmarks.list({}, { signal: ending.signal })).rejects.toThrow("enough");
    expect(sent).toEqual([]);
  });

  it("leaves no timer and no listener behind", async () => {
    clock = new TestClock({ skipping: false });
    const { signal } = new AbortController();
    await client().bookmarks.save(page, { signal });
    api.faults.push(refused(400, "invalid_url"));
    await failure(client().bookmarks.save(page, { signal }));
    expect([clock.pending, getEventListeners(signal, "abort")]).toEqual([0, []]);
  });
});

describe("an answer", () => {
  it.each<[string, readonly Fault[], boolean]>([
    ["created", [], true],
    ["found", [answered(200, "{}")], false],
    ["created by an earlier call with the key", [answered(201, "{}", { "idempotency-replayed": "true" })], false],
    ["created by a call whose answer was lost", [cut, answered(201, "{}", { "idempotency-replayed": "true" })], true],
    [
      "created by a call that the gateway gave up",
      [answered(408, ""), answered(201, "{}", { "idempotency-replayed": "true" })],
      true,
    ],
    ["found after an answer was lost", [cut, answered(200, "{}")], false],
    [
      "created by an earlier call, after a refusal",
      [refused(429, "slow_down"), answered(201, "{}", { "idempotency-replayed": "true" })],
      false,
    ],
    ["created, with another value of the header", [answered(201, "{}", { "idempotency-replayed": "false" })], true],
  ])("tells its caller whether the resource was created: %s", async (_what, faults, created) => {
    api.faults.push(...faults);
    const told: boolean[] = [];
    await client().bookmarks.save(page, { onCreated: (isNew) => told.push(isNew) });
    expect(told).toEqual([created]);
  });

  it.each<[number, string, unknown]>([
    [200, '{"a":1}', { a: 1 }],
    [299, "[]", []],
    [204, "", null],
    [202, "", null],
    [202, '{"a":1}', { a: 1 }],
  ])("of %i %j is %j", async (status, body, value) => {
    api.faults.push(answered(status, body));
    expect(await client().bookmarks.get("b1")).toEqual(value);
  });

  it.each([
    [200, ""],
    [201, "<html>"],
    [202, "<html>"],
  ])("of %i %j is not the API's", async (status, body) => {
    api.faults.push(answered(status, body));
    const error = await failure(client().bookmarks.get("b1", { retry: { maxAttempts: 1 } }));
    expect(error).toMatchObject({ kind: "foreign_answer", retryable: true });
    expect(error).not.toHaveProperty("cause");
    expect(error.message).toBe("Something else than the API answered; gave up after 1 attempt");
  });

  it.each<[number, string, object]>([
    [
      300,
      "{}",
      { code: null, detail: "There is no explanation.", errors: [], message: "300: There is no explanation." },
    ],
    [400, '{"code":"a","detail":"b","message":"c"}', { code: "a", detail: "b", message: "400 a: b" }],
    [400, '{"errors":[{"path":"url","message":"m"}]}', { code: null, errors: [{ path: "url", message: "m" }] }],
    [400, '{"code":1,"detail":null,"message":"c","errors":"d"}', { code: null, detail: "c", errors: [] }],
    [400, "null", { code: null, detail: "There is no explanation." }],
    [400, '"text"', { code: null, detail: "There is no explanation." }],
  ])("of %i %s is a refusal with what it says", async (status, body, refusal) => {
    api.faults.push(answered(status, body));
    expect(await failure(client().bookmarks.get("b1"))).toMatchObject({ name: "ApiProblem", status, ...refusal });
  });

  it("that fails is reported in words, with its cause", async () => {
    const cause = new Error("no route");
    const fetch = () => Promise.reject(cause);
    const error = await failure(client({ fetch }).bookmarks.get("b1", { retry: { maxAttempts: 2 } }));
    expect(error).toMatchObject({ name: "NetworkFailure", kind: "connection", cause });
    expect(error.message).toBe("The API can't be reached, or the connection was lost; gave up after 2 attempts");
  });
});

describe("the limits of a call", () => {
  it("are the client's, unless the call has its own", async () => {
    const limited = client({ retry: { firstWaitMs: 100, maxAttempts: 3 } });
    api.faults.push(...Array(9).fill(cut));
    expect(await failure(limited.bookmarks.get("b1", { retry: { maxAttempts: 2 } }))).toMatchObject({ attempts: 2 });
    expect(await failure(limited.bookmarks.get("b1"))).toMatchObject({ attempts: 3 });
    expect(clock.waits).toEqual([100, 100, 200]);
  });

  it("leave an attempt no more time than the call has", async () => {
    clock = new TestClock({ skipping: false });
    api.faults.push({ kind: "hang" });
    const arrived = api.nextRequest();
    const call = failure(client({ retry: { deadlineMs: 1_000 } }).bookmarks.get("b1"));
    await arrived;
    clock.advance(999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    const error = await call;
    expect(error).toMatchObject({ kind: "timeout", attempts: 1 });
    expect(error.message).toBe("The API did not answer in time; gave up after 1 attempt");
  });

  it.each([
    [500, 1],
    [501, 2],
  ])("of %i ms leave time for %i attempts with 500 ms in between", async (deadlineMs, attempts) => {
    api.faults.push(cut, refused(400, "invalid_url"));
    expect(await failure(client({ retry: { deadlineMs } }).bookmarks.get("b1"))).toMatchObject({ attempts });
  });

  it.each([
    [408, true],
    [425, false],
    [429, false],
    [500, true],
    [503, true],
  ])("after a %i a repeated attempt may find its own work: %s", async (status, isDone) => {
    api.faults.push(refused(status, "later"), refused(404, "not_found"));
    const deleted = client().bookmarks.delete("b1");
    if (isDone) expect(await deleted).toBeNull();
    else expect(await failure(deleted)).toMatchObject({ code: "not_found", attempts: 2 });
  });
});

describe("a new key", () => {
  it.each([
    [[0, 1, 2, 3, 4, 5, 0xf6, 7, 0x08, 9, 10, 11, 12, 13, 14, 15], "00010203-0405-4607-8809-0a0b0c0d0e0f"],
    [[16, 1, 2, 3, 4, 5, 6, 0xf7, 0xb8, 9, 10, 11, 12, 13, 14, 255], "10010203-0405-46f7-b809-0a0b0c0d0eff"],
    [[0, 1, 2, 3, 4, 5, 6, 7, 0x5f, 9, 10, 11, 12, 13, 14, 15], "00010203-0405-4607-9f09-0a0b0c0d0e0f"],
  ])("is a UUID also on a page without https, of %j", (bytes, key) => {
    vi.stubGlobal("crypto", { getRandomValues: () => Uint8Array.from(bytes) });
    expect(newKey()).toBe(key);
  });

  it("is another one each time", () => {
    expect(new Set(Array.from({ length: 10 }, newKey)).size).toBe(10);
  });
});
