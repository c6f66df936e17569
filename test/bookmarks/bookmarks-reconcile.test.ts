import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bookmark, PageFacts } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { beginProcessing, failProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { processingMessageOf } from "../../lambdas/bookmarks/work/processing-message.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { reconcileAfter, resend } from "../../lambdas/shared/work/reconcile.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksWorld, pendingBookmark } from "./bookmarks-world.ts";
import { fetchedPage, processingWorker, reader } from "./processing-world.ts";

const log = capturedLog();
let dynamo: TestDynamo;
let world: BookmarksWorld;

// A run reads all users' bookmarks, so that each test needs a table of its own.
beforeEach(async () => {
  dynamo = await startDynamo();
  world = bookmarksWorld(dynamo);
});
afterEach(() => dynamo.close());

const reconcilable = () => reconcilableBookmarks(world.items, world.queue, world.clock);
const run = () => reconcile([reconcilable()], "run-1", world.clock);

async function saved(userId = "alice"): Promise<Bookmark> {
  const bookmark = pendingBookmark(userId);
  await world.items.create(bookmark, "creation-1");
  return bookmark;
}

const facts: PageFacts = {
  pageTitle: "A page",
  siteName: null,
  author: null,
  language: "en",
  summary: "In brief.",
  tags: ["brief"],
  summaryBy: "test",
};
const gone = { jobType: "extraction", code: "gone", retryable: false } as const;
const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };

