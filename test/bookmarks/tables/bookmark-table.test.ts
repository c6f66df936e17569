import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import type { Bookmark } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import type { BookmarkTable } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { beginProcessing, bookmarkTable, failProcessing } from "../../../lambdas/bookmarks/tables/bookmark-table.ts";
import { DailyUsesTable } from "../../../lambdas/bookmarks/tables/daily-uses-table.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import type { ItemKey } from "../../../lambdas/shared/saved-items/saved-item.ts";
import { deletion } from "../../changes/deletion.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE, newUser } from "../../emulators/test-clock.ts";
import { pendingBookmark } from "../bookmarks-world.ts";
import { storedItem } from "../processing-world.ts";

// The common behaviour of all kinds of saved items is tested in test/shared/saved-items, attempts that are late or repeated in
// test/faults.
dynamoOfFile();

let bookmarks: BookmarkTable;
let user: string;
beforeEach(() => {
  bookmarks = bookmarkTable(dynamo.client, "bookmarks");
  user = newUser();
});

const later = at(MINUTE);
const write = { workId: "processing-1", now: later };
const until = { ...write, reconcileAt: at(30 * MINUTE) };
const failure = { jobType: "llm_processing", code: "llm_timeout", retryable: true } as const;
async function pending(): Promise<Bookmark> {
  const bookmark = pendingBookmark(user);
  await bookmarks.create(bookmark, "creation-1");
  return bookmark;
}

async function failed(): Promise<Bookmark> {
  const bookmark = await pending();
  expect(await failProcessing(bookmarks, bookmark, failure, write)).toBe(true);
  return (await bookmarks.get(bookmark)) ?? bookmark;
}

async function isFailedJob({ id }: ItemKey): Promise<boolean> {
  const index = { TableName: "bookmarks", IndexName: "failed_jobs" };
  return ((await dynamo.client.send(new ScanCommand(index))).Items ?? []).some((item) => item.id === id);
}

describe("an attempt", () => {
  it("begins where a bookmark has failed at the first receive of a message only, and removes its failed job", async () => {
    const bookmark = await failed();
    expect(await beginProcessing(bookmarks, bookmark, { receiveCount: 2 }, until)).toBeNull();
    expect(await bookmarks.get(bookmark)).toEqual(bookmark);
    const begun = await beginProcessing(bookmarks, bookmark, { receiveCount: 1 }, until);
    expect(begun).toMatchObject({ status: "processing", failure: null, retrying: true });
    expect(await isFailedJob(bookmark)).toBe(false);
  });

  it("keeps the rounds of reconcile, whose messages start at the first receive, too", async () => {
    const bookmark = await pending();
    await bookmarks.postponeReconcile(bookmark, later, 2);
    for (const receiveCount of [2, 1]) {
      const begun = await beginProcessing(bookmarks, bookmark, { receiveCount }, until);
      expect(begun).toMatchObject({ reconcileRounds: 2 });
    }
  });
});

it("a failed bookmark has a failed job until it is processed again or deleted", async () => {
  const bookmark = await failed();
  expect(bookmark.failure).toEqual({ ...failure, at: later.toISOString() });
  expect(await storedItem(dynamo, user, bookmark.id)).toMatchObject({
    failed_partition: "failed",
    failed_job_id: `00${later.getTime()}-${bookmark.id}`,
  });
  expect(await isFailedJob(bookmark)).toBe(true);
  await bookmarks.delete(bookmark, deletion(later));
  expect(await isFailedJob(bookmark)).toBe(false);
});

it.each([
  { meanwhile: { title: "Mine" }, late: { note: "late" } },
  { meanwhile: { note: "mine" }, late: { title: "late" } },
])("no $late is written where $meanwhile was written since the bookmark was read", async ({ meanwhile, late }) => {
  const before = await pending();
  const changed = await bookmarks.saveChanges(before, meanwhile, later);
  expect(await bookmarks.saveChanges(before, late, later)).toBeNull();
  expect(await bookmarks.get(before)).toEqual(changed);
  const tagged = { ...changed, userTags: ["mine"] };
  expect(await bookmarks.saveChanges(before, { userTags: ["mine"] }, later)).toEqual(tagged);
});

it("summaries by a model are counted for a UTC day, and the count is kept until the day after it ends", async () => {
  const summaries = new DailyUsesTable(dynamo.client, "bookmarks", "model-summaries", 2);
  const day = "2026-11-20T";
  const taken = [];
  for (const time of [`${day}00:00:00Z`, `${day}23:59:59Z`, `${day}12:00:00Z`, "2026-11-21T00:00:00Z"]) {
    taken.push(await summaries.take(user, new Date(time)));
  }
  expect(taken).toEqual([true, true, false, true]);
  expect(await storedItem(dynamo, `model-summaries#${derivedId(user)}`, "2026-11-20")).toMatchObject({
    expires_at: Date.parse("2026-11-22T00:00:00Z") / 1_000,
  });
});
