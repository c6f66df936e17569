import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import { reconcileAfterWait } from "../../lambdas/shared/work/reconcile.ts";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { decks } from "./deck-answers.ts";
import { metadata } from "./slides-world.ts";
import {
  answering,
  clock,
  docswell,
  failed,
  failing,
  good,
  google,
  MAX_RECEIVES,
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

describe("a successful response", () => {
  it.each(decks)("makes a stock of $provider ready and deletes the message", async (deck) => {
    const stock = await saved(deck);
    const { receive, fetched } = answering(deck.answer);
    clock.forward(MINUTE);
    expect(await receive(messageOf(stock))).toBe(true);
    expect(await stocks.get(stock)).toEqual({
      ...stock,
      ...deck.metadata,
      status: "ready",
      updatedAt: at(MINUTE).toISOString(),
      reconcileAt: null,
    });
    expect(fetched).toEqual([expect.stringMatching(deck.requestedAddress)]);
  });

  it("is requested for the deck in the table, whatever the message contains", async () => {
    const stock = await saved();
    const { receive, fetched } = good();
    const body = { ...fetchMessageOf(stock), provider: "docswell", canonicalUrl: docswell.canonicalUrl };
    expect(await receive({ body })).toBe(true);
    expect(fetched).toEqual([expect.stringMatching(speakerDeck.requestedAddress)]);
    expect(await stocks.get(stock)).toMatchObject({ status: "ready", provider: "speakerdeck" });
  });

  it("gives the stock its thumbnail, and leaves the earlier one when there is none to be had", async () => {
    const stock = await saved();
    const answer = () => response(speakerDeck.answer);
    await worker(answer, { thumbnail: "/i/one" }).receive(messageOf(stock));
    expect(await stocks.get(stock)).toMatchObject({ thumbnailPath: "/i/one" });
    const anew = await stocks.requestWork(stock, workRequest("fetch-2", clock.now(), 1));
    await worker(answer).receive(messageOf(anew ?? stock));
    expect(await stocks.get(stock)).toMatchObject({ status: "ready", workId: "fetch-2", thumbnailPath: "/i/one" });
  });

  it.each([
    ['<meta property="og:image" content="https://lh7.example/slide.png">', "https://lh7.example/slide.png"],
    ["", null],
  ])("with the head %j names the picture %s for a thumbnail", async (head, named) => {
    const body = Buffer.from(`<html><head><title>A deck - Google Slides</title>${head}</head></html>`);
    const { receive, pictures } = answering({ ...google.answer, body });
    expect(await receive(messageOf(await saved(google)))).toBe(true);
    expect(pictures).toEqual([named]);
  });

  it("is logged once, with the deck's provider and whether it was saved", async () => {
    const stock = await saved();
    const about = { stock_id: stock.id, correlation_id: expect.any(String) };
    await good().receive(messageOf(stock));
    await good().receive(messageOf(stock));
    expect(log.lines("stock_fetched")).toEqual([
      expect.objectContaining({ ...about, provider: "speakerdeck", saved: true }),
    ]);
    expect(log.lines("stock_fetched")[0]).not.toHaveProperty("title_absence");
    expect(log.lines("fetch_not_needed")).toEqual([expect.objectContaining(about)]);
  });

  it("of a private Google deck makes it ready without a title, and looks for no picture of it", async () => {
    const stock = await saved(google);
    const location = new URL("https://accounts.google.com/ServiceLogin");
    const { receive, pictures } = answering({ status: 302, location });
    expect(await receive(messageOf(stock))).toBe(true);
    expect(pictures).toEqual([]);
    expect(await stocks.get(stock)).toMatchObject({
      status: "ready",
      title: null,
      embedUrl: google.metadata.embedUrl,
      failure: null,
    });
    expect(log.lines("stock_fetched")).toEqual([expect.objectContaining({ title_absence: "sign_in" })]);
  });
});

describe("a late message", () => {
  it.each([
    ["deletes the picture that it has copied", { isThere: false }, ["/i/copy"]],
    ["leaves one that was there, which the stock may name where it was moved to", { isThere: true }, []],
  ])("for a stock whose person is gone during its fetch %s", async (_what, { isThere }, deleted) => {
    const { userId, id, ...stock } = await saved();
    const { receive, deletedPictures } = worker(
      async () => {
        await dynamo.client.send(new DeleteCommand({ TableName: "stocks", Key: { user_id: userId, id } }));
        return response(speakerDeck.answer);
      },
      { thumbnail: "/i/copy", isThere },
    );
    expect(await receive(messageOf({ userId, id, ...stock }))).toBe(true);
    expect([await stocks.get({ userId, id }), deletedPictures]).toEqual([null, deleted]);
  });
});

describe("a failed stock's own message", () => {
  it("has all attempts again when it was redriven, and the stock is pending until it is fetched", async () => {
    const stock = await failed();
    const away = answering({ status: 503 });
    for (const receiveCount of [1, 2, 3]) {
      expect(await away.receive({ ...messageOf(stock), receiveCount })).toBe(false);
      expect(await stocks.get(stock)).toMatchObject({ status: "pending", failure: null });
    }
    expect(away.fetched).toHaveLength(3);
    expect(await good().receive({ ...messageOf(stock), receiveCount: 4 })).toBe(true);
    expect(await stocks.get(stock)).toMatchObject({ ...metadata, status: "ready" });
  });
});

describe("a transient failure", () => {
  const unavailable = { status: 503 };

  it("waits longer from attempt to attempt, and never longer than an hour", async () => {
    const stock = await saved();
    const grown: number[] = [];
    for (const receiveCount of [1, 2, 3]) {
      const { receive, waits } = answering(unavailable);
      await receive({ ...messageOf(stock), receiveCount });
      grown.push(...waits);
    }
    expect(grown).toEqual([20, 60, 180]);
    const { receive, waits } = answering({ ...unavailable, retryAfterSeconds: 86_400 });
    await receive(messageOf(stock));
    expect(waits).toEqual([3_600]);
  });

  it("at the fourth attempt fails the stock with its reason and returns the message at once", async () => {
    const stock = await saved();
    const { receive, waits } = answering({ ...unavailable, retryAfterSeconds: 120 });
    expect(await receive({ ...messageOf(stock), receiveCount: 4 })).toBe(false);
    expect(waits).toEqual([0]);
    expect(await stocks.get(stock)).toMatchObject({
      status: "failed",
      failure: { code: "upstream_error" },
      reconcileAt: null,
    });
  });

  it("of a Google deck makes it ready without a title after the fourth attempt, and its message is deleted", async () => {
    const stock = await saved(google);
    for (const receiveCount of [1, 2, 3]) {
      expect(await answering(unavailable).receive({ ...messageOf(stock), receiveCount })).toBe(false);
      expect(await stocks.get(stock)).toMatchObject({ status: "pending" });
    }
    const { receive, waits } = answering(unavailable);
    expect(await receive({ ...messageOf(stock), receiveCount: 4 })).toBe(true);
    expect(waits).toEqual([]);
    expect(await stocks.get(stock)).toMatchObject({
      status: "ready",
      title: null,
      embedUrl: google.metadata.embedUrl,
      failure: null,
    });
    expect(log.lines("stock_ready_without_title")).toHaveLength(1);
  });
});

describe("a message whose receives are used up and whose stock is not pending", () => {
  const newer = workRequest("fetch-2", at(0), MINUTE);

  it.each<[what: string, change: (stock: Stock) => Promise<unknown>, deleted: boolean]>([
    ["is returned, for the dead-letter queue, if its fetch failed", async () => undefined, false],
    [
      "is deleted if the stock is ready",
      (stock) => stocks.complete(stock, metadata, { workId: stock.workId, now: at(0) }),
      true,
    ],
    [
      "is deleted if a newer fetch failed",
      async (stock) => {
        await stocks.requestWork(stock, newer);
        await stocks.fail(stock, { code: "gone" }, { workId: "fetch-2", now: at(0) });
      },
      true,
    ],
    ["is deleted if a newer fetch is pending", (stock) => stocks.requestWork(stock, newer), true],
    ["is deleted if the stock is deleted", (stock) => stocks.delete(stock, deletion(at(0))), true],
  ])("%s", async (_what, change, deleted) => {
    const stock = await failed();
    await change(stock);
    expect(await good().receive({ ...messageOf(stock), receiveCount: MAX_RECEIVES })).toBe(deleted);
  });
});

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
