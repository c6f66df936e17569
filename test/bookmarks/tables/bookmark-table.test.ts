import { GetCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bookmark, LlmStatus, PageFacts } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { BookmarkTable } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { ModelSummariesTable } from "../../../lambdas/bookmarks/tables/model-summaries-table.ts";
import type { Position } from "../../../lambdas/shared/http/pagination.ts";
import { deletion } from "../../changes/deletion.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, newUser, START } from "../../emulators/test-clock.ts";
import { pageUrl, pendingBookmark } from "../bookmarks-world.ts";

let dynamo: TestDynamo;
let bookmarks: BookmarkTable;
let user: string;

beforeAll(async () => {
  dynamo = await startDynamo();
  bookmarks = new BookmarkTable(dynamo.client, "bookmarks");
});
afterAll(() => dynamo.close());
beforeEach(() => {
  user = newUser();
});

const STATES = ["pending", "processing", "done", "failed"] as const;
const TOMBSTONE_SECONDS = 67 * 24 * 3_600;

const later = at(MINUTE);
const again = { processingId: "processing-2", now: later, graceMilliseconds: 10 * MINUTE };
const facts: PageFacts = {
  pageTitle: "A page",
  siteName: "A blog",
  author: null,
  language: "en",
  imageUrl: null,
  summary: "Words.",
  tags: ["words"],
  summaryBy: "extractive",
};
const failure = { jobType: "extraction", code: "not_found", retryable: false } as const;
const nothingFailed = { failure: null, reconcileAt: null };

/** A bookmark in the table, in the given state of the request `processing-1`. */
async function bookmarkThatIs(status: LlmStatus): Promise<Bookmark> {
  const bookmark = pendingBookmark(user);
  await bookmarks.create(bookmark, "creation-1");
  if (status !== "pending") await bookmarks.begin(bookmark, "processing-1", 1, START, at(16 * MINUTE));
  if (status === "done") await bookmarks.saveFacts(bookmark, "processing-1", facts, START);
  if (status === "failed") await bookmarks.saveFailure(bookmark, "processing-1", failure, START);
  return read(bookmark);
}

async function read(key: Pick<Bookmark, "userId" | "id">): Promise<Bookmark> {
  const bookmark = await bookmarks.get(key);
  if (bookmark === null) throw new Error("The bookmark is not in the table");
  return bookmark;
}

async function rawItem(key: Pick<Bookmark, "userId" | "id">) {
  const Key = { user_id: key.userId, id: key.id };
  return (await dynamo.client.send(new GetCommand({ TableName: "bookmarks", Key }))).Item;
}

