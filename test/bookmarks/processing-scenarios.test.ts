import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { processingMessage } from "../../lambdas/bookmarks/work/request-processing.ts";
import { giveUpBookmark, processBookmark } from "../../lambdas/bookmarks/worker.ts";
import { createOutboundFetch } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import type { SimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { htmlAnswer, startSimulatedSite } from "../../lib/local/sites/simulated-site.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { pageUrl } from "./bookmarks-world.ts";
import type { ProcessingWorker } from "./processing-world.ts";
import { fetchedPage, inBrief, MAX_RECEIVES, processingWorker, storedItem } from "./processing-world.ts";
import { readerOfEachTest, user, userId, world } from "./reader-of-tests.ts";

// Failures between queue and consumer; dead-letter-scenarios.test.ts has the others. Invariants of the template about
// receives and concurrency are in test/infra/queues.test.ts and event-sources.test.ts.

const log = capturedLog();
readerOfEachTest();

let site: SimulatedSite;

beforeAll(async () => {
  site = await startSimulatedSite(() => htmlAnswer(200, "<title>A page</title>"));
});
afterAll(async () => {
  await site.close();
});
beforeEach(() => {
  site.clearFaults();
  site.clearRequests();
});

const good = () => processingWorker(world, () => fetchedPage());
const answering = (status: number, retryAfterSeconds: number | null = null) =>
  processingWorker(world, () => fetchedPage({ status, retryAfterSeconds }));

/** How many results of a page were stored. */
const results = () => log.lines("bookmark_processed").filter(({ saved }) => saved === true).length;

/** Lets callers wait until a number of them have arrived. */
function rendezvous(askers: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === askers) resolve();
    return promise;
  };
}

/** A worker with the real outbound fetch, whose connections end at the simulated site. */
function overSockets(): ProcessingWorker {
  const fetch = createOutboundFetch({
    lookup: async () => ["203.0.114.7"],
    dial: () => ({ addresses: ["127.0.0.1"], port: site.port }),
  });
  return processingWorker(world, fetch);
}

describe("a message that is received more than once", () => {
  it("concurrently has one result", async () => {
    const { id, message } = await user.save();
    const together = rendezvous(2);
    const { receiveBatch, fetched } = processingWorker(world, async () => {
      await together();
      return fetchedPage();
    });
    expect(await receiveBatch({ id: "a", body: message }, { id: "b", body: message })).toEqual([]);
    expect([fetched.length, results()]).toEqual([2, 1]);
    expect(await user.status(id)).toBe("done");
  });

  it.each([404, 503])("concurrently, with one receive that gets %i: the successful result stays", async (status) => {
    const { id, message } = await user.save();
    const together = rendezvous(2);
    const answers = [200, status];
    const { receiveBatch } = processingWorker(world, async () => {
      const answer = fetchedPage({ status: answers.shift() ?? 500 });
      await together();
      return answer;
    });
    await receiveBatch({ id: "a", body: message }, { id: "b", body: message });
    // The message that was returned for a later attempt is received again.
    await good().receive(message, 2);
    expect(await user.status(id)).toBe("done");
    expect(results()).toBe(1);
    expect(await user.failedJobs(id)).toEqual([]);
  });

  it("after the page was processed, or after a reprocess, is ignored", async () => {
    const { id, message } = await user.save();
    await good().receive(message);
    const done = await user.shown(id);
    for (const count of [1, 2, MAX_RECEIVES]) {
      const late = answering(404);
      await late.receive(message, count);
      expect(late.fetched).toEqual([]);
      expect(await user.shown(id)).toEqual(done);
    }
    await user.reprocess(id);
    const again = await user.shown(id);
    for (const count of [1, 2, MAX_RECEIVES]) await answering(404).receive(message, count);
    expect(await user.shown(id)).toEqual(again);
  });

  it("after its bookmark was deleted is deleted and restores nothing", async () => {
    const { id, message } = await user.save();
    await user.delete(id);
    const left = await storedItem(dynamo, userId, id);
    const { receive, fetched } = good();
    for (const count of [1, 2, 4]) expect(await receive(message, count)).toBe(true);
    expect(fetched).toEqual([]);
    expect(left).toMatchObject({ deleted_at: expect.any(String) });
    expect(await storedItem(dynamo, userId, id)).toEqual(left);
  });
});

