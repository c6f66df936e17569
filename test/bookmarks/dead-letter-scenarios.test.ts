import { describe, expect, it } from "vitest";
import { reconcilableBookmarks } from "../../lambdas/bookmarks/reconcile.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { BookmarksWorld } from "./bookmarks-world.ts";
import { bookmarksWorld, pageUrl } from "./bookmarks-world.ts";
import { exhausted, fetchedPage, MAX_RECEIVES, processingWorker, reader } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

// Dead letters, redrives and retries by hand; dead letters and redrives go over real queues in
// test/local/stories/bookmarks-story.test.ts, too.

const log = capturedLog();
readerOfEachTest();

const good = () => processingWorker(world, () => fetchedPage());
const answering = (status: number, retryAfterSeconds: number | null = null) =>
  processingWorker(world, () => fetchedPage({ status, retryAfterSeconds }));

/** How many results of a page were stored. */
const results = () => log.lines("bookmark_processed").filter(({ saved }) => saved === true).length;

describe("dead letters", () => {
  it("when all receives are used up the bookmark is failed before its message is dead-lettered", async () => {
    const { id, message } = await user.save();
    const { receive, fetched, waits } = answering(503);
    for (const count of [1, 2, 3]) await receive(message, count);
    expect(await user.status(id)).toBe("retrying");
    expect(await receive(message, 4)).toBe(false);
    expect(await user.status(id)).toBe("failed");
    expect(await receive(message, MAX_RECEIVES)).toBe(false);
    expect([fetched.length, waits.slice(3)]).toEqual([4, [0, 0]]);
    expect(await user.failedJobs(id)).toHaveLength(1);
  });

  it("a worker that is killed at each attempt leaves its bookmark failed at the last receive", async () => {
    const { id, message } = await user.save();
    for (const count of [1, 2, 3, 4]) {
      await world.bookmarks.begin({ userId, id }, message.processingId, count, world.clock.now(), world.clock.now());
    }
    expect(await good().receive(message, MAX_RECEIVES)).toBe(false);
    expect((await user.shown(id)).error_message).toMatch(/^attempts_used_up: /);
  });

  it("a redriven message makes its bookmark done once, and an old duplicate does not fail it again", async () => {
    const { id, message } = await exhausted(world, user);
    expect(await good().receive(message, 1)).toBe(true);
    for (const count of [1, 2, 4, MAX_RECEIVES]) await answering(404).receive(message, count);
    expect(await user.status(id)).toBe("done");
    expect(results()).toBe(1);
  });

  // SQS refuses a second redrive, see test/operations/queues.test.ts; this is the effect of a duplicate.
  it("a dead letter that is moved back twice has one result", async () => {
    const { id, message } = await exhausted(world, user);
    const { receiveBatch } = good();
    expect(await receiveBatch({ id: "a", body: message }, { id: "b", body: message })).toEqual([]);
    expect(await user.status(id)).toBe("done");
    expect(results()).toBe(1);
  });

  it("reconcile resends a message that is older than the queue keeps it", async () => {
    // A run processes every bookmark in the table.
    const own = await startDynamo();
    try {
      const forgetful = bookmarksWorld(own);
      const forgotten = reader(forgetful, userId);
      const { id, message } = await forgotten.save();
      forgetful.clock.forward(4 * 24 * 60 * MINUTE);
      const { bookmarks, processingQueue, clock } = forgetful;
      await reconcile([reconcilableBookmarks(bookmarks, processingQueue, clock)], "run-1", clock);
      expect(processingQueue.sent.map((sent) => sent.message)).toEqual([message, message]);
      await processingWorker(forgetful, () => fetchedPage()).receive(forgotten.lastMessage());
      expect(await forgotten.status(id)).toBe("done");
    } finally {
      await own.close();
    }
  });

  it("a message of an unknown schema version fails its bookmark with the reason and is dead-lettered", async () => {
    const { id, message } = await user.save();
    const { receive, fetched, waits } = good();
    const newer = { ...message, schemaVersion: 2 };
    for (let count = 1; count <= MAX_RECEIVES; count += 1) expect(await receive(newer, count)).toBe(false);
    expect([fetched, waits]).toEqual([[], [0, 0, 0, 0, 0]]);
    expect((await user.shown(id)).error_message).toMatch(/^message_not_understood: /);
    expect(await user.failedJobs(id)).toEqual([
      expect.objectContaining({ retryable: true, payload: expect.objectContaining(message) }),
    ]);
  });

  // The worker has no queue to send to: neither among its services nor in its role.
  it("a transient failure changes the message's visibility and sends nothing", async () => {
    const { message } = await user.save();
    const { receive, waits } = answering(503);
    await receive(message);
    expect(waits).toEqual([120]);
    expect(world.processingQueue.sent).toHaveLength(1);
  });
});

