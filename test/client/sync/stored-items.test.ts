import { beforeEach, describe, expect, it } from "vitest";
import type { Bookmark, Change, Intent, StoredItem } from "../../../client/index.ts";
import type { QueueEntry } from "../../../client/offline/queue-entry.ts";
import { StoredItems } from "../../../client/sync/stored-items.ts";
import type { Progress, Reading } from "../../../client/sync/sync-storage.ts";
import { savedBookmark } from "../saved-bookmark.ts";

const CREATED = "2026-11-20T00:00:00.000Z";
const [EARLIER, NOW, LATER] = [1, 2, 3].map((hour) => `2026-11-20T0${hour}:00:00.000Z`) as [string, string, string];
const now = new Date(NOW);

const FIRST: Progress = { cursor: "c1", generation: 2, isWhole: false, syncedAt: null };
const WHOLE: Progress = { ...FIRST, isWhole: true, syncedAt: EARLIER };

const page = (id: string, fields: Partial<Bookmark> = {}) =>
  savedBookmark({ id, url: `https://example.com/${id}`, created_at: CREATED, ...fields });
/** A thing that a change of the current generation has brought. */
function thing(id: string, fields: Partial<StoredItem> = {}): StoredItem {
  const stored = { changedAt: CREATED, answeredAt: null, generation: 2, savedUnder: null };
  return { type: "bookmark", id, item: page(id), ...stored, ...fields } as StoredItem;
}
const change = (id: string, item: Bookmark | null = page(id)): Change =>
  ({ type: "bookmark", id, deleted: item === null, changed_at: NOW, item }) as Change;
/** What such a change makes of a thing. */
const changed = (id: string, fields: Partial<StoredItem> = {}) => thing(id, { changedAt: NOW, ...fields });

let things: StoredItems;
let revision: number;
beforeEach(() => {
  things = new StoredItems();
  revision = 0;
});

function take(stored: readonly StoredItem[], fields: Partial<Reading> = {}): boolean {
  revision += 1;
  return things.take({ things: stored, progress: FIRST, revision, isAll: false, ...fields });
}
const ids = () => Array.from(things.present(), ({ id }) => id);

describe("a reading", () => {
  it.each<[string, StoredItem[], Partial<Reading>, boolean]>([
    ["of nothing", [], {}, false],
    ["of the same things", [thing("a"), thing("b")], {}, false],
    ["of everything", [thing("a"), thing("b")], { isAll: true }, false],
    ["of the same state in a later generation", [thing("a", { generation: 3, changedAt: NOW })], {}, false],
    ["of another state", [thing("a", { item: page("a", { title: "A" }) }), thing("b")], {}, true],
    ["of a deletion", [thing("a", { item: null })], {}, true],
    ["of a thing that was saved here", [thing("a", { savedUnder: "k" })], {}, true],
    ["of another thing", [thing("c")], {}, true],
    ["of everything, which is less", [thing("a")], { isAll: true }, true],
    ["of everything, which is nothing", [], { isAll: true }, true],
    ["of the end of the changes", [], { progress: WHOLE }, false],
  ])("%s tells whether something else is there now", (_what, stored, fields, isOther) => {
    expect(take([thing("a"), thing("b")])).toBe(true);
    expect(take(stored, fields)).toBe(isOther);
    expect([things.revision, things.progress]).toEqual([2, fields.progress ?? FIRST]);
    for (const each of stored) expect(things.get(each.type, each.id)).toEqual(each);
  });
});

describe("a preview", () => {
  it("is there until its thing is stored or deleted, or the first pass has ended", () => {
    expect(things.preview([page("a"), page("b"), page("c")])).toBe(true);
    expect(ids()).toEqual(["a", "b", "c"]);
    take([thing("a"), thing("b", { item: null })]);
    expect(ids()).toEqual(["a", "c"]);
    expect(take([], { progress: WHOLE })).toBe(true);
    expect(ids()).toEqual(["a"]);
    expect(things.preview([page("c")])).toBe(false);
    expect(ids()).toEqual(["a"]);
  });

  it("that is stored makes no difference at the end of the first pass", () => {
    things.preview([page("a")]);
    take([thing("a")]);
    expect(take([], { progress: WHOLE })).toBe(false);
    things = new StoredItems();
    expect(take([], { progress: WHOLE })).toBe(false);
  });
});