describe("a batch", () => {
  it("with one poison message of ten returns that one, and processes the nine others once", async () => {
    const saved = [];
    for (let index = 0; index < 9; index += 1) saved.push(await user.save(pageUrl(`batch-${index}`)));
    const messages = saved.map(({ message }, index) => ({ id: `good-${index}`, body: message }));
    const { receiveBatch, waits } = good();
    const kept = await receiveBatch(...messages.slice(0, 4), { id: "poison", body: "{" }, ...messages.slice(4));
    expect(kept).toEqual(["poison"]);
    // It is returned at once each time, so that SQS soon dead-letters it.
    expect(waits).toEqual([0]);
    for (const { id } of saved) expect(await user.status(id)).toBe("done");
    expect(results()).toBe(9);
  });

  it("fails as a whole when the handler can't start, and is processed once when it is received again", async () => {
    const { id, message } = await user.save();
    let starts = 0;
    const handler = sqsWorker({
      environment: {},
      message: processingMessage,
      services: () => {
        starts += 1;
        if (starts === 1) throw new Error("no services");
        const { bookmarks, clock } = world;
        const visibility = { change: async () => undefined };
        const fetch = async () => fetchedPage();
        return {
          bookmarks,
          clock,
          visibility,
          fetch,
          summariser: inBrief,
          modelSummaries: null,
          random: () => 0,
          attemptMs: 60_000,
          visibilityMs: 360_000,
          maxReceiveCount: MAX_RECEIVES,
        };
      },
      work: processBookmark,
      giveUp: giveUpBookmark,
    });
    await expect(handler(sqsEvent({ body: message }))).rejects.toThrow("no services");
    expect(await user.status(id)).toBe("saving");
    expect(await handler(sqsEvent({ body: message, receiveCount: 2 }))).toEqual({ batchItemFailures: [] });
    expect(await user.status(id)).toBe("done");
    expect(results()).toBe(1);
  });

  it("a consumer that stopped after the fetch, before its write: the page is fetched again, one result", async () => {
    const { id, message } = await user.save();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    // This consumer never continues, as if it had been killed here.
    const dead = processingWorker(world, () => {
      arrive();
      return new Promise(() => undefined);
    });
    void dead.receive(message);
    await arrived;
    expect(await user.status(id)).toBe("processing");
    const { receive, fetched } = good();
    expect(await receive(message, 2)).toBe(true);
    expect([dead.fetched.length, fetched.length, results()]).toEqual([1, 1, 1]);
    expect(await user.status(id)).toBe("done");
  });

  it("a consumer that stopped after its write, before the delete: the second receive does nothing", async () => {
    const { id, message } = await user.save();
    await good().receive(message);
    const done = await user.shown(id);
    world.clock.forward(6 * MINUTE);
    const { receive, fetched } = good();
    expect(await receive(message, 2)).toBe(true);
    expect(fetched).toEqual([]);
    expect(await user.shown(id)).toEqual(done);
  });

  it("a time-out in the middle of a batch: finished messages have no effect again, the others are processed", async () => {
    const first = await user.save(pageUrl("fast"));
    const second = await user.save(pageUrl("slow"));
    const messages = [first, second].map(({ message }, index) => ({ id: `m-${index}`, body: message }));
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { receive, receiveBatch } = processingWorker(world, (request) => {
      if (String(request.url).endsWith("/fast")) return fetchedPage();
      arrive();
      return new Promise(() => undefined);
    });
    // The function's time ends during the second message: neither message is deleted.
    await receive(first.message);
    void receiveBatch(...messages);
    await arrived;
    const again = good();
    expect(await again.receiveBatch(...messages.map((message) => ({ ...message, receiveCount: 2 })))).toEqual([]);
    expect(again.fetched).toEqual([second.message.url]);
    expect(results()).toBe(2);
  });

  it("receives that throttled pollers used up leave an attempt at the fourth, and no message is lost", async () => {
    const { id, message } = await user.save();
    expect(await good().receive(message, 4)).toBe(true);
    expect(await user.status(id)).toBe("done");
    // All receives are used up: the bookmark fails, visibly, no request is sent, and its dead letter can be redriven.
    const other = await user.save(pageUrl("throttled"));
    const { receive, fetched } = good();
    expect(await receive(other.message, MAX_RECEIVES)).toBe(false);
    expect(fetched).toEqual([]);
    expect((await user.shown(other.id)).error_message).toMatch(/^attempts_used_up: /);
    expect(await receive(other.message, 1)).toBe(true);
    expect(await user.status(other.id)).toBe("done");
  });
});

describe("a site's response", () => {
  it.each([
    [120, 120],
    [300, 300],
  ])("503 with Retry-After %i: no request before %i s", async (retryAfter, seconds) => {
    const { id, message } = await user.save("http://blog.example/busy");
    site.fault("/busy", { kind: "status", status: 503, retryAfter });
    const { receive, waits } = overSockets();
    expect(await receive(message)).toBe(false);
    expect(waits).toEqual([seconds]);
    expect(site.requests()).toHaveLength(1);
    expect(await user.status(id)).toBe("retrying");
  });

  it.each([
    ["Wed, 21 Oct 2015 07:28:00 GMT", "past", 120],
    ["-1", "ignored", 120],
    ["abc", "ignored", 120],
    ["1e9", "ignored, since it is no whole number", 120],
    ["1000000000", "capped", 3_600],
  ])("Retry-After %j is %s: %i s", async (retryAfter, _what, seconds) => {
    const { message } = await user.save("http://blog.example/odd");
    site.fault("/odd", { kind: "status", status: 503, retryAfter });
    const { receive, waits } = overSockets();
    expect(await receive(message)).toBe(false);
    expect(waits).toEqual([seconds]);
  });

  it("404 fails the bookmark at once; its message is deleted, so that nothing is dead-lettered", async () => {
    const { id, message } = await user.save("http://blog.example/missing");
    site.fault("/missing", { kind: "status", status: 404 });
    const { receive, waits } = overSockets();
    expect(await receive(message)).toBe(true);
    expect(waits).toEqual([]);
    expect(await user.shown(id)).toMatchObject({ status: "failed", can_retry: true });
  });
});