describe("a user who requests a retry", () => {
  it("five times concurrently causes one processing and one message; the other requests are refused", async () => {
    const { id } = await exhausted(world, user);
    const answers = await Promise.all(Array.from({ length: 5 }, () => user.reprocess(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(answers.filter(({ body }) => body.code === "already_processing")).toHaveLength(4);
    expect(world.processingQueue.sent).toHaveLength(2);
  });

  it("both as user and as administrator causes one processing and one message", async () => {
    const { id } = await exhausted(world, user);
    const [job] = await user.failedJobs(id);
    const answers = await Promise.all([user.reprocess(id), user.retry(String(job?.id)), user.retry(String(job?.id))]);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const { status } of answers) expect([202, 404, 409]).toContain(status);
    expect(world.processingQueue.sent).toHaveLength(2);
  });

  it("while the first processing runs is refused", async () => {
    const { id, message } = await user.save();
    await processingWorker(world, async () => {
      expect(await user.reprocess(id)).toMatchObject({ status: 409, body: { code: "already_processing" } });
      return fetchedPage();
    }).receive(message);
    expect(world.processingQueue.sent).toHaveLength(1);
    expect(await user.status(id)).toBe("done");
  });

  // A processing may end while it still runs: a concurrent receive of the message fails or finishes the bookmark during the
  // wait for the site.
  it.each([200, 404, 503])(
    "while an older processing still waits for the site: its %i is discarded",
    async (status) => {
      const { id, message } = await user.save();
      const slow = processingWorker(world, async () => {
        await answering(404).receive(message);
        await user.reprocess(id);
        return fetchedPage({ status });
      });
      await slow.receive(message);
      const newer = user.lastMessage();
      expect(newer.processingId).not.toBe(message.processingId);
      expect(await user.shown(id)).toMatchObject({ status: "retrying", llm_status: "pending", summary: null });
      await good().receive(newer);
      expect(await user.status(id)).toBe("done");
      expect(results()).toBe(1);
    },
  );

  it("a write whose condition fails counts as done or deleted: the message is deleted, not retried", async () => {
    for (const end of ["done", "deleted", "newer"] as const) {
      const { id, message } = await user.save(pageUrl(end));
      const { receive, fetched } = processingWorker(world, async () => {
        if (end === "deleted") await user.delete(id);
        else await good().receive(message);
        if (end === "newer") await user.reprocess(id);
        return fetchedPage();
      });
      expect(await receive(message)).toBe(true);
      expect(fetched).toHaveLength(1);
    }
    expect(log.lines("message_failed")).toEqual([]);
    expect(log.lines("message_failure_not_recorded")).toEqual([]);
  });

  it("an unavailable table is no failed condition: the message is received again", async () => {
    const { id, message } = await user.save();
    const away = Object.assign(Object.create(world.bookmarks), {
      begin: () => Promise.reject(new Error("table away")),
    }) as BookmarksWorld["bookmarks"];
    const broken = processingWorker({ bookmarks: away, clock: world.clock }, () => fetchedPage());
    expect(await broken.receive(message)).toBe(false);
    expect(broken.waits).toEqual([30]);
    expect(await good().receive(message, 2)).toBe(true);
    expect(await user.status(id)).toBe("done");
  });
});
