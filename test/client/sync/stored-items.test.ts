import { beforeEach, describe, expect, it } from "vitest";
import type { Bookmark, Change, Intent, StoredItem } from "../../../client/index.ts";
import type { QueueEntry } from "../../../client/offline/queue-entry.ts";
import { StoredItems } from "../../../client/sync/stored-items.ts";
import type { Progress, Reading } from "../../../client/sync/sync-storage.ts";
import { queued } from "../queued.ts";
import { savedBookmark } from "../saved-bookmark.ts";

const CREATED = "2026-11-20T00:00:00.000Z";
const [EARLIER, NOW, LATER] = [1, 2, 3].map((hour) => `2026-11-20T0${hour}:00:00.000Z`) as [string, string, string];
const now = new Date(NOW);

const FIRST: Progress = { cursor: "c1", generation: 2, isWhole: false, syncedAt: null };
const WHOLE: Progress = { ...FIRST, isWhole: true, syncedAt: EARLIER };

const page = (id: string, fields: Partial<Bookmark> = {}) =>
  savedBookmark({ id, url: `https://example.com/${id}`, created_at: CREATED, ...fields });
/** An item that a change of the current generation has brought. */
function storedItem(id: string, fields: Partial<StoredItem> = {}): StoredItem {
  const stored = { changedAt: CREATED, answeredAt: null, generation: 2, savedUnder: null };
  return { type: "bookmark", id, item: page(id), ...stored, ...fields } as StoredItem;
}
const change = (id: string, item: Bookmark | null = page(id)): Change =>
  ({ type: "bookmark", id, deleted: item === null, changed_at: NOW, item }) as Change;
/** What such a change makes of an item. */
const changed = (id: string, fields: Partial<StoredItem> = {}) => storedItem(id, { changedAt: NOW, ...fields });

let items: StoredItems;
let revision: number;
beforeEach(() => {
  items = new StoredItems();
  revision = 0;
});

function take(stored: readonly StoredItem[], fields: Partial<Reading> = {}): boolean {
  revision += 1;
  return items.take({ items: stored, progress: FIRST, revision, isAll: false, ...fields });
}
const ids = () => Array.from(items.present(), ({ id }) => id);

describe("a reading", () => {
  it.each<[string, StoredItem[], Partial<Reading>, boolean]>([
    ["of nothing", [], {}, false],
    ["of the same items", [storedItem("a"), storedItem("b")], {}, false],
    ["of everything", [storedItem("a"), storedItem("b")], { isAll: true }, false],
    ["of the same state in a later generation", [storedItem("a", { generation: 3, changedAt: NOW })], {}, false],
    ["of another state", [storedItem("a", { item: page("a", { title: "A" }) }), storedItem("b")], {}, true],
    ["of a deletion", [storedItem("a", { item: null })], {}, true],
    ["of an item that was saved here", [storedItem("a", { savedUnder: "k" })], {}, true],
    ["of another item", [storedItem("c")], {}, true],
    ["of everything, which is less", [storedItem("a")], { isAll: true }, true],
    ["of everything, which is nothing", [], { isAll: true }, true],
    ["of the end of the changes", [], { progress: WHOLE }, false],
  ])("%s tells whether something else is there now", (_what, stored, fields, isOther) => {
    expect(take([storedItem("a"), storedItem("b")])).toBe(true);
    expect(take(stored, fields)).toBe(isOther);
    expect([items.revision, items.progress]).toEqual([2, fields.progress ?? FIRST]);
    for (const each of stored) expect(items.get(each.type, each.id)).toEqual(each);
  });
});

describe("a preview", () => {
  it("is there until its item is stored or deleted, or the first pass has ended", () => {
    expect(items.preview([page("a"), page("b"), page("c")])).toBe(true);
    expect(ids()).toEqual(["a", "b", "c"]);
    take([storedItem("a"), storedItem("b", { item: null })]);
    expect(ids()).toEqual(["a", "c"]);
    expect(take([], { progress: WHOLE })).toBe(true);
    expect(ids()).toEqual(["a"]);
    expect(items.preview([page("c")])).toBe(false);
    expect(ids()).toEqual(["a"]);
  });

  it("that is stored makes no difference at the end of the first pass", () => {
    items.preview([page("a")]);
    take([storedItem("a")]);
    expect(take([], { progress: WHOLE })).toBe(false);
    items = new StoredItems();
    expect(take([], { progress: WHOLE })).toBe(false);
  });
});

