import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Intent } from "../../client/index.ts";
import { MagpieClient, MagpieError, OfflineQueue } from "../../client/index.ts";
import { fileStorage } from "../../client/node/index.ts";
import { kill, startChild } from "./child.ts";
import { memoryStorage } from "./memory-storage.ts";
import { refused, ScriptedApi, serve } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

const page = { url: "https://example.com/article" };
const intent: Intent = { create: "bookmark", body: page };

let api: ScriptedApi;
let served: Awaited<ReturnType<typeof serve>>;
let client: MagpieClient;

beforeEach(async () => {
  api = new ScriptedApi();
  served = await serve(api);
  client = new MagpieClient({ baseUrl: served.origin, token: "t", clock: new TestClock({ skipping: true }) });
});
afterEach(() => served.close());

const keys = () => new Set(api.requests.map(({ key }) => key));

it("a 504 of the gateway while the API continues: the same key gets the finished result", async () => {
  api.faults.push({ kind: "answer", status: 504, body: '{"message":"Gateway Timeout"}', after: true });
  expect(await client.bookmarks.save(page)).toMatchObject(page);
  expect([api.requests.length, keys().size, api.created.length]).toEqual([2, 1, 1]);
});

it("an offline client that sends after the key has expired gets the existing bookmark", async () => {
  const queue = new OfflineQueue({ client, storage: memoryStorage() });
  await queue.enqueue(intent);
  api.faults.push({ kind: "cut", after: true });
  await queue.flush();
  api.forgetKeys();
  expect(await queue.flush()).toEqual({ sent: 1, failed: 0, stopped: null });
  expect([api.requests.length, keys().size, api.created.length]).toEqual([2, 1, 1]);
});

it("after a 500 the same key succeeds", async () => {
  api.faults.push(refused(500, "internal_error"));
  expect(await client.bookmarks.save(page)).toMatchObject(page);
  expect([api.requests.length, keys().size, api.created.length]).toEqual([2, 1, 1]);
});

it("after a 429 the client waits as asked, and the same key succeeds", async () => {
  const clock = new TestClock({ skipping: true });
  client = new MagpieClient({ baseUrl: served.origin, token: "t", clock });
  api.faults.push({ kind: "answer", status: 429, headers: { "retry-after": "9" }, body: '{"message":"Too Many"}' });
  expect(await client.bookmarks.save(page)).toMatchObject(page);
  expect(clock.waits[0]).toBeGreaterThanOrEqual(9_000);
  expect([api.requests.length, keys().size, api.created.length]).toEqual([2, 1, 1]);
});

it("a client that is killed between sending and receiving uses the stored key after its restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "magpie-queue-"));
  try {
    await new OfflineQueue({ client, storage: fileStorage(folder) }).enqueue(intent);
    api.faults.push({ kind: "hang", after: true });
    const arrived = api.nextRequest();
    const child = startChild("flush-child.ts", folder, served.origin);
    await arrived;
    await kill(child);
    const restarted = new OfflineQueue({ client, storage: fileStorage(folder) });
    expect((await restarted.contents()).waiting).toHaveLength(1);
    expect(await restarted.flush()).toEqual({ sent: 1, failed: 0, stopped: null });
    expect([api.requests.length, keys().size, api.created.length]).toEqual([2, 1, 1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("when the response is lost after the API has committed, the repetition is a replay", async () => {
  api.faults.push({ kind: "cut", after: true }, { kind: "half" });
  expect(await client.bookmarks.save(page)).toMatchObject(page);
  expect([api.requests.length, keys().size, api.created.length]).toEqual([3, 1, 1]);
});

it("two devices that save the same URL offline create one bookmark", async () => {
  const devices = [memoryStorage(), memoryStorage()].map((storage) => new OfflineQueue({ client, storage }));
  for (const device of devices) await device.enqueue(intent);
  for (const device of devices) expect(await device.flush()).toMatchObject({ sent: 1, stopped: null });
  expect([api.requests.length, keys().size, api.created.length]).toEqual([2, 2, 1]);
});

it("when the attempts end while the API is still busy, the same key gets the result later", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    api.faults.push(refused(409, "request_in_progress", { "retry-after": "1" }));
  }
  const error = await client.bookmarks.save(page).catch((thrown: unknown) => thrown);
  if (!(error instanceof MagpieError) || error.idempotencyKey === null) throw new Error(`no key: ${error}`);
  expect(error).toMatchObject({ code: "request_in_progress", attempts: 5, retryable: true });
  const { idempotencyKey } = error;
  expect(await client.bookmarks.save(page, { idempotencyKey })).toMatchObject(page);
  expect([api.requests.length, keys().size, api.created.length]).toEqual([6, 1, 1]);
});
