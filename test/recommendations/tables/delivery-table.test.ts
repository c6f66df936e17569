import { beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "../../../lambdas/operations/reconcile.ts";
import type { Delivery, DeliveryStatus } from "../../../lambdas/recommendations/domain/delivery.ts";
import { reconcilableDeliveries } from "../../../lambdas/recommendations/reconcile.ts";
import { DeliveryTable } from "../../../lambdas/recommendations/tables/delivery-table.ts";
import type { WebmentionSendMessage } from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import {
  webmentionSendMessage,
  webmentionSendMessageOf,
} from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import { isProcessable } from "../../../lambdas/shared/work/redriven.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, START, testClock } from "../../emulators/test-clock.ts";
import { testQueue } from "../../emulators/test-queue.ts";
import { sampleAttempt } from "../sample-deliveries.ts";

/** Whether a message of an announcement may work on its delivery. */
function mayBeDelivered(delivery: Delivery | null, announcement: string, receiveCount: number): boolean {
  return isProcessable(delivery, announcement, { receiveCount });
}

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

describe("a message of an earlier announcement", () => {
  it("is superseded, and changes nothing", async () => {
    await announce(1);
    const earlier = await there();
    await announce(2);
    const later = await there();
    expect(mayBeDelivered(earlier, "announcement-1", 1)).toBe(true);
    expect(mayBeDelivered(later, "announcement-1", 1)).toBe(false);
    expect(await deliveries.postponeReconcile(earlier, GRACE, 3)).toBe(false);
    expect(await there()).toEqual(later);
  });

  it("of a delivery that does not exist creates none", async () => {
    await announce(1);
    const delivery = { ...(await there()), target: "https://b.example/" };
    expect(mayBeDelivered(null, "announcement-1", 1)).toBe(false);
    expect(await deliveries.finish(delivery, "sent", sampleAttempt())).toBe(false);
    expect(await deliveries.list(KEY.recommendationId)).toHaveLength(1);
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

  it("may follow a failure when its message was redriven", async () => {
    await announce(1);
    expect(await deliveries.giveUp(await there(), "attempts_used_up")).toBe(true);
    const failed = await there();
    expect(failed).toMatchObject({ status: "failed", code: "attempts_used_up", reconcileAt: null });
    expect(mayBeDelivered(failed, "announcement-1", 2)).toBe(false);
    expect(mayBeDelivered(failed, "announcement-1", 1)).toBe(true);
    await deliveries.saveAttempt(failed, sampleAttempt(), GRACE);
    expect(await there()).toMatchObject({ status: "pending", reconcileAt: GRACE.toISOString() });
  });
});

describe("reconcile", () => {
  it("resends overdue messages, longest overdue first, and gives up in the end", async () => {
    const clock = testClock();
    const queue = testQueue<WebmentionSendMessage>();
    await deliveries.announce(announcement(1), "https://second.example/", at(11 * MINUTE));
    await deliveries.announce(announcement(1), "https://first.example/", at(10 * MINUTE));
    await deliveries.announce(announcement(1), "https://over.example/", at(10 * MINUTE));
    const over = await deliveries.get({ ...KEY, target: "https://over.example/" });
    if (over !== null) await deliveries.finish(over, "sent", sampleAttempt());
    const run = () => reconcile([reconcilableDeliveries(deliveries, queue, clock)], "run-1", clock);

    clock.forward(10 * MINUTE - 1);
    expect(await run()).toEqual({ resent: 0, completed: 0, given_up: 0, errors: 0 });
    clock.forward(MINUTE + 1);
    expect(await run()).toEqual({ resent: 2, completed: 0, given_up: 0, errors: 0 });
    expect(queue.sent.map(({ message }) => message)).toEqual(
      ["https://first.example/", "https://second.example/"].map((target) => ({
        schemaVersion: 1,
        recommendationId: KEY.recommendationId,
        target,
        announcementId: "announcement-1",
      })),
    );
    for (let hours = 0; hours < 5; hours += 1) {
      clock.forward(60 * MINUTE * 2);
      await run();
    }
    expect(queue.sent).toHaveLength(6);
    expect(await deliveries.list(KEY.recommendationId)).toMatchObject([
      { status: "failed", code: "reconcile_gave_up" },
      { status: "sent" },
      { status: "failed", code: "reconcile_gave_up" },
    ]);
  });
});

const time = (minute: number) => at(minute * MINUTE).toISOString();
const targetOf = (minute: number) => `https://t${minute}.example/`;

async function ended(minute: number, status: Exclude<DeliveryStatus, "pending">): Promise<void> {
  const delivery = await deliveries.get({ recommendationId: `r-${minute}`, target: targetOf(minute) });
  if (delivery === null) throw new Error("There is no delivery.");
  await deliveries.finish(delivery, status, sampleAttempt());
}

/** The announcements of a page, and whether another page follows. */
async function page(status: DeliveryStatus | undefined, limit: number, after?: string) {
  const { items, next } = await deliveries.page(status, { limit, after });
  return { ids: items.map(({ workId }) => workId), next };
}

describe("the deliveries of all recommendations", () => {
  beforeEach(async () => {
    // Each minute one announcement; the deliveries of the second and the fourth end.
    for (const minute of [1, 2, 3, 4, 5]) {
      const announced = { id: `a-${minute}`, recommendationId: `r-${minute}`, version: minute, at: time(minute) };
      await deliveries.announce(announced, targetOf(minute), at((10 + minute) * MINUTE));
    }
    await ended(2, "sent");
    await ended(4, "no_endpoint");
  });

  it("of one state are read without those of the others", async () => {
    dynamo.requests.length = 0;
    await page("pending", 10);
    expect(dynamo.requests).toEqual(["QueryCommand", "BatchGetItemCommand"]);
  });

  it("leave out one that changes its state while the page is read", async () => {
    const client = interceptedClient(dynamo, async ({ command }, forward) => {
      const answer = await forward();
      if (command === "QueryCommand") await ended(5, "failed");
      return answer;
    });
    const slow = new DeliveryTable(client, "recommendations");
    const { items } = await slow.page("pending", { limit: 10 });
    expect(items.map(({ workId }) => workId)).toEqual(["a-3", "a-1"]);
  });

  it("have a pending one again after a redriven attempt", async () => {
    await deliveries.giveUp({ recommendationId: "r-1", target: targetOf(1), workId: "a-1" }, "gave_up");
    expect(await page("failed", 10)).toEqual({ ids: ["a-1"], next: null });
    const failed = await deliveries.get({ recommendationId: "r-1", target: targetOf(1) });
    if (failed === null) throw new Error("There is no delivery.");
    await deliveries.saveAttempt(failed, sampleAttempt(), at(20 * MINUTE));
    expect(await page("pending", 10)).toEqual({ ids: ["a-5", "a-3", "a-1"], next: null });
    expect(await deliveries.overdue(at(30 * MINUTE), 10)).toEqual(
      ["3", "5", "1"].map((n) => ({
        recommendationId: `r-${n}`,
        target: targetOf(Number(n)),
        workId: `a-${n}`,
        reconcileRounds: 0,
      })),
    );
  });
});

it("a recommendation's deliveries are in the order of their targets", async () => {
  const targets = [..."cafdbe"].map((name) => `https://${name}.example/`);
  for (const target of targets) {
    await deliveries.announce({ id: "a", recommendationId: "r", version: 1, at: time(1) }, target, at(MINUTE));
  }
  expect((await deliveries.list("r")).map(({ target }) => target)).toEqual(targets.toSorted());
  expect(await deliveries.get({ recommendationId: "r", target: "https://g.example/" })).toBeNull();
});