describe("create", () => {
  it("writes the bookmark unchanged, with the id of its creation", async () => {
    const bookmark = { ...pendingBookmark(user), title: "Mine", note: "読む", sourceHint: "mail" };
    expect(await bookmarks.create(bookmark, "creation-1")).toBe(true);
    expect(await bookmarks.getWithCreations(bookmark)).toEqual({ bookmark, creations: new Set(["creation-1"]) });
  });

  it.each(STATES)("does not change an existing bookmark of the same page that is %s", async (status) => {
    const before = await bookmarkThatIs(status);
    const other = pendingBookmark(user, { processingId: "processing-2", now: later });
    expect(await bookmarks.create(other, "creation-2")).toBe(false);
    expect(await bookmarks.getWithCreations(before)).toEqual({ bookmark: before, creations: new Set(["creation-1"]) });
  });

  it("replaces a tombstone, with nothing left of the old bookmark", async () => {
    const old = await bookmarkThatIs("failed");
    await bookmarks.saveTexts(old, { title: "Old", note: "old" }, later);
    await bookmarks.delete(old, deletion(later));
    const anew = pendingBookmark(user, { processingId: "processing-2", now: later });
    expect(await bookmarks.create(anew, "creation-2")).toBe(true);
    expect(await bookmarks.getWithCreations(old)).toEqual({
      bookmark: anew,
      creations: new Set(["creation-1", "creation-2"]),
    });
    // TTL must not delete the new one.
    expect(await rawItem(old)).not.toHaveProperty("expires_at");
  });

  it("has one effect for each creation, even if the bookmark was deleted since", async () => {
    const bookmark = await bookmarkThatIs("done");
    await bookmarks.delete(bookmark, deletion(later));
    expect(await bookmarks.create(pendingBookmark(user), "creation-1")).toBe(false);
    expect(await bookmarks.create(pendingBookmark(user, { processingId: "processing-2" }), "creation-2")).toBe(true);
    await bookmarks.delete(bookmark, { id: "deletion-2", at: later });
    for (const creation of ["creation-1", "creation-2"]) {
      expect(await bookmarks.create(pendingBookmark(user), creation)).toBe(false);
    }
    expect(await bookmarks.get(bookmark)).toBeNull();
  });

  it("succeeds for one of fifty concurrent calls", async () => {
    const created = await Promise.all(
      Array.from({ length: 50 }, (_, index) => bookmarks.create(pendingBookmark(user), `creation-${index}`)),
    );
    expect(created.filter((won) => won)).toHaveLength(1);
    const { creations } = await bookmarks.getWithCreations(pendingBookmark(user));
    expect(creations).toEqual(new Set([`creation-${created.indexOf(true)}`]));
  });

  it("keeps two users' bookmarks of one page apart", async () => {
    const mine = pendingBookmark(user);
    const theirs = pendingBookmark(newUser());
    expect(await bookmarks.create(mine, "creation-1")).toBe(true);
    expect(await bookmarks.create(theirs, "creation-1")).toBe(true);
    await bookmarks.delete(theirs, deletion(later));
    expect(await bookmarks.get(mine)).toEqual(mine);
  });
});

describe("delete", () => {
  it.each(STATES)(
    "leaves of a %s bookmark only its creations and that it was deleted, for more than 60 days",
    async (status) => {
      const bookmark = await bookmarkThatIs(status);
      expect(await bookmarks.delete(bookmark, deletion(later))).toBe(true);
      expect(await rawItem(bookmark)).toEqual({
        user_id: user,
        id: bookmark.id,
        creations: new Set(["creation-1"]),
        deletion_id: "deletion-1",
        deleted_at: later.toISOString(),
        updated_at: later.toISOString(),
        expires_at: later.getTime() / 1_000 + TOMBSTONE_SECONDS,
      });
      expect(await bookmarks.get(bookmark)).toBeNull();
      expect((await bookmarks.list(user, { limit: 10, position: undefined })).items).toEqual([]);
    },
  );

  it("returns whether the bookmark existed", async () => {
    const bookmark = await bookmarkThatIs("done");
    expect(await bookmarks.delete(bookmark, deletion(later))).toBe(true);
    const left = await rawItem(bookmark);
    expect(await bookmarks.delete(bookmark, deletion(at(2 * MINUTE)))).toBe(false);
    expect(await rawItem(bookmark)).toEqual(left);
    expect(await bookmarks.delete({ userId: newUser(), id: bookmark.id }, deletion(later))).toBe(false);
  });

  it("is never undone by a late write", async () => {
    const bookmark = await bookmarkThatIs("failed");
    await bookmarks.delete(bookmark, deletion(later));
    const left = await rawItem(bookmark);
    expect(await bookmarks.begin(bookmark, "processing-1", 1, later, later)).toBeNull();
    expect(await bookmarks.waitForRetry(bookmark, "processing-1", later, later)).toBe(false);
    expect(await bookmarks.saveFacts(bookmark, "processing-1", facts, later)).toBeNull();
    expect(await bookmarks.saveFailure(bookmark, "processing-1", failure, later)).toBe(false);
    expect(await bookmarks.postponeReconcile({ ...bookmark, processingId: "processing-1" }, later, 1)).toBe(false);
    expect(await bookmarks.requestProcessing(bookmark, again)).toBeNull();
    expect(await bookmarks.saveTexts(bookmark, { title: "late" }, later)).toBeNull();
    expect(await rawItem(bookmark)).toEqual(left);
  });
});

