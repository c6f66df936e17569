import { describe, expect, it } from "vitest";
import type { OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { MINUTE, testClock } from "../emulators/test-clock.ts";
import { pageUrl } from "./bookmarks-world.ts";
import type { SiteAnswers } from "./processing-world.ts";
import { exhausted, fetchedPage, MAX_RECEIVES, processingWorker, storedItem } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

capturedLog();
readerOfEachTest();

const worker = (answer: SiteAnswers) => processingWorker(world, answer);
const answering = (changes: Partial<OutboundResponse>) => worker(() => fetchedPage(changes));
const good = () => answering({});
const unavailable = () => answering({ status: 503 });

function failing(error: unknown) {
  return worker(() => {
    throw error;
  });
}

describe("a bookmark whose attempts are exhausted is processed once more and done,", () => {
  it("when its user requests it", async () => {
    const { id, message } = await exhausted(world, user);
    expect((await user.reprocess(id)).status).toBe(202);
    const { receive, fetched } = good();
    expect(await receive(user.lastMessage())).toBe(true);
    // The dead letter of the old request is redriven later.
    expect(await receive(message)).toBe(true);
    expect(fetched).toHaveLength(1);
    expect(await user.status(id)).toBe("done");
    expect(await user.failedJobs(id)).toEqual([]);
  });

  it("when an administrator retries its failed job", async () => {
    const { id, message } = await exhausted(world, user);
    const [job] = await user.failedJobs(id);
    expect(await user.retry(String(job?.id))).toMatchObject({ status: 202 });
    expect(await user.retry(String(job?.id))).toMatchObject({ status: 404 });
    const { receive, fetched } = good();
    expect(await receive(user.lastMessage())).toBe(true);
    expect(await receive(message)).toBe(true);
    expect(fetched).toHaveLength(1);
    expect(await user.status(id)).toBe("done");
  });

  it("when its dead letter is redriven, which starts at receive 1", async () => {
    const { id, message } = await exhausted(world, user);
    const { receive, fetched } = good();
    expect(await receive(message, 1)).toBe(true);
    expect(await receive(message, 2)).toBe(true);
    expect(fetched).toHaveLength(1);
    expect(await user.status(id)).toBe("done");
  });

  it("after a redrive followed by one transient failure: all attempts are available again", async () => {
    const { id, message } = await exhausted(world, user);
    expect(await unavailable().receive(message, 1)).toBe(false);
    expect(await user.status(id)).toBe("retrying");
    expect(await good().receive(message, 2)).toBe(true);
    expect(await user.status(id)).toBe("done");
  });
});

describe("a late message", () => {
  it.each([1, 2, 4, 5])(
    "of a bookmark that is done fetches nothing and changes nothing (receive %i)",
    async (count) => {
      const { id, message } = await user.save();
      await good().receive(message);
      const before = await user.shown(id);
      world.clock.forward(MINUTE);
      const { receive, fetched } = answering({ status: 404 });
      await receive(message, count);
      expect(fetched).toEqual([]);
      expect(await user.shown(id)).toEqual(before);
    },
  );

  it.each([2, 3, 4])("shortly after the bookmark failed does not undo that (receive %i)", async (count) => {
    const { id, message } = await user.save();
    await answering({ status: 404 }).receive(message);
    const { receive, fetched } = good();
    await receive(message, count);
    expect(fetched).toEqual([]);
    expect(await user.status(id)).toBe("failed");
  });
});

describe("a bookmark that is deleted", () => {
  it("while its page is fetched leaves its pictures to its tombstone", async () => {
    const { id, message } = await user.save();
    const { receive, deletedPictures } = worker(async () => {
      expect((await user.delete(id)).status).toBe(204);
      return fetchedPage({});
    });
    await receive(message, 1);
    expect(deletedPictures).toEqual([]);
    expect(await world.items.lists.page(userId, {}, { limit: 10, position: undefined })).toMatchObject({ items: [] });
  });

  it("or that never existed leaves no item at any receive", async () => {
    const message = { schemaVersion: 1, bookmarkId: "none", userId, processingId: "processing-1", url: pageUrl() };
    const { receive, fetched } = good();
    for (const count of [1, 2, 3, 4, MAX_RECEIVES]) await receive(message, count);
    expect(fetched).toEqual([]);
    expect(await storedItem(dynamo, userId, "none")).toBeUndefined();
  });
});

describe("an unexpected error", () => {
  it("keeps the message, and the bookmark pending", async () => {
    const { id, message } = await user.save();
    const { receive, waits } = failing(new TypeError("a bug"));
    expect(await receive(message)).toBe(false);
    expect(waits).toEqual([30]);
    expect(await user.status(id)).toBe("processing");
    expect(await good().receive(message, 2)).toBe(true);
    expect(await user.status(id)).toBe("done");
  });
});

describe("the reconcile schedule", () => {
  const heldUntil = async (id: string) =>
    Date.parse((await world.items.get({ userId, id }))?.reconcileAt ?? "") - world.clock.now().getTime();

  it("does not resend during an attempt, or during the waits between attempts", async () => {
    const { id, message } = await user.save();
    world.clock.forward(10 * MINUTE);
    const held: number[] = [];
    await worker(async () => {
      held.push(await heldUntil(id));
      return fetchedPage({ status: 503, retryAfterSeconds: 3_600 });
    }).receive(message);
    held.push(await heldUntil(id));
    // The queue's visibility time-out of six minutes or the wait of an hour, and a grace period of ten minutes.
    expect(held).toEqual([expect.toSatisfy((hold) => hold >= 16 * MINUTE && hold <= 20 * MINUTE), 70 * MINUTE]);
  });

  it("does not resend during the function's whole minute, however short the waits are scaled", async () => {
    const { id, message } = await user.save();
    const held: number[] = [];
    const hurried = processingWorker({ ...world, clock: testClock(0.01) }, async () => {
      held.push(await heldUntil(id));
      return fetchedPage();
    });
    await hurried.receive(message);
    // A site's ten seconds and a summariser's thirty are not scaled.
    expect(held[0]).toBeGreaterThanOrEqual(MINUTE);
  });
});
