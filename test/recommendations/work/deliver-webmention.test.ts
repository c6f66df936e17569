import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Recommendation } from "../../../lambdas/recommendations/domain/recommendation.ts";
import type { WebmentionSendMessage } from "../../../lambdas/recommendations/work/webmention-send-message.ts";
import type { OutboundFetch } from "../../../lambdas/shared/outbound/outbound-fetch.ts";
import { htmlAnswer } from "../../../lib/local/sites/simulated-site.ts";
import type { WebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { startWebmentionSite } from "../../../lib/local/sites/webmention-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { changesOfEachTest, world } from "../changes-of-tests.ts";
import { addSite, moveSite } from "../changes-world.ts";
import { network, OUR_LIST, SITE_URL, sender } from "../mentions-world.ts";

const RECEIVE = "/webmentions/receive";
const log = capturedLog();

let garden: WebmentionSite;

beforeAll(async () => {
  garden = await startWebmentionSite();
});
afterAll(() => garden.close());
changesOfEachTest();
beforeEach(() => {
  garden.clearRequests();
  garden.clearFaults();
  garden.offer("link");
});

function worker(fetch: OutboundFetch = network({ "garden.example": garden }), random = 0) {
  const { directory, deliveries, clock } = world;
  return sender({ directory, deliveries, clock, siteUrl: SITE_URL, attemptMs: 30_000, fetch, random: () => random });
}

/** The messages sent since the last call, in order. */
const messages = () => world.webmentionSendQueue.sent.splice(0).map(({ message }) => message);

/** Adds the garden. @returns its recommendation and the message that notifies it */
async function added(): Promise<{ garden: Recommendation; message: WebmentionSendMessage }> {
  const recommendation = await addSite("garden", world);
  const [message] = messages();
  if (message === undefined) throw new Error("Nobody is to be told.");
  return { garden: recommendation, message };
}

async function delivered({ id }: Recommendation) {
  return (await world.deliveries.list(id)).map(
    ({ target, status, endpoint, attempts, lastStatusCode, lastAttemptAt, code }) => ({
      target,
      status,
      endpoint,
      attempts,
      lastStatusCode,
      lastAttemptAt,
      code,
    }),
  );
}

describe("a site that is recommended", () => {
  it("is notified once, and the log has the outcome", async () => {
    const { garden: recommendation, message } = await added();
    world.clock.forward(MINUTE);
    expect(await worker().receive(message)).toBe(true);
    expect(garden.posted()).toMatchObject([{ fields: { source: OUR_LIST, target: "https://garden.example/" } }]);
    expect(await delivered(recommendation)).toEqual([
      {
        target: "https://garden.example/",
        status: "sent",
        endpoint: garden.endpoint,
        attempts: 1,
        lastStatusCode: 202,
        lastAttemptAt: at(MINUTE).toISOString(),
        code: null,
      },
    ]);
    // SQS may deliver the message again.
    expect(await worker().receive(message, 2)).toBe(true);
    expect(garden.posted()).toHaveLength(1);
    expect(await world.deliveries.overdue(at(1_000 * MINUTE), 10)).toEqual([]);
  });

  it("without an endpoint gets one request", async () => {
    garden.offer("nowhere");
    const { garden: recommendation, message } = await added();
    const { receive, waits } = worker();
    expect(await receive(message)).toBe(true);
    expect(waits).toEqual([]);
    expect(await delivered(recommendation)).toMatchObject([
      { status: "no_endpoint", endpoint: null, attempts: 1, lastStatusCode: 200, code: null },
    ]);
  });

  it("is notified after the document shows it, not before", async () => {
    const { directory, deliveries, clock } = world;
    const entry = { id: "early", url: garden.url, createdAt: at(0).toISOString(), updatedAt: null };
    await directory.add(entry, { id: "announcement", at: at(0) });
    await deliveries.announce(
      { id: "announcement", recommendationId: "early", version: 1, at: at(0).toISOString() },
      garden.url,
      clock.now(),
    );
    const message = {
      schemaVersion: 1,
      recommendationId: "early",
      target: garden.url,
      announcementId: "announcement",
    } as const;
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2, 3]) expect(await receive(message, receiveCount)).toBe(false);
    expect(waits).toEqual([5, 5, 5]);
    expect(garden.requests()).toEqual([]);
    await directory.markPublished(1);
    expect(await receive(message, 4)).toBe(true);
    expect(garden.posted()).toHaveLength(1);
  });
});