describe("begin", () => {
  it.each(["pending", "processing"] as const)(
    "starts the processing of a %s bookmark until the given time",
    async (status) => {
      const before = await bookmarkThatIs(status);
      const until = at(30 * MINUTE);
      for (const receiveCount of [1, 2, 4]) {
        expect(await bookmarks.begin(before, "processing-1", receiveCount, later, until)).toEqual({
          ...before,
          llmStatus: "processing",
          updatedAt: later.toISOString(),
          reconcileAt: until.toISOString(),
        });
      }
    },
  );

  it("starts the processing of a failed one at the first receive of a message, and removes its failed job", async () => {
    const failed = await bookmarkThatIs("failed");
    expect(await bookmarks.begin(failed, "processing-1", 2, later, later)).toBeNull();
    expect(await read(failed)).toEqual(failed);
    expect(await bookmarks.begin(failed, "processing-1", 1, later, later)).toMatchObject({
      llmStatus: "processing",
      failure: null,
    });
    expect(await rawItem(failed)).not.toHaveProperty("failed_partition");
  });

  it("keeps the rounds of reconcile, whose messages start at the first receive, too; a failure ends them", async () => {
    const bookmark = await bookmarkThatIs("pending");
    await bookmarks.postponeReconcile({ ...bookmark, processingId: "processing-1" }, later, 2);
    for (const receiveCount of [2, 1]) {
      const begun = await bookmarks.begin(bookmark, "processing-1", receiveCount, later, later);
      expect(begun).toMatchObject({ reconcileRounds: 2 });
    }
    const failure = { jobType: "extraction", code: "timeout", retryable: true } as const;
    await bookmarks.saveFailure(bookmark, "processing-1", failure, later);
    expect(await read(bookmark)).toMatchObject({ reconcileRounds: 0 });
  });

  it("changes nothing when the bookmark is done, or a newer request was made", async () => {
    const done = await bookmarkThatIs("done");
    expect(await bookmarks.begin(done, "processing-1", 1, later, later)).toBeNull();
    expect(await read(done)).toEqual(done);
    const newer = await bookmarks.requestProcessing(done, again);
    expect(await bookmarks.begin(done, "processing-1", 1, later, later)).toBeNull();
    expect(await read(done)).toEqual(newer);
  });
});

describe("waitForRetry", () => {
  it("sets a processing bookmark back to pending", async () => {
    const before = await bookmarkThatIs("processing");
    expect(await bookmarks.waitForRetry(before, "processing-1", later, at(5 * MINUTE))).toBe(true);
    expect(await read(before)).toEqual({
      ...before,
      llmStatus: "pending",
      retrying: true,
      updatedAt: later.toISOString(),
      reconcileAt: at(5 * MINUTE).toISOString(),
    });
  });

  it.each(["pending", "done", "failed"] as const)("changes nothing of a %s one", async (status) => {
    const before = await bookmarkThatIs(status);
    expect(await bookmarks.waitForRetry(before, "processing-1", later, later)).toBe(false);
    expect(await read(before)).toEqual(before);
  });
});

describe("saveFacts", () => {
  it.each(["pending", "processing", "failed"] as const)("makes a %s bookmark done", async (status) => {
    const before = await bookmarkThatIs(status);
    const done = {
      ...before,
      ...facts,
      ...nothingFailed,
      llmStatus: "done",
      retrying: false,
      updatedAt: later.toISOString(),
    };
    expect(await bookmarks.saveFacts(before, "processing-1", facts, later)).toEqual(done);
    expect(await read(before)).toEqual(done);
    const item = await rawItem(before);
    for (const attribute of ["pending_partition", "reconcile_at", "failed_partition", "failed_job_id", "failed_at"]) {
      expect(item).not.toHaveProperty(attribute);
    }
  });

  it("keeps the user's texts", async () => {
    const before = await bookmarkThatIs("processing");
    await bookmarks.saveTexts(before, { title: "Mine", note: "for Friday" }, START);
    expect(await bookmarks.saveFacts(before, "processing-1", facts, later)).toMatchObject({
      title: "Mine",
      note: "for Friday",
      pageTitle: "A page",
    });
  });

  it("changes nothing when the bookmark is done, or a newer request was made", async () => {
    const done = await bookmarkThatIs("done");
    const late = { ...facts, pageTitle: "Late" };
    expect(await bookmarks.saveFacts(done, "processing-1", late, later)).toBeNull();
    expect(await read(done)).toEqual(done);
    const newer = await bookmarks.requestProcessing(done, again);
    expect(await bookmarks.saveFacts(done, "processing-1", late, later)).toBeNull();
    expect(await read(done)).toEqual(newer);
  });

  it("does not change a bookmark that was deleted and saved again", async () => {
    const old = await bookmarkThatIs("processing");
    await bookmarks.delete(old, deletion(later));
    const anew = pendingBookmark(user, { processingId: "processing-2", now: later });
    await bookmarks.create(anew, "creation-2");
    expect(await bookmarks.saveFacts(old, "processing-1", facts, later)).toBeNull();
    expect(await bookmarks.saveFailure(old, "processing-1", failure, later)).toBe(false);
    expect(await read(old)).toEqual(anew);
  });
});