describe("a page of changes", () => {
  it("is stored with its cursor, and what was saved here stays so", () => {
    take([thing("a", { savedUnder: "k" })]);
    expect(things.pageWrite([change("a"), change("b", null)], "c2", null)).toEqual({
      things: [changed("a", { savedUnder: "k" }), changed("b", { item: null })],
      progress: { ...FIRST, cursor: "c2" },
    });
  });

  it("that ends a first pass deletes what the pass has not brought", () => {
    const answered = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
    const old = thing("old", { generation: 1 });
    const late = thing("late", { answeredAt: answered(600_001) });
    take([
      old,
      late,
      thing("this generation"),
      thing("brought now", { generation: 1 }),
      thing("saved meanwhile", { generation: 1, answeredAt: answered(600_000) }),
      thing("deleted before", { generation: 1, item: null }),
      thing("deleted here", { answeredAt: answered(600_001), item: null }),
    ]);
    expect(things.pageWrite([change("brought now")], "c2", now)).toEqual({
      things: [changed("brought now"), { ...old, item: null }, { ...late, item: null }],
      progress: { cursor: "c2", generation: 2, isWhole: true, syncedAt: NOW },
    });
  });

  it("that ends a later pass deletes nothing by itself", () => {
    take([thing("old", { generation: 1 })], { progress: WHOLE });
    expect(things.pageWrite([], "c2", now)).toEqual({
      things: [],
      progress: { ...WHOLE, cursor: "c2", syncedAt: NOW },
    });
  });

  it("has a later time at each end, also when the clock was set back", () => {
    take([], { progress: { ...WHOLE, syncedAt: LATER } });
    expect(things.pageWrite([], "c2", now).progress.syncedAt).toBe("2026-11-20T03:00:00.001Z");
  });

  const long = new Date(now.getTime() - 600_001).toISOString();
  it.each<[string, StoredItem[], Change[], boolean]>([
    ["an answer", [thing("a", { answeredAt: long })], [], true],
    ["one answer of two", [thing("b", { answeredAt: NOW }), thing("a", { answeredAt: long })], [change("b")], true],
    ["an answer that it brings now", [thing("a", { answeredAt: long })], [change("a")], false],
    [
      "an answer of ten minutes ago",
      [thing("a", { answeredAt: new Date(now.getTime() - 600_000).toISOString() })],
      [],
      false,
    ],
    ["a deletion", [thing("a", { answeredAt: long, item: null })], [], false],
    ["a change", [thing("a")], [], false],
  ])("that has not brought for long %s begins the changes again: %s", (_what, stored, changes, begins) => {
    take(stored, { progress: WHOLE });
    const { progress } = things.pageWrite(changes, "c2", now);
    expect(progress).toEqual(
      begins
        ? { cursor: null, generation: 3, isWhole: false, syncedAt: NOW }
        : { ...WHOLE, cursor: "c2", syncedAt: NOW },
    );
  });

  it("that is refused begins them again, and everything stays until then", () => {
    take([thing("a")], { progress: WHOLE });
    const progress = { cursor: null, generation: 3, isWhole: false, syncedAt: EARLIER };
    expect(things.beginAgain()).toEqual({ things: [], progress });
  });
});

it("a page that was requested before an answer was stored may be older than the answer, until a change brings it", () => {
  const other = change("a", page("a", { title: "A" }));
  const overtaken = () =>
    [1, 2].map((requestedAt) =>
      [[other], [change("b"), other], [change("a")], [change("b")], []].map((changes) =>
        things.isOvertaken(changes, requestedAt),
      ),
    );
  const [both, none] = [[true, true, false, false, false], Array(5).fill(false)];
  take([thing("a")]);
  expect(overtaken()).toEqual([none, none]);
  take([thing("a", { answeredAt: NOW })]);
  expect(overtaken()).toEqual([both, none]);
  take([thing("b")]);
  expect(overtaken()).toEqual([both, none]);
  take([], { isAll: true });
  expect(overtaken()).toEqual([none, none]);
  take([thing("a", { answeredAt: NOW })]);
  expect(overtaken()).toEqual([both, both]);
  take([changed("a")]);
  expect(overtaken()).toEqual([none, none]);
});

