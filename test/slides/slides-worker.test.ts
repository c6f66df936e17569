import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OutboundError } from "../../lambdas/shared/outbound/outbound-error.ts";
import type { OutboundRequest, OutboundResponse } from "../../lambdas/shared/outbound/outbound-fetch.ts";
import { reconcileAfterWait } from "../../lambdas/shared/work/reconcile.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import { fetchMessage, fetchMessageOf } from "../../lambdas/slides/fetch-message.ts";
import type { Stock } from "../../lambdas/slides/stock.ts";
import type { StockTable } from "../../lambdas/slides/stock-table.ts";
import { fetchStock, giveUpStock } from "../../lambdas/slides/worker.ts";
import { deletion } from "../changes/deletion.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import type { ReceivedMessage } from "../emulators/sqs-event.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { at, MINUTE, newUser } from "../emulators/test-clock.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { decks, response } from "./deck-answers.ts";
import { metadata, pendingStock, slidesWorld } from "./slides-world.ts";

const [speakerDeck, docswell, google] = decks as [(typeof decks)[0], (typeof decks)[0], (typeof decks)[0]];
const MAX_RECEIVES = 5;
const log = capturedLog();

let dynamo: TestDynamo;
let stocks: StockTable;
let clock: TestClock;
let user: string;

beforeAll(async () => {
  dynamo = await startDynamo();
});
afterAll(() => dynamo.close());
beforeEach(() => {
  ({ items: stocks, clock } = slidesWorld(dynamo));
  user = newUser();
});

type Answer = (request: OutboundRequest) => Promise<OutboundResponse> | OutboundResponse;

/** The slides worker with the emulated table and a provider that the test scripts. */
function worker(answer: Answer, random = 0) {
  const fetched: string[] = [];
  const waits: number[] = [];
  const handler = sqsWorker({
    environment: {},
    message: fetchMessage,
    services: () => ({
      items: stocks,
      clock,
      random: () => random,
      attemptMs: 30_000,
      maxReceiveCount: MAX_RECEIVES,
      visibility: {
        async change(_receipt: string, seconds: number) {
          waits.push(seconds);
        },
      },
      async fetch(request: OutboundRequest) {
        fetched.push(String(request.url));
        return answer(request);
      },
    }),
    work: fetchStock,
    giveUp: giveUpStock,
  });
  return {
    /** The requested addresses. */
    fetched,
    /** The visibility time-outs that were set, in seconds. */
    waits,
    /** @returns whether SQS deletes the message */
    async receive(message: ReceivedMessage): Promise<boolean> {
      const { batchItemFailures } = await handler(sqsEvent(message));
      return batchItemFailures.length === 0;
    },
    handler,
  };
}

const answering = (changes: Partial<OutboundResponse>) => worker(() => response(changes));
const good = () => answering(speakerDeck.answer);

function failing(error: unknown) {
  return worker(() => {
    throw error;
  });
}

async function saved(deck = speakerDeck): Promise<Stock> {
  const stock = pendingStock(user, { provider: deck.provider, canonicalUrl: deck.canonicalUrl });
  await stocks.create(stock, "creation-1");
  return stock;
}

async function failed(deck = speakerDeck): Promise<Stock> {
  const stock = await saved(deck);
  await stocks.fail(stock, { code: "not_found" }, { workId: stock.workId, now: clock.now() });
  return stock;
}