describe("saveFailure", () => {
  it.each(["pending", "processing"] as const)("makes a %s bookmark failed, with its failed job", async (status) => {
    const before = await bookmarkThatIs(status);
    const llm = { jobType: "llm_processing", code: "llm_timeout", retryable: true } as const;
    expect(await bookmarks.saveFailure(before, "processing-1", llm, later)).toBe(true);
    expect(await read(before)).toEqual({
      ...before,
      llmStatus: "failed",
      // Any further processing, a redrive included, is a retry.
      retrying: true,
      updatedAt: later.toISOString(),
      failure: { ...llm, at: later.toISOString() },
      reconcileAt: null,
    });
    expect(await rawItem(before)).toMatchObject({
      failed_partition: "failed",
      failed_job_id: `00${later.getTime()}-${before.id}`,
    });
  });

  it.each(["done", "failed"] as const)("changes nothing of a %s one", async (status) => {
    const before = await bookmarkThatIs(status);
    expect(await bookmarks.saveFailure(before, "processing-1", { ...failure, code: "late" }, later)).toBe(false);
    expect(await read(before)).toEqual(before);
  });

  it("changes nothing when a newer request was made", async () => {
    const done = await bookmarkThatIs("done");
    const newer = await bookmarks.requestProcessing(done, again);
    expect(await bookmarks.saveFailure(done, "processing-1", failure, later)).toBe(false);
    expect(await read(done)).toEqual(newer);
  });
});

describe("requestProcessing", () => {
  it.each(["done", "failed"] as const)("moves a %s bookmark to pending and keeps its contents", async (status) => {
    const before = await bookmarkThatIs(status);
    const pending = {
      ...before,
      llmStatus: "pending",
      retrying: true,
      processingId: "processing-2",
      requestedAt: later.toISOString(),
      updatedAt: later.toISOString(),
      failure: null,
      reconcileAt: at(11 * MINUTE).toISOString(),
      reconcileRounds: 0,
    };
    expect(await bookmarks.requestProcessing(before, again)).toEqual(pending);
    expect(await read(before)).toEqual(pending);
    expect(await rawItem(before)).not.toHaveProperty("failed_partition");
  });

  it.each(["pending", "processing"] as const)("does not change a %s one", async (status) => {
    const before = await bookmarkThatIs(status);
    expect(await bookmarks.requestProcessing(before, again)).toBeNull();
    expect(await read(before)).toEqual(before);
  });

  it("creates no item for a bookmark that does not exist", async () => {
    const missing = pendingBookmark(user);
    expect(await bookmarks.requestProcessing(missing, again)).toBeNull();
    expect(await rawItem(missing)).toBeUndefined();
  });
});

