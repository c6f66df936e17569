import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import { response } from "../shared/outbound/outbound-response.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { decks } from "./deck-answers.ts";
import { metadata } from "./slides-world.ts";
import {
  answering,
  clock,
  docswell,
  failed,
  good,
  google,
  MAX_RECEIVES,
  messageOf,
  saved,
  speakerDeck,
  stocks,
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
  it("for a stock whose person is deleted during its fetch deletes the picture that it has copied", async () => {
    const { userId, id, ...stock } = await saved();
    const { receive, deletedPictures } = worker(
      async () => {
        await dynamo.client.send(new DeleteCommand({ TableName: "stocks", Key: { user_id: userId, id } }));
        return response(speakerDeck.answer);
      },
      { thumbnail: "/i/copy" },
    );
    expect(await receive(messageOf({ userId, id, ...stock }))).toBe(true);
    expect([await stocks.get({ userId, id }), deletedPictures]).toEqual([null, ["/i/copy"]]);
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