describe("a site that does not respond", () => {
  it("is tried four times, then its delivery has failed; a redriven message has all attempts again", async () => {
    garden.fault(RECEIVE, { kind: "status", status: 503 }, 5);
    const { garden: recommendation, message } = await added();
    const { receive, waits } = worker();
    for (const receiveCount of [1, 2, 3]) {
      expect(await receive(message, receiveCount)).toBe(false);
      expect(await delivered(recommendation)).toMatchObject([
        {
          status: "pending",
          attempts: receiveCount,
          lastStatusCode: 503,
          endpoint: garden.endpoint,
          code: "upstream_error",
        },
      ]);
    }
    expect(await receive(message, 4)).toBe(false);
    expect(waits).toEqual([60, 240, 960, 0]);
    const failed = [{ status: "failed", attempts: 4, lastStatusCode: 503, code: "upstream_error" }];
    expect(await delivered(recommendation)).toMatchObject(failed);
    expect(await receive(message, 5)).toBe(false);
    expect(await delivered(recommendation)).toMatchObject(failed);
    expect(garden.posted()).toHaveLength(4);

    expect(await receive(message, 1)).toBe(false);
    expect(await delivered(recommendation)).toMatchObject([{ status: "pending", attempts: 5 }]);
    expect(await receive(message, 2)).toBe(true);
    expect(await delivered(recommendation)).toMatchObject([
      { status: "sent", attempts: 6, lastStatusCode: 202, code: null },
    ]);
  });

  it("gets no request before its Retry-After, and reconcile waits, too", async () => {
    garden.fault(RECEIVE, { kind: "status", status: 429, retryAfter: 1_800 }, 1);
    const { garden: recommendation, message } = await added();
    const { receive, waits } = worker();
    expect(await receive(message)).toBe(false);
    expect(waits).toEqual([1_800]);
    expect(await world.deliveries.overdue(at(39 * MINUTE), 10)).toEqual([]);
    expect(await world.deliveries.overdue(at(41 * MINUTE), 10)).toHaveLength(1);
    expect(await receive(message, 2)).toBe(true);
    expect(await delivered(recommendation)).toMatchObject([{ status: "sent", attempts: 2 }]);
  });

  it("keeps the endpoint of an earlier attempt", async () => {
    garden.fault(RECEIVE, { kind: "status", status: 500 }, 1);
    const { garden: recommendation, message } = await added();
    const { receive } = worker();
    await receive(message);
    garden.fault("/", { kind: "reset" }, 1);
    await receive(message, 2);
    expect(await delivered(recommendation)).toMatchObject([
      { status: "pending", attempts: 2, endpoint: garden.endpoint, lastStatusCode: null, code: "network" },
    ]);
  });
});

describe("a site that refuses", () => {
  it("is not tried again, and its message leaves no dead letter", async () => {
    garden.fault(RECEIVE, { kind: "status", status: 400 });
    const { garden: recommendation, message } = await added();
    const { receive, waits } = worker();
    expect(await receive(message)).toBe(true);
    expect(waits).toEqual([]);
    expect(await delivered(recommendation)).toMatchObject([
      { status: "failed", attempts: 1, lastStatusCode: 400, code: "unexpected_status", endpoint: garden.endpoint },
    ]);
    // At its second receive the delivery has ended.
    expect(await receive(message, 2)).toBe(true);
    expect(garden.posted()).toHaveLength(1);
  });
});

describe("a message", () => {
  it("that is poison fails its delivery", async () => {
    const { garden: recommendation, message } = await added();
    expect(await worker().receive({ ...message, schemaVersion: 2 } as never)).toBe(false);
    expect(await delivered(recommendation)).toMatchObject([
      { status: "failed", attempts: 0, code: "message_not_understood" },
    ]);
  });

  it("leaves no address with a query in the log", async () => {
    garden.page("/private", htmlAnswer(200, `<link rel=webmention href="${RECEIVE}?token=secret">`));
    const { garden: recommendation } = await added();
    await moveSite(recommendation, "https://garden.example/private?key=secret", world);
    garden.fault(RECEIVE, { kind: "reset" });
    for (const next of messages()) await worker().receive(next, 4);
    expect(log.raw.join("\n")).not.toContain("secret");
  });
});