describe("saveTexts", () => {
  it.each(STATES)("changes the sent fields of a %s bookmark, and nothing else", async (status) => {
    const before = await bookmarkThatIs(status);
    const titled = { ...before, title: "Mine", updatedAt: later.toISOString() };
    expect(await bookmarks.saveTexts(before, { title: "Mine" }, later)).toEqual(titled);
    expect(await bookmarks.saveTexts(titled, { note: "読んだ" }, later)).toEqual({ ...titled, note: "読んだ" });
    const tagged = { ...titled, note: "読んだ", userTags: ["mine"] };
    expect(await bookmarks.saveTexts(titled, { note: "読んだ", userTags: ["mine"] }, later)).toEqual(tagged);
    expect(await bookmarks.saveTexts(tagged, { title: null, note: null, userTags: null }, later)).toMatchObject({
      title: null,
      note: null,
      userTags: null,
    });
  });

  it.each([
    { meanwhile: { title: "Mine" }, late: { note: "late" } },
    { meanwhile: { note: "mine" }, late: { title: "late" } },
    { meanwhile: { title: "Mine" }, late: { userTags: ["late"] } },
    { meanwhile: { note: "mine" }, late: { userTags: ["late"] } },
  ])("writes no $late where $meanwhile was written since the bookmark was read", async ({ meanwhile, late }) => {
    const before = await bookmarkThatIs("done");
    const changed = await bookmarks.saveTexts(before, meanwhile, later);
    expect(await bookmarks.saveTexts(before, late, later)).toBeNull();
    expect(await read(before)).toEqual(changed);
  });

  it("creates no item for a bookmark that does not exist", async () => {
    const missing = pendingBookmark(user);
    expect(await bookmarks.saveTexts(missing, { title: "Mine" }, later)).toBeNull();
    expect(await rawItem(missing)).toBeUndefined();
  });
});

describe("postponeReconcile", () => {
  it.each(["pending", "processing"] as const)("postpones a %s bookmark, and counts", async (status) => {
    const before = await bookmarkThatIs(status);
    expect(await bookmarks.postponeReconcile({ ...before, processingId: "processing-1" }, at(30 * MINUTE), 1)).toBe(
      true,
    );
    expect(await read(before)).toEqual({
      ...before,
      reconcileAt: at(30 * MINUTE).toISOString(),
      reconcileRounds: 1,
    });
  });

  it.each(["done", "failed"] as const)("does not put a %s one into the index", async (status) => {
    const before = await bookmarkThatIs(status);
    expect(await bookmarks.postponeReconcile({ ...before, processingId: "processing-1" }, START, 1)).toBe(false);
    expect(await read(before)).toEqual(before);
  });
});

