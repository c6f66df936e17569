import { beforeEach, describe, expect, it } from "vitest";
import type { Delivery, DeliveryStatus } from "../../../lambdas/recommendations/domain/delivery.ts";
import { DeliveryTable } from "../../../lambdas/recommendations/tables/delivery-table.ts";
import {
  webmentionSendMessage,
  webmentionSendMessageOf,
} from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import { isProcessable } from "../../../lambdas/shared/work/redriven.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { sampleAttempt } from "../sample-deliveries.ts";

/** Whether a message of an announcement may work on its delivery. */
function _mayBeDelivered(delivery: Delivery | null, announcement: string, receiveCount: number): boolean {
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

const time = (minute: number) => at(minute * MINUTE).toISOString();
const targetOf = (minute: number) => `https://t${minute}.example/`;

async function ended(minute: number, status: Exclude<DeliveryStatus, "pending">): Promise<void> {
  const delivery = await deliveries.get({ recommendationId: `r-${minute}`, target: targetOf(minute) });
  if (delivery === null) throw new Error("There is no delivery.");
  await deliveries.finish(delivery, status, sampleAttempt());
}

/** The announcements of a page, and whether another page follows. */
async function _page(status: DeliveryStatus | undefined, limit: number, after?: string) {
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
});

it("a recommendation's deliveries are in the order of their targets", async () => {
  const targets = [..."cafdbe"].map((name) => `https://${name}.example/`);
  for (const target of targets) {
    await deliveries.announce({ id: "a", recommendationId: "r", version: 1, at: time(1) }, target, at(MINUTE));
  }
  expect((await deliveries.list("r")).map(({ target }) => target)).toEqual(targets.toSorted());
  expect(await deliveries.get({ recommendationId: "r", target: "https://g.example/" })).toBeNull();
});