/** The message of a stock's fetch. */
const messageOf = (stock: Stock) => ({ body: fetchMessageOf(stock) });

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

  it("for a message that is received twice is written once", async () => {
    const stock = await saved();
    const { handler } = good();
    const twice = sqsEvent({ id: "a", ...messageOf(stock) }, { id: "b", ...messageOf(stock) });
    expect(await handler(twice)).toEqual({ batchItemFailures: [] });
    expect(log.lines("stock_fetched").filter(({ saved }) => saved === true)).toHaveLength(1);
    expect(await stocks.get(stock)).toMatchObject({ status: "ready" });
  });

  it("keeps a memo that was written during the fetch", async () => {
    const stock = await saved();
    const { receive } = worker(async () => {
      await stocks.saveChanges(stock, { memo: "meanwhile" }, clock.now());
      return response(speakerDeck.answer);
    });
    await receive(messageOf(stock));
    expect(await stocks.get(stock)).toMatchObject({ status: "ready", memo: "meanwhile" });
  });

  it("of a private Google deck makes it ready without a title", async () => {
    const stock = await saved(google);
    const location = new URL("https://accounts.google.com/ServiceLogin");
    expect(await answering({ status: 302, location }).receive(messageOf(stock))).toBe(true);
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
  it("of an older fetch sends no request and changes nothing", async () => {
    const old = await failed();
    const anew = await stocks.requestWork(old, workRequest("fetch-2", clock.now(), 1));
    for (const receiveCount of [1, 2, 4]) {
      const { receive, fetched } = good();
      expect(await receive({ ...messageOf(old), receiveCount })).toBe(true);
      expect(fetched).toEqual([]);
    }
    expect(await stocks.get(old)).toEqual(anew);
  });

  it("of an older fetch does not fail the newer one at its last receive", async () => {
    const old = await failed();
    const anew = await stocks.requestWork(old, workRequest("fetch-2", clock.now(), 1));
    await good().receive({ ...messageOf(old), receiveCount: MAX_RECEIVES });
    expect(await stocks.get(old)).toEqual(anew);
  });

  it("of a deleted stock sends no request and restores nothing", async () => {
    const stock = await saved();
    await stocks.delete(stock, deletion(clock.now()));
    for (const receiveCount of [1, MAX_RECEIVES]) {
      const { receive, fetched } = good();
      await receive({ ...messageOf(stock), receiveCount });
      expect(fetched).toEqual([]);
      expect(await stocks.get(stock)).toBeNull();
    }
  });

  it("of a ready stock sends no request and changes nothing", async () => {
    const stock = await saved();
    await stocks.complete(stock, metadata, { workId: stock.workId, now: clock.now() });
    const before = await stocks.get(stock);
    for (const receiveCount of [1, 2, MAX_RECEIVES]) {
      const { receive, fetched } = answering({ status: 404 });
      await receive({ ...messageOf(stock), receiveCount });
      expect(fetched).toEqual([]);
    }
    expect(await stocks.get(stock)).toEqual(before);
  });

  it("for a stock that is deleted during its fetch writes nothing", async () => {
    const stock = await saved();
    const { receive } = worker(async () => {
      await stocks.delete(stock, deletion(clock.now()));
      return response(speakerDeck.answer);
    });
    expect(await receive(messageOf(stock))).toBe(true);
    expect(await stocks.get(stock)).toBeNull();
  });

  it.each([200, 404, 503])(
    "for a stock whose fetch is requested again meanwhile (%i) does not affect the newer fetch",
    async (status) => {
      const stock = await failed();
      const request = workRequest("fetch-2", clock.now(), MINUTE);
      const { receive } = worker(async () => {
        // The first fetch was given up meanwhile, and its owner requested another one.
        await stocks.fail(stock, { code: "given_up" }, { workId: stock.workId, now: clock.now() });
        await stocks.requestWork(stock, request);
        return response({ ...speakerDeck.answer, status });
      });
      await receive({ ...messageOf(stock), receiveCount: 1 });
      expect(await stocks.get(stock)).toMatchObject({ status: "pending", workId: "fetch-2" });
    },
  );

  it("is made pending by a redrive only if no newer fetch was requested", async () => {
    const stock = await failed();
    const request = workRequest("fetch-2", clock.now(), MINUTE);
    await stocks.requestWork(stock, request);
    await stocks.fail(stock, { code: "not_found" }, { workId: "fetch-2", now: clock.now() });
    expect(await stocks.moveWork(stock, "reopen", { ...request, workId: stock.workId, now: clock.now() })).toBeNull();
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", workId: "fetch-2" });
  });

  it("from the dead-letter queue has all its attempts again", async () => {
    const stock = await failed();
    const { receive } = answering({ status: 503 });
    await receive({ ...messageOf(stock), receiveCount: 1 });
    expect(await stocks.get(stock)).toMatchObject({ status: "pending", workId: stock.workId });
    const recovered = good();
    await recovered.receive({ ...messageOf(stock), receiveCount: 2 });
    expect(await stocks.get(stock)).toMatchObject({ status: "ready" });
  });
});

describe("a failed stock's own message", () => {
  it("makes it ready when it was redriven, which starts at receive 1", async () => {
    const stock = await failed();
    const { receive, fetched } = good();
    expect(await receive({ ...messageOf(stock), receiveCount: 1 })).toBe(true);
    expect(fetched).toHaveLength(1);
    expect(await stocks.get(stock)).toMatchObject({ ...metadata, status: "ready", failure: null });
  });

  it.each([2, 3, 4])("sends no request at receive %i: the stock failed a moment ago", async (receiveCount) => {
    const stock = await failed();
    const before = await stocks.get(stock);
    const { receive, fetched } = good();
    await receive({ ...messageOf(stock), receiveCount });
    expect(fetched).toEqual([]);
    expect(await stocks.get(stock)).toEqual(before);
  });

  it("leaves it failed when the deck still does not exist", async () => {
    const stock = await failed();
    expect(await answering({ status: 410 }).receive(messageOf(stock))).toBe(true);
    expect(await stocks.get(stock)).toMatchObject({ status: "failed" });
  });
});