describe("list", () => {
  const options = { limit: 10, position: undefined };

  /** Bookmarks that were created a minute apart; in every group of five, all at the same time. */
  async function manyBookmarks(count: number): Promise<Bookmark[]> {
    const many = Array.from({ length: count }, (_, index) =>
      pendingBookmark(user, { canonicalUrl: pageUrl(`page-${index}`), now: at(Math.floor(index / 5) * MINUTE) }),
    );
    await Promise.all(many.map((bookmark) => bookmarks.create(bookmark, "creation-1")));
    return many;
  }

  it("is empty for a user without bookmarks", async () => {
    expect(await bookmarks.list(user, options)).toEqual({ items: [], position: null });
  });

  it("lists 55 bookmarks once each, newest first, while others are added and deleted", async () => {
    const many = await manyBookmarks(55);
    const seen: Bookmark[] = [];
    const deletedUnseen: string[] = [];
    let position: Position | undefined;
    let pages = 0;
    do {
      const page = await bookmarks.list(user, { limit: 7, position });
      expect(page.items.length).toBeLessThanOrEqual(7);
      seen.push(...page.items);
      pages += 1;
      position = page.position ?? undefined;
      const newest = { canonicalUrl: pageUrl(`new-${pages}`), now: at((100 + pages) * MINUTE) };
      await bookmarks.create(pendingBookmark(user, newest), "creation-1");
      // The bookmark that the cursor names, and one that was not listed yet.
      const named = page.items.at(-1);
      if (named !== undefined && pages % 2 === 0) await bookmarks.delete(named, deletion(later));
      const unseen = many.find(({ id }) => !deletedUnseen.includes(id) && !seen.some((one) => one.id === id));
      if (unseen !== undefined && pages < 4) {
        await bookmarks.delete(unseen, deletion(later));
        deletedUnseen.push(unseen.id);
      }
    } while (position !== undefined);
    const expected = many.map(({ id }) => id).filter((id) => !deletedUnseen.includes(id));
    expect(deletedUnseen).toHaveLength(3);
    expect(seen.map(({ id }) => id).sort()).toEqual(expected.sort());
    const moments = seen.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  it.each([1, 5, 54, 55, 56, 100])("lists every bookmark once by pages of %i, without an empty page", async (limit) => {
    await manyBookmarks(55);
    const sizes: number[] = [];
    const ids = new Set<string>();
    let position: Position | undefined;
    do {
      const page = await bookmarks.list(user, { limit, position });
      sizes.push(page.items.length);
      for (const { id } of page.items) ids.add(id);
      position = page.position ?? undefined;
    } while (position !== undefined);
    expect(ids.size).toBe(55);
    expect(sizes).toHaveLength(Math.ceil(55 / limit));
  });

  it("shows a bookmark at once in its current state", async () => {
    const done = await bookmarkThatIs("done");
    expect((await bookmarks.list(user, options)).items).toEqual([done]);
    const renamed = await bookmarks.saveTexts(done, { title: "new" }, later);
    expect((await bookmarks.list(user, options)).items).toEqual([renamed]);
  });

  it("never leaves the user's own bookmarks, whatever the position is", async () => {
    const theirs = await bookmarkThatIs("done");
    const position = { user_id: theirs.userId, id: theirs.id, created_at: at(60 * MINUTE).toISOString() };
    expect(await bookmarks.list(newUser(), { ...options, position })).toEqual({ items: [], position: null });
  });

  it("sends one query for a page", async () => {
    await manyBookmarks(30);
    dynamo.requests.length = 0;
    await bookmarks.list(user, { limit: 20, position: undefined });
    expect(dynamo.requests).toEqual(["QueryCommand"]);
  });
});

describe("the indexes", () => {
  let own: TestDynamo;
  let alone: BookmarkTable;

  // Each index has one partition for all users' bookmarks, so that these tests need tables of their own.
  beforeEach(async () => {
    own = await startDynamo();
    alone = new BookmarkTable(own.client, "bookmarks");
    return () => own.close();
  });

  async function indexed(IndexName: string) {
    const { Items = [] } = await own.client.send(new ScanCommand({ TableName: "bookmarks", IndexName }));
    return Items.map(({ id }) => String(id)).sort();
  }

  it("contain pending, processing and failed bookmarks, and no others", async () => {
    const all = ["pending", "processing", "done", "failed", "revived", "deleted", "deletedFailed"].map((page) =>
      pendingBookmark(user, { canonicalUrl: pageUrl(page) }),
    );
    const [pending, processing, done, failed, revived, deleted, deletedFailed] = all as [
      Bookmark,
      Bookmark,
      Bookmark,
      Bookmark,
      Bookmark,
      Bookmark,
      Bookmark,
    ];
    for (const bookmark of all) await alone.create(bookmark, "creation-1");
    expect(await indexed("pending")).toHaveLength(7);
    await alone.begin(processing, "processing-1", 1, later, later);
    await alone.saveFacts(done, "processing-1", facts, later);
    for (const one of [failed, revived, deletedFailed]) {
      await alone.saveFailure(one, "processing-1", failure, later);
    }
    await alone.requestProcessing(revived, again);
    await alone.delete(deleted, deletion(later));
    await alone.delete(deletedFailed, deletion(later));
    expect(await indexed("pending")).toEqual([pending.id, processing.id, revived.id].sort());
    expect(await indexed("failed_jobs")).toEqual([failed.id]);
  });

  it("list overdue bookmarks, the longest overdue first, within the limit, with all fields that a message needs", async () => {
    for (const minute of [30, 10, 50, 20, 40]) {
      const bookmark = pendingBookmark(newUser(), { canonicalUrl: pageUrl(`at-${minute}`), now: at(minute * MINUTE) });
      await alone.create(bookmark, "creation-1");
    }
    const overdue = async (now: Date, limit: number) => (await alone.overdue(now, limit)).map(({ url }) => url);
    // Each is overdue ten minutes after it was saved.
    expect(await overdue(at(20 * MINUTE - 1), 10)).toEqual([]);
    expect(await overdue(at(20 * MINUTE), 10)).toEqual([pageUrl("at-10")]);
    expect(await overdue(at(50 * MINUTE), 10)).toEqual(["at-10", "at-20", "at-30", "at-40"].map(pageUrl));
    expect(await overdue(at(90 * MINUTE), 2)).toEqual(["at-10", "at-20"].map(pageUrl));
    const [first] = await alone.overdue(at(20 * MINUTE), 1);
    expect(first).toEqual({
      userId: expect.any(String),
      id: expect.any(String),
      url: pageUrl("at-10"),
      processingId: "processing-1",
      reconcileRounds: 0,
    });
  });

  it("contain no text of the user", async () => {
    await alone.create({ ...pendingBookmark(user), title: "private", note: "private" }, "creation-1");
    const { Items = [] } = await own.client.send(new ScanCommand({ TableName: "bookmarks", IndexName: "pending" }));
    expect(Items).toHaveLength(1);
    expect(JSON.stringify(Items)).not.toContain("private");
  });
});

describe("a write whose response was lost", () => {
  const forgetful = () => new BookmarkTable(forgetfulClient(dynamo), "bookmarks");

  it("takes effect once, and is known to have", async () => {
    const one = pendingBookmark(user);
    expect(await forgetful().create(one, "creation-1")).toBe(true);
    expect(await forgetful().begin(one, "processing-1", 1, START, later)).toMatchObject({ llmStatus: "processing" });
    expect(await forgetful().waitForRetry(one, "processing-1", START, later)).toBe(true);
    expect(await forgetful().postponeReconcile(one, later, 1)).toBe(true);
    expect(await forgetful().saveFailure(one, "processing-1", failure, later)).toBe(true);
    expect(await forgetful().saveFacts(one, "processing-1", facts, later)).toMatchObject({ llmStatus: "done" });
    expect(await forgetful().requestProcessing(one, again)).toMatchObject({ processingId: "processing-2" });
    expect(await forgetful().saveTexts(one, { title: "Mine" }, later)).toMatchObject({ title: "Mine" });
    expect(await forgetful().delete(one, deletion(later))).toBe(true);
  });
});

describe("a read after a write", () => {
  it("finds what was written", async () => {
    const lagging = new BookmarkTable(laggingClient(dynamo), "bookmarks");
    const bookmark = await bookmarkThatIs("done");
    expect(await lagging.get(bookmark)).toEqual(bookmark);
    expect((await lagging.list(user, { limit: 10, position: undefined })).items).toEqual([bookmark]);
  });
});

describe("the summaries by a model", () => {
  it("are counted for a UTC day, and the count is kept until the day after it ends", async () => {
    const summaries = new ModelSummariesTable(dynamo.client, "bookmarks", 2);
    const day = "2026-11-20T";
    const taken = [];
    for (const time of [`${day}00:00:00Z`, `${day}23:59:59Z`, `${day}12:00:00Z`, "2026-11-21T00:00:00Z"]) {
      taken.push(await summaries.take(user, new Date(time)));
    }
    expect(taken).toEqual([true, true, false, true]);
    expect(await rawItem({ userId: `model-summaries#${user}`, id: "2026-11-20" })).toMatchObject({
      expires_at: Date.parse("2026-11-22T00:00:00Z") / 1_000,
    });
  });
});

describe("an error that is no failed condition", () => {
  it("is thrown", async () => {
    const elsewhere = new BookmarkTable(dynamo.client, "no-such-table");
    const gone = { name: "ResourceNotFoundException" };
    const bookmark = pendingBookmark(user);
    await expect(elsewhere.create(bookmark, "creation-1")).rejects.toMatchObject(gone);
    await expect(elsewhere.get(bookmark)).rejects.toMatchObject(gone);
    await expect(elsewhere.delete(bookmark, deletion(later))).rejects.toMatchObject(gone);
    await expect(elsewhere.saveTexts(bookmark, {}, later)).rejects.toMatchObject(gone);
  });
});
