import { describe, expect, it } from "vitest";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import { reconcileAfterWait } from "../../lambdas/shared/work/reconcile.ts";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { metadata } from "./slides-world.ts";
import {
  answering,
  clock,
  failing,
  good,
  google,
  messageOf,
  saved,
  speakerDeck,
  stocks,
  user,
  worker,
  workerOfEachTest,
} from "./worker-of-tests.ts";

const log = capturedLog();
workerOfEachTest();

describe("a permanent failure", () => {
  it.each([
    // Its page is looked at, too: it may have been renamed.
    { name: "404", answer: { status: 404 }, code: "not_found", requests: 2 },
    {
      name: "an answer that is no JSON",
      answer: { mediaType: "text/html", body: Buffer.from("<p>") },
      code: "not_json",
    },
  ])(
    "($name) fails the stock with its code, deletes the message and leaves no dead letter",
    async ({ answer, code, requests = 1 }) => {
      for (const receiveCount of [1, 4]) {
        const stock = await saved(speakerDeck, newUser());
        const { receive, fetched, waits } = answering(answer);
        expect(await receive({ ...messageOf(stock), receiveCount })).toBe(true);
        expect(fetched).toHaveLength(requests);
        expect(waits).toEqual([]);
        expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code }, reconcileAt: null });
      }
    },
  );

  it("keeps the metadata of an earlier fetch", async () => {
    const stock = await saved();
    await stocks.complete(stock, metadata, { workId: stock.workId, now: clock.now() });
    const request = workRequest("fetch-2", clock.now());
    const again = await stocks.requestWork(stock, request);
    if (again === null) throw new Error("The stock was ready");
    await answering({ status: 404 }).receive(messageOf(again));
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", title: "A deck", embedUrl: metadata.embedUrl });
  });
});

describe("a poison message", () => {
  it.each([
    { name: "of another schema version", changes: { schemaVersion: 2 } },
    { name: "of no schema version", changes: { schemaVersion: undefined } },
    { name: "of an unknown provider", changes: { provider: "slideshare" } },
    { name: "without its address", changes: { canonicalUrl: undefined } },
  ])("$name fails its stock with the reason and is returned at once", async ({ changes }) => {
    const stock = await saved();
    const { receive, fetched, waits } = good();
    expect(await receive({ body: { ...fetchMessageOf(stock), ...changes } })).toBe(false);
    expect(fetched).toEqual([]);
    expect(waits).toEqual([0]);
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code: "message_not_understood" } });
  });
});

describe("the reconcile schedule", () => {
  const holds = () => dynamo.requests.filter((name) => name === "UpdateItemCommand").length;

  it("needs no write to be postponed for an ordinary attempt", async () => {
    const stock = await saved();
    for (const receiveCount of [1, 2, 3]) {
      dynamo.requests.length = 0;
      await answering({ status: 503 }).receive({ ...messageOf(stock), receiveCount });
      expect(dynamo.requests).toEqual(["GetItemCommand"]);
    }
    dynamo.requests.length = 0;
    await good().receive({ ...messageOf(stock), receiveCount: 4 });
    expect(dynamo.requests).toEqual(["GetItemCommand", "UpdateItemCommand"]);
  });

  it.each([1, 2, 3])("is postponed while a message waits as long as a site asks (receive %i)", async (receiveCount) => {
    const stock = await saved();
    dynamo.requests.length = 0;
    const { receive } = answering({ status: 503, retryAfterSeconds: 3_600 });
    await receive({ ...messageOf(stock), receiveCount });
    expect(holds()).toBe(1);
    const held = await stocks.get(stock);
    expect(Date.parse(held?.reconcileAt ?? "")).toBeGreaterThan(at(60 * MINUTE).getTime());
    expect(held).toMatchObject({ status: "pending", reconcileRounds: 0 });
  });

  it("is postponed during the attempt of a message that waited long", async () => {
    const stock = await saved();
    clock.forward(10 * MINUTE);
    const { receive } = worker(async () => {
      const overdue = await stocks.overdue(at(11 * MINUTE), 1_000);
      expect(overdue.map(({ userId }) => userId)).not.toContain(user);
      return response({ status: 503 });
    });
    expect(await receive(messageOf(stock))).toBe(false);
    expect(log.lines("message_retried_later")).toHaveLength(1);
    // Overdue a grace period after the wait of 20 s, not after the attempt of 30 s that has ended.
    const { reconcileAt } = (await stocks.get(stock)) ?? {};
    expect(reconcileAt).toBe(reconcileAfterWait(20_000, clock).toISOString());
  });
});

describe("the log", () => {
  it("never contains a deck's address or title", async () => {
    const hush = { ...speakerDeck, canonicalUrl: "https://speakerdeck.com/alice/hush" };
    const stock = await saved(hush);
    await failing(new OutboundError("timeout", "https://speakerdeck.com/oembed.json")).receive(messageOf(stock));
    await answering({ ...speakerDeck.answer, body: Buffer.from('{"type":"rich","title":"hush"}') }).receive(
      messageOf(stock),
    );
    expect(log.raw.length).toBeGreaterThan(2);
    expect(log.raw.join("\n")).not.toContain("hush");
  });
});