describe("an answer", () => {
  const entry = (intent: Intent): QueueEntry => ({
    idempotencyKey: "key",
    intent,
    enqueuedAt: CREATED,
    state: "waiting",
    attempts: 0,
    strikes: 0,
    lastError: null,
    place: 1,
  });
  const save = entry({ create: "bookmark", body: { url: "https://example.com/a" } });
  const update = entry({ update: "bookmark", id: "a", body: {} });
  const answered = (item: Bookmark | null) => ({ type: "bookmark", id: "a", item }) as const;
  const written = (fields: Partial<StoredItem>) => ({
    things: [thing("a", { changedAt: "", answeredAt: NOW, ...fields })],
    progress: FIRST,
  });
  const at = (updated_at: string, title = "New") => page("a", { title, updated_at });

  it("of something new is stored: what an entry has saved, with its key", () => {
    take([]);
    const item = at(NOW);
    expect(things.answerWrite(save, answered(item), undefined, now)).toEqual(written({ item, savedUnder: "key" }));
    expect(things.answerWrite(update, answered(item), undefined, now)).toEqual(written({ item }));
    expect(things.answerWrite(update, answered(null), undefined, now)).toEqual(written({ item: null }));
  });

  it("of the same state only tells that it was saved here, once", () => {
    take([thing("a")]);
    const there = things.get("bookmark", "a");
    expect(things.answerWrite(update, answered(page("a")), there, now)).toBeNull();
    expect(things.answerWrite(save, answered(page("a")), undefined, now)).toEqual({
      things: [thing("a", { savedUnder: "key" })],
      progress: FIRST,
    });
    take([thing("a", { savedUnder: "key" })]);
    expect(things.answerWrite(save, answered(page("a")), undefined, now)).toBeNull();
    expect(things.answerWrite(update, answered(page("a")), undefined, now)).toBeNull();
  });

  it("counts if the thing is as it was before the request, whatever the times say", () => {
    take([thing("a", { item: at(LATER, "Old"), savedUnder: "k" })]);
    const before = things.get("bookmark", "a");
    const item = at(EARLIER);
    expect(things.answerWrite(update, answered(item), before, now)).toEqual(written({ item, savedUnder: "k" }));
    expect(things.answerWrite(update, answered(null), before, now)).toEqual(
      written({ item: null, changedAt: LATER, savedUnder: "k" }),
    );
  });

  it.each([
    [EARLIER, false],
    [NOW, false],
    [LATER, true],
  ])("of %s counts if nothing newer has come between: %s", (time, counts) => {
    take([thing("a", { item: at(NOW, "Between") })]);
    const item = at(time);
    const write = things.answerWrite(update, answered(item), thing("a"), now);
    expect(write).toEqual(counts ? written({ item }) : null);
  });

  it.each([
    ["the same", at(NOW, "Old"), true],
    ["another one of an earlier time", at(EARLIER, "Between"), false],
    ["another one of a later time", at(LATER, "Between"), false],
  ])("of a deletion counts if the state that has come between is what was there before: %s", (_, item, counts) => {
    take([thing("a", { item })]);
    const before = thing("a", { item: at(NOW, "Old") });
    const write = things.answerWrite(update, answered(null), before, now);
    expect(write).toEqual(counts ? written({ item: null, changedAt: NOW }) : null);
    expect(things.answerWrite(update, answered(null), undefined, now)).toBeNull();
  });

  it("does not bring back what was deleted after it", () => {
    take([thing("a", { item: null, changedAt: NOW })]);
    expect(things.answerWrite(update, answered(at(NOW)), thing("a"), now)).toBeNull();
    const item = at(LATER);
    expect(things.answerWrite(update, answered(item), thing("a"), now)).toEqual(written({ item }));
  });
});