describe("a page of changes", () => {
  it("is stored with its cursor, and what was saved here stays so", () => {
    take([storedItem("a", { savedUnder: "k" })]);
    expect(items.pageWrite([change("a"), change("b", null)], "c2", null)).toEqual({
      items: [changed("a", { savedUnder: "k" }), changed("b", { item: null })],
      progress: { ...FIRST, cursor: "c2" },
    });
  });

  it("that ends a first pass deletes what the pass has not brought", () => {
    const answered = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
    const old = storedItem("old", { generation: 1 });
    const late = storedItem("late", { answeredAt: answered(600_001) });
    take([
      old,
      late,
      storedItem("this generation"),
      storedItem("brought now", { generation: 1 }),
      storedItem("saved meanwhile", { generation: 1, answeredAt: answered(600_000) }),
      storedItem("deleted before", { generation: 1, item: null }),
      storedItem("deleted here", { answeredAt: answered(600_001), item: null }),
    ]);
    expect(items.pageWrite([change("brought now")], "c2", now)).toEqual({
      items: [changed("brought now"), { ...old, item: null }, { ...late, item: null }],
      progress: { cursor: "c2", generation: 2, isWhole: true, syncedAt: NOW },
    });
  });

  it("that ends a later pass deletes nothing by itself", () => {
    take([storedItem("old", { generation: 1 })], { progress: WHOLE });
    expect(items.pageWrite([], "c2", now)).toEqual({
      items: [],
      progress: { ...WHOLE, cursor: "c2", syncedAt: NOW },
    });
  });

  it("has a later time at each end, also when the clock was set back", () => {
    take([], { progress: { ...WHOLE, syncedAt: LATER } });
    expect(items.pageWrite([], "c2", now).progress.syncedAt).toBe("2026-11-20T03:00:00.001Z");
  });

  const long = new Date(now.getTime() - 600_001).toISOString();
  it.each<[string, StoredItem[], Change[], boolean]>([
    ["an answer", [storedItem("a", { answeredAt: long })], [], true],
    [
      "one answer of two",
      [storedItem("b", { answeredAt: NOW }), storedItem("a", { answeredAt: long })],
      [change("b")],
      true,
    ],
    ["an answer that it brings now", [storedItem("a", { answeredAt: long })], [change("a")], false],
    [
      "an answer of ten minutes ago",
      [storedItem("a", { answeredAt: new Date(now.getTime() - 600_000).toISOString() })],
      [],
      false,
    ],
    ["a deletion", [storedItem("a", { answeredAt: long, item: null })], [], false],
    ["a change", [storedItem("a")], [], false],
  ])("that has not brought for long %s begins the changes again: %s", (_what, stored, changes, begins) => {
    take(stored, { progress: WHOLE });
    const { progress } = items.pageWrite(changes, "c2", now);
    expect(progress).toEqual(
      begins
        ? { cursor: null, generation: 3, isWhole: false, syncedAt: NOW }
        : { ...WHOLE, cursor: "c2", syncedAt: NOW },
    );
  });

  it("that is refused begins them again, and everything stays until then", () => {
    take([storedItem("a")], { progress: WHOLE });
    const progress = { cursor: null, generation: 3, isWhole: false, syncedAt: EARLIER };
    expect(items.beginAgain()).toEqual({ items: [], progress });
  });
});

it("a page that was requested before an answer was stored may be older than the answer, until a change brings it", () => {
  const other = change("a", page("a", { title: "A" }));
  const overtaken = () =>
    [1, 2].map((requestedAt) =>
      [[other], [change("b"), other], [change("a")], [change("b")], []].map((changes) =>
        items.isOvertaken(changes, requestedAt),
      ),
    );
  const [both, none] = [[true, true, false, false, false], Array(5).fill(false)];
  take([storedItem("a")]);
  expect(overtaken()).toEqual([none, none]);
  take([storedItem("a", { answeredAt: NOW })]);
  expect(overtaken()).toEqual([both, none]);
  take([storedItem("b")]);
  expect(overtaken()).toEqual([both, none]);
  take([], { isAll: true });
  expect(overtaken()).toEqual([none, none]);
  take([storedItem("a", { answeredAt: NOW })]);
  expect(overtaken()).toEqual([both, both]);
  take([changed("a")]);
  expect(overtaken()).toEqual([none, none]);
});

