import { beforeEach, describe, expect, it } from "vitest";
import type { BookmarksWorld } from "../bookmarks/bookmarks-world.ts";
import { bookmarksApi, bookmarksWorld, pageUrl, pendingBookmark } from "../bookmarks/bookmarks-world.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { at, MINUTE, newUser, testClock } from "../emulators/test-clock.ts";
import type { SlidesWorld } from "../slides/slides-world.ts";
import { deckUrl, metadata, pendingStock, slidesApi, slidesWorld } from "../slides/slides-world.ts";
import { changesApi, changesWorld, Follower } from "./changes-world.ts";
import { deletion } from "./deletion.ts";

capturedLog();
dynamoOfFile();

const DAY = 24 * 60 * MINUTE;

let clock: TestClock;
let user: string;
let bookmarks: BookmarksWorld;
let slides: SlidesWorld;
let send: ReturnType<typeof changesApi>;
let follower: Follower;

beforeEach(() => {
  clock = testClock();
  user = newUser();
  bookmarks = { ...bookmarksWorld(dynamo), clock };
  slides = { ...slidesWorld(dynamo), clock };
  send = changesApi(changesWorld(dynamo, clock));
  follower = new Follower(send, user);
});

async function savePage(name: string): Promise<string> {
  const bookmark = pendingBookmark(user, { canonicalUrl: pageUrl(name), now: clock.now() });
  expect(await bookmarks.items.create(bookmark, `creation of ${name} at ${clock.now().toISOString()}`)).toBe(true);
  return bookmark.id;
}

async function saveDeck(name: string): Promise<string> {
  const stock = pendingStock(user, { canonicalUrl: deckUrl(name), now: clock.now() });
  expect(await slides.items.create(stock, `creation of ${name} at ${clock.now().toISOString()}`)).toBe(true);
  return stock.id;
}

const deletePage = (id: string) => bookmarks.items.delete({ userId: user, id }, deletion(clock.now()));
const deleteDeck = (id: string) => slides.items.delete({ userId: user, id }, deletion(clock.now()));

/** What the lists show, as a follower's copy has it. */
async function lists(): Promise<Map<string, unknown>> {
  const query = { limit: "100" };
  const pages = await bookmarksApi(bookmarks)({ route: "GET /v1/bookmarks", user, query });
  const decks = await slidesApi(slides)({ route: "GET /v1/stocks", user, query });
  return new Map([
    ...pages.body.bookmarks.map((one: { id: string }) => [`bookmark ${one.id}`, one]),
    ...decks.body.stocks.map((one: { id: string }) => [`stock ${one.id}`, one]),
  ]);
}

const idsOf = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => id);

describe("a follower that begins", () => {
  it("gets the bookmarks and stocks as their own routes show them, oldest change first", async () => {
    const page = await savePage("one");
    clock.forward(1);
    const deck = await saveDeck("two");
    clock.forward(1);
    const other = await savePage("three");
    clock.forward(1);
    await slides.items.complete({ userId: user, id: deck }, metadata, { workId: "fetch-1", now: clock.now() });
    const { status, body } = await send({ user });
    expect([status, body.more]).toEqual([200, false]);
    const params = { id: deck };
    const shown = await slidesApi(slides)({ route: "GET /v1/stocks/{id}", params, user });
    expect(body.changes.map(({ item, ...change }: { item: unknown }) => change)).toEqual([
      { type: "bookmark", id: page, deleted: false, changed_at: at(0).toISOString() },
      { type: "bookmark", id: other, deleted: false, changed_at: at(2).toISOString() },
      { type: "stock", id: deck, deleted: false, changed_at: at(3).toISOString() },
    ]);
    expect(body.changes[2].item).toEqual(shown.body);
    await follower.catchUp();
    expect(follower.copy).toEqual(await lists());
  });

  it("gets nothing of a user without items, and a cursor all the same", async () => {
    expect((await send({ user })).body).toEqual({ changes: [], next_cursor: expect.any(String), more: false });
  });

  it("gets nothing that was deleted, now or long ago", async () => {
    const [old, young] = [await savePage("old"), await saveDeck("young")];
    const kept = await savePage("kept");
    await deletePage(old);
    clock.forward(30 * DAY);
    await deleteDeck(young);
    expect(idsOf(await follower.catchUp(1))).toEqual([kept]);
  });

  it("gets the deletion of an item that its first pass delivered", async () => {
    const one = await savePage("one");
    clock.forward(1);
    const two = await savePage("two");
    await follower.readPage(1);
    expect(idsOf(follower.changes)).toEqual([one]);
    clock.forward(1);
    await deletePage(one);
    await deletePage(two);
    await follower.catchUp(1);
    expect([...follower.copy]).toEqual([]);
  });

  it("gets nothing of another user", async () => {
    await savePage("mine");
    expect((await send({ user: newUser() })).body.changes).toEqual([]);
  });
});

