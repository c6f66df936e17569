import { expect, it } from "vitest";
import type { Intent } from "../../client/index.ts";
import { idOf, isIntent, typeOf } from "../../client/offline/intent.ts";
import { isQueueEntry, whyUnreadable } from "../../client/offline/queue-entry.ts";
import { queued } from "./queued.ts";

const ENTRY = queued({ delete: "stock", id: "s" }, { place: 1 });
const LATER = "This version of the client can't handle this entry. A newer version stored it, and will send it.";
const DAMAGED = "It is not a valid entry.";

it.each<[Intent, string, string | null]>([
  [{ create: "stock", body: { url: "u" } }, "stock", null],
  [{ create: "bookmark", body: { url: "u" } }, "bookmark", null],
  [{ update: "bookmark", id: "b", body: {} }, "bookmark", "b"],
  [{ create: "bookmark", body: { url: "u" }, page: "H4sI" }, "bookmark", null],
  [{ delete: "stock", id: "s" }, "stock", "s"],
  [{ refresh: "bookmark", id: "b" }, "bookmark", "b"],
  [{ merge: "bookmark", id: "b", into: "a" }, "bookmark", "b"],
])("the intent %j is about a %s of id %j, and an entry's", (intent, type, id) => {
  expect([isIntent(intent), typeOf(intent), idOf(intent)]).toEqual([true, type, id]);
  expect(isQueueEntry({ ...ENTRY, intent })).toBe(true);
});

it.each([
  [null],
  ["delete"],
  [{}],
  [{ archive: "stock", id: "s" }],
  [{ delete: "stock", refresh: "stock", id: "s" }],
  [{ delete: "book", id: "s" }],
  [{ delete: "stock" }],
  [{ delete: "stock", id: "" }],
  [{ delete: "stock", id: 1 }],
  [{ merge: "stock", id: "b", into: "a" }],
  [{ merge: "bookmark", id: "b" }],
  [{ merge: "bookmark", id: "b", into: "" }],
  [{ merge: "bookmark", into: "a" }],
  [{ update: "stock", id: "s" }],
  [{ update: "stock", id: "s", body: null }],
  [{ update: "stock", id: "", body: {} }],
  [{ create: "stock", body: null }],
  [{ create: "stock", body: { url: 1 } }],
  [{ create: "stock" }],
  [{ create: "stock", body: { url: "u" }, page: "H4sI" }],
  [{ create: "bookmark", body: { url: "u" }, page: 1 }],
])("%j is no intent", (value) => {
  expect(isIntent(value)).toBe(false);
});

it.each([
  [{ notBefore: ENTRY.enqueuedAt }],
  [{ state: "failed", lastError: { status: 400, code: null, message: "m", at: ENTRY.enqueuedAt } }],
  [{ addedByALaterVersion: true }],
])("an entry may have %j", (fields) => {
  expect(isQueueEntry({ ...ENTRY, ...fields })).toBe(true);
});

it.each([
  [{ intent: null }],
  [{ intent: "delete" }],
  [{ place: "1" }],
  [{ idempotencyKey: null }],
  [{ enqueuedAt: 1 }],
  [{ notBefore: 1 }],
  [{ state: "sent" }],
  [{ attempts: "0" }],
  [{ strikes: null }],
  [{ lastError: "none" }],
  [{ lastError: undefined }],
])("an entry with %j is damaged", (fields) => {
  const value = { ...ENTRY, ...fields };
  expect([isQueueEntry(value), whyUnreadable(value)]).toEqual([false, DAMAGED]);
});

it("a value that is not an object is damaged, and an unknown intent is a later version's", () => {
  expect([null, 7, undefined].map(isQueueEntry)).toEqual([false, false, false]);
  expect(whyUnreadable(null)).toBe(DAMAGED);
  const later = { ...ENTRY, intent: { archive: "stock" } };
  expect([isQueueEntry(later), whyUnreadable(later)]).toEqual([false, LATER]);
});