describe("an answer", () => {
  const entry = (intent: Intent): QueueEntry => queued(intent, { idempotencyKey: "key", place: 1 });
  const save = entry({ create: "bookmark", body: { url: "https://example.com/a" } });
  const update = entry({ update: "bookmark", id: "a", body: {} });
  const answered = (item: Bookmark | null) => ({ type: "bookmark", id: "a", item }) as const;
  const written = (fields: Partial<StoredItem>) => ({
    items: [storedItem("a", { changedAt: "", answeredAt: NOW, ...fields })],
    progress: FIRST,
  });
  const at = (updated_at: string, title = "New") => page("a", { title, updated_at });

  it("of something new is stored: what an entry has saved, with its key", () => {
    take([]);
    const item = at(NOW);
    expect(items.answerWrite(save, answered(item), undefined, now)).toEqual(written({ item, savedUnder: "key" }));
    expect(items.answerWrite(update, answered(item), undefined, now)).toEqual(written({ item }));
    expect(items.answerWrite(update, answered(null), undefined, now)).toEqual(written({ item: null }));
  });

  it("of the same state only tells that it was saved here, once", () => {
    take([storedItem("a")]);
    const there = items.get("bookmark", "a");
    expect(items.answerWrite(update, answered(page("a")), there, now)).toBeNull();
    expect(items.answerWrite(save, answered(page("a")), undefined, now)).toEqual({
      items: [storedItem("a", { savedUnder: "key" })],
      progress: FIRST,
    });
    take([storedItem("a", { savedUnder: "key" })]);
    expect(items.answerWrite(save, answered(page("a")), undefined, now)).toBeNull();
    expect(items.answerWrite(update, answered(page("a")), undefined, now)).toBeNull();
  });

  it("counts if the item is as it was before the request, whatever the times say", () => {
    take([storedItem("a", { item: at(LATER, "Old"), savedUnder: "k" })]);
    const before = items.get("bookmark", "a");
    const item = at(EARLIER);
    expect(items.answerWrite(update, answered(item), before, now)).toEqual(written({ item, savedUnder: "k" }));
    expect(items.answerWrite(update, answered(null), before, now)).toEqual(
      written({ item: null, changedAt: LATER, savedUnder: "k" }),
    );
  });

  it.each([
    [EARLIER, false],
    [NOW, false],
    [LATER, true],
  ])("of %s counts if nothing newer has come between: %s", (time, counts) => {
    take([storedItem("a", { item: at(NOW, "Between") })]);
    const item = at(time);
    const write = items.answerWrite(update, answered(item), storedItem("a"), now);
    expect(write).toEqual(counts ? written({ item }) : null);
  });

  it.each([
    ["the same", at(NOW, "Old"), true],
    ["another one of an earlier time", at(EARLIER, "Between"), false],
    ["another one of a later time", at(LATER, "Between"), false],
  ])("of a deletion counts if the state that has come between is what was there before: %s", (_, item, counts) => {
    take([storedItem("a", { item })]);
    const before = storedItem("a", { item: at(NOW, "Old") });
    const write = items.answerWrite(update, answered(null), before, now);
    expect(write).toEqual(counts ? written({ item: null, changedAt: NOW }) : null);
    expect(items.answerWrite(update, answered(null), undefined, now)).toBeNull();
  });

  it("does not restore an item that was deleted after it", () => {
    take([storedItem("a", { item: null, changedAt: NOW })]);
    expect(items.answerWrite(update, answered(at(NOW)), storedItem("a"), now)).toBeNull();
    const item = at(LATER);
    expect(items.answerWrite(update, answered(item), storedItem("a"), now)).toEqual(written({ item }));
  });
});
