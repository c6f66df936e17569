import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Intent } from "../../client/index.ts";
import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import { memoryStorage } from "./memory-storage.ts";
import type { Fault } from "./scripted-api.ts";
import { refused, ScriptedApi } from "./scripted-api.ts";
import { TestClock } from "./test-clock.ts";

const SAVE: Intent = {
  create: "bookmark",
  body: { url: "https://example.com/a" },
  page: gzipSync("<p>shown</p>").toString("base64"),
};
const PAGE = { type: "text/html; charset=utf-8", coding: "gzip", text: "<p>shown</p>" };

/** Flushes a queue with one save and its page, as often as there are faults for a flush, and once more. */
async function flushed(...faults: readonly (readonly (Fault | undefined)[])[]) {
  const api = new ScriptedApi();
  const clock = new TestClock({ skipping: true });
  const client = new MagpieClient({ baseUrl: "https://api.example", token: "t", fetch: api.fetch, clock });
  const queue = new OfflineQueue({ client, storage: memoryStorage(), clock });
  await queue.enqueue(SAVE);
  for (const some of faults) {
    api.faults.push(...some);
    await queue.flush();
  }
  queue.resume();
  await queue.flush();
  const { waiting, failed } = await queue.contents();
  const lines = api.requests.map(({ method, path }) => `${method} ${path.replace(/[\da-f-]{36}/, "id")}`);
  return { lines, created: api.created.length, left: waiting.length + failed.length, last: api.requests.at(-1)?.body };
}

const BOTH = ["POST /v1/bookmarks", "PUT /v1/bookmarks/id/page"];

it("a page is sent after its save", async () => {
  expect(await flushed()).toEqual({ lines: BOTH, created: 1, left: 0, last: PAGE });
});

it.each<[string, Fault]>([
  ["is lost", { kind: "cut" }],
  ["has no answer", { kind: "cut", after: true }],
  ["comes too early", refused(429, "rate_limited")],
  ["has an expired token", refused(401, "token_not_accepted")],
])("a page that %s is sent again, after the same save", async (_, fault) => {
  expect(await flushed([undefined, fault])).toEqual({ lines: [...BOTH, ...BOTH], created: 1, left: 0, last: PAGE });
});

it.each([
  [413, "body_too_large"],
  [404, "not_found"],
  [403, "insufficient_scope"],
])("a page that is refused by %i is given up, and its save is done", async (status, code) => {
  expect(await flushed([undefined, refused(status, code)])).toMatchObject({ lines: BOTH, created: 1, left: 0 });
});

it("a page that a gateway breaks, taking it for a text, is sent as a text", async () => {
  const { lines, left, last } = await flushed([undefined, refused(400, "invalid_gzip")]);
  expect({ lines, left, last }).toEqual({
    lines: [...BOTH, "PUT /v1/bookmarks/id/page"],
    left: 0,
    last: { ...PAGE, coding: null },
  });
});
