import { describe, expect, it } from "vitest";
import type { Bookmark } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { beginProcessing } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { processingMessageOf } from "../../lambdas/bookmarks/work/processing-message.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { reconcileAfter } from "../../lambdas/shared/work/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE, testClock } from "../emulators/test-clock.ts";
import { pendingBookmark } from "./bookmarks-world.ts";
import { fetchedPage, processingWorker } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

// What a run does with overdue work items of any kind: test/operations/reconcile.test.ts. Which bookmarks are overdue, and
// that a run changes none with newer work: test/shared/saved-items/saved-item-table.test.ts.

const log = capturedLog();
// A run reads all users' bookmarks, so that each test needs a table of its own.
readerOfEachTest(dynamoOfEachTest);

const run = () => reconcile([reconcilableBookmarks(world.items, world.queue, world.clock)], "run-1", world.clock);

async function saved(): Promise<Bookmark> {
  const bookmark = pendingBookmark(userId);
  await world.items.create(bookmark, "creation-1");
  return bookmark;
}

/** An attempt begins, and may last until then. */
function begin(bookmark: Bookmark, reconcileAt: Date) {
  const write = { workId: "processing-1", now: world.clock.now(), reconcileAt };
  return beginProcessing(world.items, bookmark, { receiveCount: 1 }, write);
}

const nothing = { resent: 0, completed: 0, given_up: 0, errors: 0 };

describe("a run", () => {
  it("logs one bookmark that is late by five minutes, of any user, until it is done", async () => {
    const bookmark = await saved();
    world.clock.forward(5 * MINUTE - 1);
    await run();
    expect(log.lines("bookmark_late")).toEqual([]);
    world.clock.forward(1);
    await run();
    const line = { level: "WARN", bookmark_id: bookmark.id, rounds: 0 };
    expect(log.lines("bookmark_late")).toEqual([expect.objectContaining(line)]);
    await processingWorker(world, () => fetchedPage()).receive(processingMessageOf(bookmark));
    await run();
    expect(log.lines("bookmark_late")).toHaveLength(1);
  });

  it("logs no late bookmark during the wait between two attempts", async () => {
    const bookmark = await saved();
    await begin(bookmark, at(MINUTE));
    await world.items.moveWork(bookmark, "waitForRetry", {
      workId: "processing-1",
      now: world.clock.now(),
      reconcileAt: reconcileAfter(at(60 * MINUTE), world.clock),
    });
    world.clock.forward(65 * MINUTE - 1);
    await run();
    expect(log.lines("bookmark_late")).toEqual([]);
    world.clock.forward(1);
    await run();
    expect(log.lines("bookmark_late")).toHaveLength(1);
  });

  it("gives up after three rounds, visibly", async () => {
    const bookmark = await saved();
    await world.items.postponeReconcile(bookmark, world.clock.now(), 3);
    expect(await run()).toEqual({ ...nothing, given_up: 1 });
    expect(await user.shown(bookmark.id)).toMatchObject({
      status: "failed",
      error_message: expect.stringMatching(/^reconcile_gave_up: /),
      can_retry: true,
    });
    const payload = expect.objectContaining(processingMessageOf(bookmark));
    expect(await user.failedJobs(bookmark.id)).toMatchObject([{ job_type: "extraction", retryable: true, payload }]);
    expect(log.lines("reconcile_gave_up")).toMatchObject([{ level: "ERROR", kind: "bookmarks" }]);
  });
});

describe("a message is not resent", () => {
  const heldUntil = async (id: string) =>
    Date.parse((await world.items.get({ userId, id }))?.reconcileAt ?? "") - world.clock.now().getTime();

  it("during an attempt, or during the waits between attempts", async () => {
    const { id, message } = await user.save();
    world.clock.forward(10 * MINUTE);
    const held: number[] = [];
    await processingWorker(world, async () => {
      held.push(await heldUntil(id));
      return fetchedPage({ status: 503, retryAfterSeconds: 3_600 });
    }).receive(message);
    held.push(await heldUntil(id));
    // The queue's visibility time-out of six minutes or the wait of an hour, and a grace period of ten minutes.
    expect(held).toEqual([expect.toSatisfy((hold) => hold >= 16 * MINUTE && hold <= 20 * MINUTE), 70 * MINUTE]);
  });

  it("during the function's whole minute, however short the waits are scaled", async () => {
    const { id, message } = await user.save();
    const held: number[] = [];
    await processingWorker({ ...world, clock: testClock(0.01) }, async () => {
      held.push(await heldUntil(id));
      return fetchedPage();
    }).receive(message);
    // A site's ten seconds and a summariser's thirty are not scaled.
    expect(held[0]).toBeGreaterThanOrEqual(MINUTE);
  });
});
