import { beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../../lambdas/operations/reconcile.ts";
import type { Delivery } from "../../../lambdas/recommendations/domain/delivery.ts";
import { reconcilableDeliveries } from "../../../lambdas/recommendations/reconcile.ts";
import { DeliveryTable } from "../../../lambdas/recommendations/tables/delivery-table.ts";
import type { WebmentionSendMessage } from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import {
  webmentionSendMessage,
  webmentionSendMessageOf,
} from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, START, testClock } from "../../emulators/test-clock.ts";
import { testQueue } from "../../emulators/test-queue.ts";
import { sampleAttempt } from "../sample-deliveries.ts";

capturedLog();
let deliveries: DeliveryTable;

// Reconcile reads all deliveries, so that each test needs a table of its own.
dynamoOfEachTest();
beforeEach(() => {
  deliveries = new DeliveryTable(dynamo.client, "recommendations");
});

const TARGET = "https://a.example/";
const KEY = { recommendationId: "recommendation-1", target: TARGET };
const GRACE = at(10 * MINUTE);

const announcement = (version: number) => ({
  id: `announcement-${version}`,
  recommendationId: KEY.recommendationId,
  version,
  at: START.toISOString(),
});
const announce = (version: number, target = TARGET) => deliveries.announce(announcement(version), target, GRACE);

async function there(): Promise<Delivery> {
  const delivery = await deliveries.get(KEY);
  if (delivery === null) throw new Error("There is no delivery.");
  return delivery;
}

describe("an announcement", () => {
  it("creates a pending delivery", async () => {
    expect(await announce(1)).toBe(true);
    expect(await there()).toEqual({
      ...KEY,
      workId: "announcement-1",
      status: "pending",
      endpoint: null,
      attempts: 0,
      lastStatusCode: null,
      lastAttemptAt: null,
      code: null,
      reconcileAt: GRACE.toISOString(),
      reconcileRounds: 0,
    });
    const message = webmentionSendMessageOf(await there());
    expect(webmentionSendMessage.parse(message)).toEqual(message);
  });

  it("replaces an earlier one in any state, and never a later one", async () => {
    await announce(1);
    await deliveries.finish(await there(), "failed", sampleAttempt({ statusCode: 500, code: "upstream_error" }));
    expect(await announce(3)).toBe(true);
    expect(await there()).toMatchObject({ status: "pending", attempts: 0, lastStatusCode: null, code: null });
    expect(await announce(2)).toBe(false);
    expect(await there()).toMatchObject({ workId: "announcement-3" });
  });

  it("is put again before its first attempt, but not after it", async () => {
    await announce(1);
    expect(await announce(1)).toBe(true);
    await deliveries.saveAttempt(await there(), sampleAttempt(), GRACE);
    const tried = await there();
    expect(await announce(1)).toBe(false);
    await deliveries.finish(tried, "sent", sampleAttempt());
    expect(await announce(1)).toBe(false);
    expect(await there()).toMatchObject({ status: "sent", attempts: 2 });
  });

  it("of one target does not affect another target's", async () => {
    const long = `${TARGET}${"x".repeat(1_900)}`;
    await announce(1, long);
    await announce(1);
    await deliveries.finish(await there(), "no_endpoint", sampleAttempt({ endpoint: null, statusCode: 200 }));
    expect(await deliveries.list(KEY.recommendationId)).toMatchObject([
      { target: TARGET, status: "no_endpoint", lastStatusCode: 200, lastAttemptAt: at(0).toISOString() },
      { target: long, status: "pending" },
    ]);
    expect(await deliveries.list("recommendation-2")).toEqual([]);
  });
});

describe("an attempt", () => {
  const endpoint = "https://a.example/webmention?x=1";

  it("is stored, and so is the last one", async () => {
    await announce(1);
    const busy = sampleAttempt({ endpoint, statusCode: 503, code: "upstream_error", at: at(MINUTE) });
    expect(await deliveries.saveAttempt(await there(), busy, at(60 * MINUTE))).toBe(true);
    expect(await there()).toMatchObject({
      status: "pending",
      endpoint,
      attempts: 1,
      lastStatusCode: 503,
      lastAttemptAt: at(MINUTE).toISOString(),
      code: "upstream_error",
      reconcileAt: at(60 * MINUTE).toISOString(),
    });
    await deliveries.finish(await there(), "sent", sampleAttempt({ endpoint, statusCode: 202, at: at(2 * MINUTE) }));
    expect(await there()).toMatchObject({
      status: "sent",
      attempts: 2,
      lastStatusCode: 202,
      code: null,
      reconcileAt: null,
    });
  });

  it("counts once when it is stored twice, and undoes no work of another message", async () => {
    await announce(1);
    const seen = await there();
    expect(await deliveries.saveAttempt(seen, sampleAttempt(), GRACE)).toBe(true);
    expect(await deliveries.saveAttempt(seen, sampleAttempt(), GRACE)).toBe(false);
    expect((await there()).attempts).toBe(1);
    // Another worker succeeded although this one failed.
    expect(await deliveries.finish(seen, "sent", sampleAttempt())).toBe(true);
    expect(await deliveries.finish(seen, "failed", sampleAttempt())).toBe(false);
    expect(await deliveries.giveUp(seen, "attempts_used_up")).toBe(false);
    expect((await there()).status).toBe("sent");
  });
});

it("is resent by reconcile while it is overdue, three times, and has then failed", async () => {
  const clock = testClock();
  const queue = testQueue<WebmentionSendMessage>();
  await announce(1);
  const message = webmentionSendMessageOf(await there());
  for (let run = 0; run < 5; run += 1) {
    clock.forward(120 * MINUTE);
    await reconcile([reconcilableDeliveries(deliveries, queue, clock)], "run-1", clock);
  }
  expect(queue.sent.map((sent) => sent.message)).toEqual([message, message, message]);
  expect(await there()).toMatchObject({ status: "failed", code: "reconcile_gave_up" });
});

it("is not on a page of its state when the state changes while the page is read", async () => {
  await announce(1);
  await announce(1, "https://b.example/");
  const client = interceptedClient(dynamo, async ({ command }, forward) => {
    const answer = await forward();
    if (command === "QueryCommand") await deliveries.finish(await there(), "failed", sampleAttempt());
    return answer;
  });
  const { items } = await new DeliveryTable(client, "recommendations").page("pending", { limit: 10 });
  expect(items.map(({ target }) => target)).toEqual(["https://b.example/"]);
});

it("a recommendation's deliveries are in the order of their targets", async () => {
  const targets = [..."cafdbe"].map((name) => `https://${name}.example/`);
  for (const target of targets) await announce(1, target);
  expect((await deliveries.list(KEY.recommendationId)).map(({ target }) => target)).toEqual(targets.toSorted());
  expect(await deliveries.get({ ...KEY, target: "https://g.example/" })).toBeNull();
});