describe("a run", () => {
  it("resends nothing that is not overdue, or not pending or processing", async () => {
    const { items: bookmarks, clock } = world;
    await saved("waits");
    const [done, failed, deleted] = [await saved("is-done"), await saved("is-failed"), await saved("is-deleted")];
    await bookmarks.complete(done, facts, { workId: "processing-1", now: clock.now() });
    await failProcessing(bookmarks, failed, gone, { workId: "processing-1", now: clock.now() });
    await bookmarks.delete(deleted, deletion(clock.now()));
    clock.forward(10 * MINUTE - 1);
    expect(await run()).toEqual(nothing);
    clock.forward(1);
    expect(await run()).toEqual({ ...nothing, resent: 1 });
    expect(world.queue.sent.map(({ message }) => message.userId)).toEqual(["waits"]);
  });

  it("logs one bookmark that is late by five minutes, of any user, until it is done", async () => {
    const { items: bookmarks, clock } = world;
    const bookmark = await saved();
    clock.forward(5 * MINUTE - 1);
    await run();
    expect(log.lines("bookmark_late")).toEqual([]);
    clock.forward(1);
    await run();
    const line = { level: "WARN", bookmark_id: bookmark.id, rounds: 0 };
    expect(log.lines("bookmark_late")).toEqual([expect.objectContaining(line)]);
    await bookmarks.complete(bookmark, facts, { workId: "processing-1", now: clock.now() });
    await run();
    expect(log.lines("bookmark_late")).toHaveLength(1);
  });

  it("logs no late bookmark during the wait between two attempts", async () => {
    const { items: bookmarks, clock } = world;
    const bookmark = await saved();
    const waitEnds = at(60 * MINUTE);
    await beginProcessing(
      bookmarks,
      bookmark,
      { receiveCount: 1 },
      { workId: "processing-1", now: clock.now(), reconcileAt: at(MINUTE) },
    );
    await bookmarks.moveWork(bookmark, "waitForRetry", {
      workId: "processing-1",
      now: clock.now(),
      reconcileAt: reconcileAfter(waitEnds, clock),
    });
    clock.forward(65 * MINUTE - 1);
    await run();
    expect(log.lines("bookmark_late")).toEqual([]);
    clock.forward(1);
    await run();
    expect(log.lines("bookmark_late")).toHaveLength(1);
  });

  it("resends the message of an overdue bookmark and counts the round", async () => {
    const bookmark = await saved();
    world.clock.forward(10 * MINUTE);
    expect(await run()).toEqual({ ...nothing, resent: 1 });
    expect(world.queue.sent).toEqual([{ message: processingMessageOf(bookmark), correlationId: "run-1" }]);
    expect(await world.items.get(bookmark)).toEqual({
      ...bookmark,
      reconcileRounds: 1,
      reconcileAt: at(30 * MINUTE).toISOString(),
    });
    // The next run has nothing to do until the longer grace period is over.
    expect(await run()).toEqual(nothing);
  });

  it("sends a message that the queue did not accept when the page was saved", async () => {
    const user = reader(world, "alice");
    world.queue.failure = new Error("queue away");
    await expect(user.save()).rejects.toThrow("No message was sent.");
    expect(log.lines("send_left_to_reconcile")).toHaveLength(1);
    world.queue.failure = null;
    world.clock.forward(10 * MINUTE);
    await run();
    const message = user.lastMessage();
    await processingWorker(world, () => fetchedPage()).receive(message);
    expect(await user.status(message.bookmarkId)).toBe("done");
  });

  it("resends a message whose worker never finished, after SQS had the time to do so", async () => {
    const bookmark = await saved();
    const { items: bookmarks, clock } = world;
    const until = at(16 * MINUTE);
    await beginProcessing(
      bookmarks,
      bookmark,
      { receiveCount: 1 },
      { workId: "processing-1", now: clock.now(), reconcileAt: until },
    );
    clock.forward(16 * MINUTE - 1);
    expect(await run()).toEqual(nothing);
    clock.forward(1);
    expect(await run()).toEqual({ ...nothing, resent: 1 });
    await processingWorker(world, () => fetchedPage()).receive(processingMessageOf(bookmark));
    expect(await bookmarks.get(bookmark)).toMatchObject({ status: "done" });
    expect(await bookmarks.overdue(at(365 * 24 * 60 * MINUTE), 10)).toEqual([]);
  });

  it("gives up after three rounds with growing waits, visibly", async () => {
    const bookmark = await saved();
    const sentAt: number[] = [];
    let minutes = 0;
    while ((await world.items.get(bookmark))?.status === "pending" && minutes < 1_000) {
      world.clock.forward(MINUTE);
      minutes += 1;
      const { resent } = await run();
      if (resent > 0) sentAt.push(minutes);
    }
    const pauses = sentAt.map((minute, index) => minute - (sentAt[index - 1] ?? 0));
    expect(pauses).toEqual([10, 20, 40]);
    expect(minutes).toBe(150);
    expect(await reader(world, "alice").shown(bookmark.id)).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(/^reconcile_gave_up: /),
      can_retry: true,
    });
    expect(await reader(world, "alice").failedJobs(bookmark.id)).toEqual([
      expect.objectContaining({
        job_type: "extraction",
        retryable: true,
        payload: expect.objectContaining(processingMessageOf(bookmark)),
      }),
    ]);
    expect(log.lines("reconcile_gave_up")).toEqual([expect.objectContaining({ level: "ERROR", kind: "bookmarks" })]);
    expect(await run()).toEqual(nothing);
  });

  it("counts no round when the queue does not accept the message", async () => {
    const bookmark = await saved();
    world.clock.forward(10 * MINUTE);
    world.queue.failure = new Error("queue away");
    await expect(run()).rejects.toThrow();
    expect(await world.items.get(bookmark)).toEqual(bookmark);
  });

  it("does not undo a processing that finished during the run", async () => {
    const bookmark = await saved();
    const { items: bookmarks, queue, clock } = world;
    const send = queue.send.bind(queue);
    queue.send = async (message, correlationId) => {
      await send(message, correlationId);
      await bookmarks.complete(bookmark, facts, { workId: "processing-1", now: clock.now() });
    };
    clock.forward(10 * MINUTE);
    await run();
    expect(await bookmarks.get(bookmark)).toMatchObject({ status: "done", reconcileAt: null });
  });

  it("does not fail a bookmark that is processed again, and does not restore a deleted one", async () => {
    const { items: bookmarks, clock } = world;
    const [anew, deleted] = [await saved("anew"), await saved("deleted")];
    for (const bookmark of [anew, deleted])
      await bookmarks.postponeReconcile({ ...bookmark, workId: "processing-1" }, at(0), 3);
    const overdue = await reconcilable().overdue(10);
    expect(overdue).toHaveLength(2);
    await failProcessing(bookmarks, anew, gone, { workId: "processing-1", now: clock.now() });
    const request = workRequest("processing-2", clock.now(), MINUTE);
    await bookmarks.requestWork(anew, request);
    await bookmarks.delete(deleted, deletion(clock.now()));
    for (const workItem of overdue) {
      await workItem.giveUp("reconcile_gave_up");
    }
    await resend(reconcilable(), overdue, "run-1", () => at(12 * MINUTE));
    expect(await bookmarks.get(anew)).toMatchObject({
      status: "pending",
      workId: "processing-2",
      reconcileRounds: 0,
    });
    expect(await bookmarks.get(deleted)).toBeNull();
  });

  it("resends many messages, the longest overdue first", async () => {
    for (let index = 0; index < 25; index += 1) {
      const bookmark = pendingBookmark(`user-${index}`, { now: at((25 - index) * 1_000) });
      await world.items.create(bookmark, "creation-1");
    }
    world.clock.forward(11 * MINUTE);
    await resend(reconcilable(), await reconcilable().overdue(3), "run-1", () => at(12 * MINUTE));
    expect(world.queue.sent.map(({ message }) => message.userId)).toEqual(["user-24", "user-23", "user-22"]);
    expect(await run()).toEqual({ ...nothing, resent: 22 });
  });

  it("gives up bookmarks whose workers stop again and again", async () => {
    const bookmark = await saved();
    const { items: bookmarks, clock, queue } = world;
    let minutes = 0;
    let taken = 0;
    while ((await bookmarks.get(bookmark))?.status !== "failed" && minutes < 1_000) {
      clock.forward(MINUTE);
      minutes += 1;
      await run();
      for (; taken < queue.sent.length; taken += 1) {
        const until = new Date(clock.now().getTime() + 16 * MINUTE);
        await beginProcessing(
          bookmarks,
          bookmark,
          { receiveCount: 1 },
          { workId: "processing-1", now: clock.now(), reconcileAt: until },
        );
      }
    }
    expect(taken).toBe(3);
    expect(await bookmarks.get(bookmark)).toMatchObject({
      status: "failed",
      failure: { code: "reconcile_gave_up" },
    });
  });
});