describe("a transient failure", () => {
  const unavailable = { status: 503 };

  it.each([
    { name: "503", answer: () => response(unavailable), code: "upstream_error" },
    { name: "429", answer: () => response({ status: 429 }), code: "rate_limited" },
    {
      name: "a time-out",
      answer: () => {
        throw new OutboundError("timeout", "10 s");
      },
      code: "timeout",
    },
  ])("($name) keeps the message and leaves the stock pending", async ({ answer, code }) => {
    const stock = await saved();
    const { receive, waits } = worker(answer);
    expect(await receive(messageOf(stock))).toBe(false);
    expect(waits).toEqual([20]);
    expect(await stocks.get(stock)).toMatchObject({ status: "pending" });
    expect(log.lines("message_retried_later")).toEqual([expect.objectContaining({ code })]);
  });

  it("waits at least as long as the Retry-After", async () => {
    const stock = await saved();
    for (const random of [0, 0.5, 0.999]) {
      const { receive, waits } = worker(() => response({ ...unavailable, retryAfterSeconds: 120 }), random);
      await receive(messageOf(stock));
      expect(waits[0]).toBeGreaterThanOrEqual(120);
      expect(waits[0]).toBeLessThanOrEqual(130);
    }
  });

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

  it("four times, then good after a redrive: the stock ends ready", async () => {
    const stock = await saved();
    for (const receiveCount of [1, 2, 3, 4, 5])
      await answering(unavailable).receive({ ...messageOf(stock), receiveCount });
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code: "upstream_error" } });
    expect(await good().receive({ ...messageOf(stock), receiveCount: 1 })).toBe(true);
    expect(await stocks.get(stock)).toMatchObject({ status: "ready", title: "A deck" });
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

describe("receives used up elsewhere", () => {
  it("fail the stock without a request", async () => {
    const stock = await saved();
    const { receive, fetched, waits } = good();
    expect(await receive({ ...messageOf(stock), receiveCount: MAX_RECEIVES })).toBe(false);
    expect(fetched).toEqual([]);
    expect(waits).toEqual([0]);
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code: "attempts_used_up" } });
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
    { name: "404", answer: { status: 404 }, code: "not_found" },
    { name: "403", answer: { status: 403 }, code: "forbidden" },
    {
      name: "an answer that is no JSON",
      answer: { mediaType: "text/html", body: Buffer.from("<p>") },
      code: "not_json",
    },
    { name: "a redirect that leads away", answer: { status: 302 }, code: "unexpected_redirect" },
  ])(
    "($name) fails the stock with its code, deletes the message and leaves no dead letter",
    async ({ answer, code }) => {
      for (const receiveCount of [1, 4]) {
        user = newUser();
        const stock = await saved();
        const { receive, fetched, waits } = answering(answer);
        expect(await receive({ ...messageOf(stock), receiveCount })).toBe(true);
        expect(fetched).toHaveLength(1);
        expect(waits).toEqual([]);
        expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code }, reconcileAt: null });
      }
    },
  );

  it("includes an answer that is too large", async () => {
    const stock = await saved();
    expect(await failing(new OutboundError("too_large", "100 KiB")).receive(messageOf(stock))).toBe(true);
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code: "too_large" } });
  });

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

describe("an unexpected error", () => {
  it("leaves the stock pending, and the message is received again", async () => {
    const stock = await saved();
    const { receive, waits } = failing(new TypeError("a bug"));
    expect(await receive(messageOf(stock))).toBe(false);
    expect(waits).toEqual([30]);
    expect(await stocks.get(stock)).toMatchObject({ status: "pending" });
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

  it("keeps the reason through its further receives", async () => {
    const stock = await saved(google);
    for (const receiveCount of [1, 2, 3, 4, 5]) {
      const body = { ...fetchMessageOf(stock), schemaVersion: 2 };
      expect(await good().receive({ body, receiveCount })).toBe(false);
    }
    expect(await stocks.get(stock)).toMatchObject({ status: "failed", failure: { code: "message_not_understood" } });
  });

  it.each(["not json", "", "null", "7", "[]", "{}", '{"stockId":7}'])(
    "that names no stock is returned at once: %j",
    async (body) => {
      const { receive, waits } = good();
      expect(await receive({ body })).toBe(false);
      expect(waits).toEqual([0]);
      expect(await good().receive({ body, receiveCount: MAX_RECEIVES })).toBe(false);
    },
  );
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

  it("is postponed while a message waits as long as a site asks", async () => {
    const stock = await saved();
    dynamo.requests.length = 0;
    const { receive } = answering({ status: 503, retryAfterSeconds: 3_600 });
    await receive(messageOf(stock));
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

  it("keeps the count of its rounds", async () => {
    const stock = await saved();
    await stocks.postponeReconcile(stock, at(MINUTE), 2);
    clock.forward(MINUTE);
    await answering({ status: 503 }).receive(messageOf(stock));
    expect(await stocks.get(stock)).toMatchObject({ reconcileRounds: 2 });
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