describe("a follower that goes on", () => {
  it("gets what was made, changed and deleted, each once, then nothing", async () => {
    const [changed, deleted] = [await savePage("changed"), await saveDeck("deleted")];
    await follower.catchUp();
    clock.forward(MINUTE);
    const read = await bookmarks.items.get({ userId: user, id: changed });
    if (read === null) throw new Error("The bookmark is gone");
    await bookmarks.items.saveChanges(read, { note: "new" }, clock.now());
    clock.forward(1);
    await deleteDeck(deleted);
    clock.forward(1);
    const made = await savePage("made");
    expect(await follower.catchUp()).toEqual([
      expect.objectContaining({ id: changed, item: expect.objectContaining({ note: "new" }) }),
      { type: "stock", id: deleted, deleted: true, changed_at: at(MINUTE + 1).toISOString(), item: null },
      expect.objectContaining({ id: made, deleted: false }),
    ]);
    expect(follower.copy).toEqual(await lists());
    expect(await follower.catchUp()).toEqual([]);
  });

  it("gets the second of two changes of one millisecond", async () => {
    const id = await savePage("one");
    await follower.catchUp();
    const read = await bookmarks.items.get({ userId: user, id });
    if (read === null) throw new Error("The bookmark is gone");
    for (const note of ["first", "second", null]) {
      const written = await bookmarks.items.get({ userId: user, id });
      await bookmarks.items.saveChanges(written ?? read, { note }, clock.now());
      expect(await follower.catchUp()).toMatchObject([{ id, changed_at: read.updatedAt, item: { note } }]);
    }
  });

  it("gets the deletions of 60 days", async () => {
    const [page, deck] = [await savePage("one"), await saveDeck("two")];
    await follower.catchUp();
    await deletePage(page);
    await deleteDeck(deck);
    clock.forward(60 * DAY);
    expect(await follower.catchUp()).toMatchObject([{ deleted: true }, { deleted: true }]);
  });

  it("gets an item whose creation of two days ago a repetition has completed", async () => {
    await follower.catchUp();
    const body = { url: pageUrl(), note: null };
    const headers = { "idempotency-key": "0b3f1c1e-5d0a-4c3e-9f00-7a1b2c3d4e5f" };
    const create = bookmarks.items.create.bind(bookmarks.items);
    bookmarks.items.create = () => Promise.reject(new Error("killed"));
    const save = () => bookmarksApi(bookmarks)({ route: "POST /v1/bookmarks", body, headers, user });
    expect(await save()).toMatchObject({ status: 500 });
    clock.forward(2 * DAY);
    await follower.catchUp();
    bookmarks.items.create = create;
    expect(await save()).toMatchObject({ status: 201, body: { created_at: at(0).toISOString() } });
    await follower.catchUp();
    expect(follower.copy).toEqual(await lists());
    expect(follower.copy.size).toBe(1);
  });
});

describe("pages", () => {
  it.each([1, 2, 3, 7, 200])("of %i hold each change once, in the order of the changes", async (limit) => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      ids.push(index % 2 === 0 ? await savePage(`${index}`) : await saveDeck(`${index}`));
      clock.forward(1);
    }
    const sizes: number[] = [];
    const seen: string[] = [];
    for (let more = true; more; ) {
      more = await follower.readPage(limit);
      sizes.push(follower.changes.length);
      seen.push(...idsOf(follower.changes));
    }
    expect(seen).toEqual(ids);
    expect(sizes).toEqual(
      Array.from({ length: Math.ceil(7 / limit) }, (_, index) => Math.min(limit, 7 - index * limit)),
    );
  });

  it.each(["0", "201", "-1", "1.5", "", "x"])("of %j are rejected", async (limit) => {
    expect(await send({ user, query: { limit } })).toMatchObject({ status: 400, body: { code: "validation_error" } });
  });

  it("hold 100 changes by default", async () => {
    const saves = Array.from({ length: 101 }, (_, index) => deckUrl(`deck-${index}`)).map((canonicalUrl) =>
      slides.items.create(pendingStock(user, { canonicalUrl }), "creation-1"),
    );
    await Promise.all(saves);
    const { body } = await send({ user });
    expect([body.changes.length, body.more]).toEqual([100, true]);
  });
});

describe("a cursor", () => {
  it.each([
    { name: "of another user", cursor: async () => (await send({ user: newUser() })).body.next_cursor },
    { name: "of a list", cursor: async () => "kYI3dGx2Y0FqQ0JXd1Z4" },
    { name: "that is changed", cursor: async () => `${(await send({ user })).body.next_cursor}a` },
    { name: "that is empty", cursor: async () => "" },
  ])("$name is rejected", async ({ cursor }) => {
    expect(await send({ user, query: { cursor: await cursor() } })).toMatchObject({
      status: 400,
      body: { code: "invalid_cursor" },
    });
  });

  it("of more than 60 days is rejected with 410, and a new beginning gets what is there", async () => {
    const id = await savePage("one");
    const { body } = await send({ user });
    clock.forward(60 * DAY);
    expect((await send({ user, query: { cursor: body.next_cursor } })).status).toBe(200);
    clock.forward(1);
    const answer = await send({ user, query: { cursor: body.next_cursor } });
    expect(answer).toMatchObject({ status: 410, body: { code: "cursor_expired", title: "Gone" } });
    expect(answer.body.detail).toContain("without a cursor");
    expect(idsOf((await send({ user })).body.changes)).toEqual([id]);
  });

  it("of a pass whose deletions are no longer known is rejected, however young it is", async () => {
    await savePage("one");
    await savePage("two");
    const first = await send({ user, query: { limit: "1" } });
    clock.forward(59 * DAY);
    const second = await send({ user, query: { limit: "1", cursor: first.body.next_cursor } });
    expect(second.status).toBe(200);
    clock.forward(9 * DAY);
    expect(await send({ user, query: { cursor: second.body.next_cursor } })).toMatchObject({ status: 410 });
  });

  it("of a later pass that pauses past the tombstones it reads is rejected, of one that has ended is not", async () => {
    await savePage("one");
    const first = await send({ user });
    await savePage("two");
    await savePage("three");
    clock.forward(59 * DAY);
    const query = (limit: string) => ({ limit, cursor: first.body.next_cursor });
    const paused = await send({ user, query: query("1") });
    const ended = await send({ user, query: query("100") });
    expect([paused.body.more, ended.body.more]).toEqual([true, false]);
    clock.forward(9 * DAY);
    const later = async ({ body }: typeof first) => (await send({ user, query: { cursor: body.next_cursor } })).status;
    expect([await later(paused), await later(ended)]).toEqual([410, 200]);
  });

  it("fits into a request line, however much was changed lately", async () => {
    await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        slides.items.create(pendingStock(user, { canonicalUrl: deckUrl(`deck-${index}`) }), "creation-1"),
      ),
    );
    let longest = 0;
    let cursor: string | undefined;
    for (let page = 0; page < 6; page += 1) {
      const query = { limit: "150", ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await send({ user, query });
      longest = Math.max(longest, body.next_cursor.length);
      cursor = body.next_cursor;
    }
    expect(longest).toBeGreaterThan(3_000);
    expect(longest).toBeLessThan(4_096);
  });
});

describe("the cost", () => {
  /** The requests to the tables since the last call of this. */
  function sent(): { command: string; table: string; units: number | null }[] {
    return dynamo.consumed.splice(0);
  }

  it("of a page is a query and a read of items for each kind; a follower that begins asks for tombstones first", async () => {
    await savePage("one");
    await saveDeck("two");
    sent();
    await follower.catchUp();
    expect(sent().map(({ command }) => command)).toEqual([
      ...Array<string>(4).fill("QueryCommand"),
      ...Array<string>(2).fill("BatchGetItemCommand"),
    ]);
    await follower.catchUp();
    expect(sent()).toHaveLength(4);
  });

  it("of a page without changes is a query for each kind", async () => {
    await savePage("one");
    await saveDeck("two");
    await follower.catchUp();
    clock.forward(10 * MINUTE);
    await follower.catchUp();
    sent();
    await follower.catchUp();
    expect(sent().map(({ command }) => command)).toEqual(["QueryCommand", "QueryCommand"]);
  });

  it("of a change is one entry of one index, however often an item is changed", async () => {
    const entries = async () => {
      const { entries: all } = await changesWorld(dynamo, clock).sources.stock.listEntries(user, {
        from: null,
        after: null,
        limit: 10,
      });
      return all.map(({ changedAt }) => changedAt);
    };
    const id = await saveDeck("one");
    expect(await entries()).toEqual([at(0).toISOString()]);
    clock.forward(1);
    await slides.items.complete({ userId: user, id }, metadata, { workId: "fetch-1", now: clock.now() });
    expect(await entries()).toEqual([at(1).toISOString()]);
    await slides.items.postponeReconcile({ userId: user, id, workId: "fetch-1" }, at(2), 1);
    expect(await entries()).toEqual([at(1).toISOString()]);
    clock.forward(1);
    sent();
    await deleteDeck(id);
    expect(sent()).toEqual([{ command: "UpdateItemCommand", table: "stocks", units: 1 }]);
    expect(await entries()).toEqual([at(2).toISOString()]);
  });
});
