import { beforeEach, describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { Product } from "../../../lambdas/mercari/domain/product.ts";
import type { WatchEntry } from "../../../lambdas/mercari/domain/watch-list.ts";
import { onSale } from "../../../lambdas/mercari/domain/watch-list.ts";
import { syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import {
  challengeDocument,
  deletedDocument,
  notFoundDocument,
  skeletonDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import type { CrawlWorker, CrawlWorld } from "../crawl-world.ts";
import { crawlWorker, crawlWorld, HOUR, listingPage, MAX_RECEIVES, storeProduct } from "../crawl-world.ts";
import { robotsTxt, sourced, unanswered } from "../fetch-world.ts";
import { listed } from "../readers/page-answers.ts";

const log = capturedLog();
let world: CrawlWorld;
let product: Product;
let worker: CrawlWorker;

dynamoOfEachTest();
beforeEach(async () => {
  world = crawlWorld(dynamo);
  product = await storeProduct(world);
  worker = crawlWorker(world);
});

const ITEM = listed();
const MESSAGE = () => syncDetailOf({ productId: product.id, externalId: ITEM.id });
const THUMBNAIL = "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg";

/** Stores a row as a search page created it at the start, and watches it; other rows of the same product fill the list. */
async function known(changes: Partial<CrawlResult> = {}, others = 0): Promise<CrawlResult> {
  const row = await world.results.put({
    productId: product.id,
    externalId: ITEM.id,
    name: ITEM.name,
    price: ITEM.price,
    sellingUrl: `https://jp.mercari.com/item/${ITEM.id}`,
    imageUrl: THUMBNAIL,
    sellingStatus: ON_SALE,
    sellerType: 1,
    sellerId: ITEM.sellerId,
    categoryId: null,
    soldOutAt: null,
    saleBetween: null,
    createdAt: at(0).toISOString(),
    updatedAt: at(0).toISOString(),
    deletedSince: null,
    unreadableSince: null,
    version: 0,
    ...changes,
  });
  if (row === null) throw new Error("The row is there.");
  const { externalId, price, sellingStatus } = row;
  const list = Array.from({ length: others }, (_, index): WatchEntry => {
    return { externalId: `m9${index}`, price: 500, sellingStatus: ON_SALE, dueAt: 0 };
  });
  await world.watch.set(product.id, [{ externalId, price, sellingStatus, dueAt: 0 }, ...list]);
  return row;
}

const knownRow = async () => {
  const found = await row();
  if (found === null) throw new Error("The row has gone.");
  return found;
};
const row = () => world.results.get({ productId: product.id, externalId: ITEM.id });
const entry = async () => (await world.watch.listAll(product.id)).find(({ externalId }) => externalId === ITEM.id);
const seconds = (milliseconds: number) => at(milliseconds).getTime() / 1_000;
const show = (changes: Partial<ListedItem> = {}) => {
  world.fetching.answer = () => listingPage({ ...ITEM, ...changes });
};
const showDeleted = () => {
  world.fetching.answer = (url) => sourced({ url, html: deletedDocument });
};

describe("a listing's detail page", () => {
  it("changes nothing in an equal row, which is not checked again for six hours", async () => {
    const before = await known();
    show();
    world.clock.forward(HOUR);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(world.fetching.pages.map(({ url }) => url)).toEqual([before.sellingUrl]);
    // The detail page has another address for the same picture.
    expect(await row()).toEqual(before);
    expect(await entry()).toEqual({
      externalId: ITEM.id,
      price: ITEM.price,
      sellingStatus: ON_SALE,
      dueAt: seconds(7 * HOUR),
      seenAt: seconds(HOUR),
    });
  });

  it("stores the current price and the seller", async () => {
    await known({ sellerId: null, imageUrl: "" });
    show({ price: 9_999_999 });
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({
      price: 9_999_999,
      sellerId: ITEM.sellerId,
      imageUrl: expect.stringContaining("https://static.mercdn.net/item/detail/orig/photos/"),
      updatedAt: at(HOUR).toISOString(),
    });
    expect(await entry()).toMatchObject({ price: 9_999_999 });
  });

  it.each([
    ["the page's time, when that is after the last sight on sale", "2日前", at(5 * 24 * HOUR)],
    ["the check's, when the page's time is before the last sight on sale", "6日前", at(7 * 24 * HOUR)],
  ])("dates a listing that is found sold after days by %s", async (_what, changedAgo, soldOutAt) => {
    await known();
    const { externalId, price, sellingStatus } = await knownRow();
    await world.watch.set(product.id, [{ externalId, price, sellingStatus, dueAt: 0, seenAt: seconds(48 * HOUR) }]);
    show({ state: "sold_out", changedAgo });
    world.clock.forward(7 * 24 * HOUR);
    await worker.receive(MESSAGE());
    expect((await row())?.soldOutAt).toBe(soldOutAt.toISOString());
  });

  it.each([ON_SALE, SOLD] as const)(
    "removes the row at once when its price is outside the limits (%i)",
    async (sellingStatus) => {
      product = await storeProduct(world, { minPrice: ITEM.price, maxPrice: ITEM.price + 1 });
      await known({ sellingStatus });
      show({ price: ITEM.price + 1, state: sellingStatus === ON_SALE ? "on_sale" : "sold_out" });
      await worker.receive(MESSAGE());
      expect(await row()).toMatchObject({ price: ITEM.price + 1 });
      show({ price: 300, state: sellingStatus === ON_SALE ? "on_sale" : "sold_out" });
      await worker.receive(MESSAGE());
      expect(await row()).toBeNull();
      expect(await entry()).toBeUndefined();
      expect(log.lines("mercari_result_deleted")).toMatchObject([{ external_id: ITEM.id, reason: "outside_bounds" }]);
    },
  );

  it.each(["sold_out", "trading"] as const)("that is %s ends the watch, with the time of the check", async (state) => {
    await known();
    show({ state, changedAgo: "3日前" });
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ sellingStatus: SOLD, soldOutAt: at(HOUR).toISOString() });
    expect(await entry()).toBeUndefined();
  });

  it.each([
    ["dates a sold listing that was never seen on sale", "3時間前", at(-2 * HOUR)],
    ["uses the first sight as sold when the page shows no time", "半年以上前", at(0)],
  ])("%s", async (_what, changedAgo, soldOutAt) => {
    await known({ sellingStatus: SOLD });
    show({ state: "sold_out", changedAgo });
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ soldOutAt: soldOutAt.toISOString() });
    expect(await entry()).toBeUndefined();
  });

  it("of a sold listing that is on sale again puts it back into the watch list", async () => {
    await known({ sellingStatus: SOLD });
    show();
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ sellingStatus: ON_SALE, soldOutAt: null });
    expect(await entry()).toMatchObject({ sellingStatus: ON_SALE, dueAt: seconds(6 * HOUR) });
  });

  it("is compared with the row that another invocation has written meanwhile", async () => {
    const before = await known();
    world.fetching.answer = async () => {
      await world.results.put({ ...before, sellingStatus: SOLD, soldOutAt: at(5).toISOString() });
      return listingPage({ ...ITEM, state: "sold_out", changedAgo: "1日前" });
    };
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ soldOutAt: at(5).toISOString(), version: 2 });
    expect(await entry()).toBeUndefined();
  });

  it("adds its facts to those that another invocation has written meanwhile", async () => {
    const before = await known({ sellerId: null });
    world.fetching.answer = async () => {
      await world.results.put({ ...before, name: "カメラ 美品", deletedSince: at(1).toISOString() });
      return listingPage({ ...ITEM, name: "カメラ 美品", price: 700 });
    };
    await worker.receive(MESSAGE());
    const told = { name: "カメラ 美品", price: 700, sellerId: ITEM.sellerId, deletedSince: null, version: 3 };
    expect(await row()).toMatchObject(told);
    expect(await entry()).toMatchObject({ price: 700 });
  });

  it("restores no row that was removed meanwhile", async () => {
    const before = await known();
    world.fetching.answer = async () => {
      await world.results.delete(before);
      return listingPage({ ...ITEM, price: 100 });
    };
    await worker.receive(MESSAGE());
    expect(await row()).toBeNull();
    expect(await entry()).toBeUndefined();
  });
});

describe("a page that states that its listing is deleted", () => {
  it("removes the listing from the offers at once, until a page shows it again", async () => {
    await known({}, 3);
    showDeleted();
    await worker.receive(MESSAGE());
    const offers = async () => onSale(await world.watch.listAll(product.id)).count;
    expect(await row()).not.toBeNull();
    expect(await offers()).toBe(3);
    show();
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await offers()).toBe(4);
  });

  it.each([
    ["states the deletion", sourced({ html: deletedDocument })],
    ["is missing", sourced({ status: 404, html: notFoundDocument })],
  ])("removes the row when it %s twice, an hour apart", async (_what, page) => {
    await known({}, 9);
    world.fetching.answer = (url) => ({ ...page, url });
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ deletedSince: at(0).toISOString(), sellingStatus: ON_SALE });
    expect(await entry()).toMatchObject({ dueAt: seconds(HOUR) });
    world.clock.forward(HOUR - 1);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ deletedSince: at(0).toISOString(), version: 2 });
    world.clock.forward(1);
    world.clock.forward(3_000);
    await worker.receive(MESSAGE());
    expect(await row()).toBeNull();
    expect(await entry()).toBeUndefined();
    expect(log.lines("mercari_result_deleted")).toMatchObject([{ product_id: product.id, external_id: ITEM.id }]);
  });

  it("does not count if the listing is seen again in between", async () => {
    await known();
    showDeleted();
    await worker.receive(MESSAGE());
    world.clock.forward(HOUR);
    show();
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ deletedSince: null });
    world.clock.forward(HOUR);
    showDeleted();
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ deletedSince: at(2 * HOUR).toISOString() });
  });

  it("keeps a row whose listing is seen during the removal", async () => {
    const before = await known({ deletedSince: at(-2 * HOUR).toISOString() });
    world.fetching.answer = async (url) => {
      await world.results.put({ ...before, deletedSince: null });
      return sourced({ url, html: deletedDocument });
    };
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ deletedSince: null, version: 2 });
  });

  it("keeps the price of a sold listing, and ends the search for its time of sale", async () => {
    await known({ sellingStatus: SOLD });
    showDeleted();
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ price: ITEM.price, soldOutAt: at(0).toISOString(), deletedSince: null });
    expect(await entry()).toBeUndefined();
  });

  it("keeps the price of a listing that was sold after its page had stated the deletion once", async () => {
    await known({ sellingStatus: SOLD, deletedSince: at(-2 * HOUR).toISOString() });
    showDeleted();
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ price: ITEM.price, sellingStatus: SOLD });
  });

  it("counts no sold rows for the deletion limit", async () => {
    await known({ deletedSince: at(-2 * HOUR).toISOString() });
    const others = ["m91", "m92", "m93", "m94", "m95", "m96"];
    await world.watch.set(
      product.id,
      others.map((externalId) => ({ externalId, price: 500, sellingStatus: SOLD, dueAt: 0 })),
    );
    // The one on sale: a third of seven would be two.
    const markedDeleted = { deletedSince: at(-2 * HOUR).toISOString() };
    await known({ ...markedDeleted, externalId: "m97", sellingUrl: "https://jp.mercari.com/item/m97" });
    showDeleted();
    for (const externalId of [ITEM.id, "m97"])
      await worker.receive(syncDetailOf({ productId: product.id, externalId }));
    expect(await row()).toBeNull();
    expect(await world.results.get({ productId: product.id, externalId: "m97" })).toMatchObject(markedDeleted);
  });

  it("removes no more rows in one hour than the deletion limit allows, and alarms", async () => {
    const markedDeleted = { deletedSince: at(-2 * HOUR).toISOString() };
    await known(markedDeleted, 4);
    showDeleted();
    // Five are on sale, a third of which is one.
    const others = ["m91", "m92"];
    for (const externalId of others) {
      await known({ ...markedDeleted, externalId, sellingUrl: `https://jp.mercari.com/item/${externalId}` }, 4);
    }
    const receive = (externalId: string) => worker.receive(syncDetailOf({ productId: product.id, externalId }));
    expect(await receive(ITEM.id)).toBe(true);
    expect(await row()).toBeNull();
    for (const externalId of others) {
      expect(await receive(externalId)).toBe(true);
      expect(await world.results.get({ productId: product.id, externalId })).toMatchObject(markedDeleted);
    }
    expect(log.lines("mercari_deletions_stopped")).toMatchObject([
      { level: "ERROR", product_id: product.id },
      { level: "ERROR", product_id: product.id },
    ]);
    world.clock.forward(HOUR);
    await receive("m91");
    expect(await world.results.get({ productId: product.id, externalId: "m91" })).toBeNull();
  });
});

describe("a page that can't be used", () => {
  it.each([
    ["blocked", sourced({ status: 403, html: challengeDocument })],
    ["rate_limited", sourced({ status: 429 })],
    ["not_rendered", sourced({ html: skeletonDocument(ITEM) })],
    ["unrecognized", sourced({ html: "<html><body><main>もうすぐ</main></body></html>" })],
    ["unrecognized", sourced({ status: 404, html: "<html><body><main>404</main></body></html>" })],
    ["http_error", sourced({ status: 401 })],
    ["http_error", sourced({ status: 451 })],
  ])("(%s) changes nothing, and is not requested again by this message", async (_kind, page) => {
    const before = await known({ deletedSince: at(-2 * HOUR).toISOString() });
    world.fetching.answer = (url) => ({ ...page, url });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toEqual(before);
    expect(await world.attempts.readCount("message-1")).toBe(0);
  });

  it("(http_error) is not requested again before its Retry-After", async () => {
    await known();
    world.fetching.answer = () => sourced({ status: 503, retryAfterSeconds: 700 });
    expect(await worker.receive(MESSAGE())).toBe(false);
    expect(worker.waits).toEqual([708]);
  });

  it("(unreachable) changes nothing, and is not requested again by this message, when it is too large", async () => {
    const before = await known();
    world.fetching.answer = () => Promise.reject(unanswered("too_large"));
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toEqual(before);
    expect(await world.attempts.readCount("message-1")).toBe(0);
  });

  it.each([
    ["http_error", () => sourced({ status: 503 })],
    ["truncated", () => sourced({ url: `https://jp.mercari.com/item/${ITEM.id}`, html: "<html><body>" })],
    ["unreachable", () => Promise.reject(unanswered())],
  ])(
    "(%s) is requested four times, and then its message is returned so that SQS dead-letters it",
    async (code, answer) => {
      const before = await known();
      world.fetching.answer = answer;
      for (let receive = 1; receive <= 3; receive += 1) {
        expect(await worker.receive(MESSAGE(), receive, "sync")).toBe(false);
        world.clock.forward(HOUR);
      }
      expect(worker.waits).toEqual([38, 150, 600]);
      expect(log.lines("message_retried_later").map((line) => line.code)).toEqual([code, code, code]);
      expect(await worker.receive(MESSAGE(), 4, "sync")).toBe(false);
      const requested = world.fetching.pages.length;
      expect(requested).toBe(4);
      expect(await worker.receive(MESSAGE(), 5, "sync")).toBe(false);
      expect(worker.waits.slice(3)).toEqual([0, 0]);
      expect(world.fetching.pages).toHaveLength(requested);
      expect(await row()).toEqual(before);
      // After a redrive the attempts start from zero.
      show();
      expect(await worker.receive(MESSAGE(), 1, "sync")).toBe(true);
      expect(await world.attempts.readCount("sync")).toBe(0);
    },
  );

  const WEEK = 7 * 24 * HOUR;

  /** Receives one message as often as it is retried. @returns whether SQS deletes it in the end */
  async function tried(id: string): Promise<boolean> {
    for (let receive = 1; receive <= 4; receive += 1) if (await worker.receive(MESSAGE(), receive, id)) return true;
    return false;
  }

  it.each([
    ["not_rendered", () => sourced({ html: skeletonDocument(ITEM) }), true],
    ["http_error", () => sourced({ status: 500 }), false],
    ["truncated", (url: string) => sourced({ url, html: "<html><body>" }), false],
    ["unreachable", () => Promise.reject(unanswered()), false],
  ])(
    "(%s) for a week ends the search for the time of sale, with the message's last attempt",
    async (_kind, answer, isDropped) => {
      await known({ sellingStatus: SOLD });
      // The page was not requested for so long that this check counts as the first failure.
      world.clock.forward(WEEK);
      world.fetching.answer = answer;
      expect(await tried("first")).toBe(isDropped);
      expect(await row()).toMatchObject({ soldOutAt: null, unreadableSince: expect.any(String) });
      const { unreadableSince } = (await row()) ?? {};
      expect(Date.parse(unreadableSince ?? "")).toBeGreaterThanOrEqual(at(WEEK).getTime());
      world.clock.forward(WEEK - MINUTE);
      expect(await tried("second")).toBe(isDropped);
      expect(await row()).toMatchObject({ soldOutAt: null, unreadableSince });
      world.clock.forward(MINUTE);
      expect(await tried("third")).toBe(true);
      expect(await row()).toMatchObject({ soldOutAt: at(0).toISOString(), unreadableSince: null, sellingStatus: SOLD });
      expect(await entry()).toBeUndefined();
    },
  );

  it("for a moment does not end the search: the next attempt may succeed", async () => {
    await known({ sellingStatus: SOLD, unreadableSince: at(0).toISOString() });
    world.clock.forward(2 * WEEK);
    world.fetching.answer = () => sourced({ status: 503 });
    expect(await worker.receive(MESSAGE(), 1, "retried")).toBe(false);
    expect(await row()).toMatchObject({ soldOutAt: null });
    show({ state: "sold_out", changedAgo: "3時間前" });
    expect(await worker.receive(MESSAGE(), 2, "retried")).toBe(true);
    const soldOutAt = new Date(world.clock.now().getTime() - 3 * HOUR).toISOString().slice(0, 15);
    expect(await row()).toMatchObject({ soldOutAt: expect.stringContaining(soldOutAt), unreadableSince: null });
  });

  it("(robots_forbidden) for a week ends the search, too: the page will never be read", async () => {
    await known({ sellingStatus: SOLD });
    world.fetching.answerRobots = () => robotsTxt(200, "User-agent: *\nDisallow: /item/\n");
    expect(await tried("first")).toBe(true);
    world.clock.forward(WEEK);
    expect(await tried("second")).toBe(true);
    expect(await row()).toMatchObject({ soldOutAt: at(0).toISOString() });
    expect(world.fetching.pages).toEqual([]);
  });

  it.each([
    ["blocked", sourced({ status: 403, html: challengeDocument })],
    ["rate_limited", sourced({ status: 429 })],
  ])("(%s) says nothing about the page, and so ends no search, even after a week", async (_kind, page) => {
    const before = await known({ sellingStatus: SOLD, unreadableSince: at(-WEEK).toISOString() });
    world.fetching.answer = () => page;
    world.clock.forward(8 * 24 * HOUR);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(log.lines("mercari_page").at(-1)).toMatchObject({ error_kind: "breaker_open" });
    expect(await row()).toEqual(before);
  });
});

describe("a message that requests a detail check", () => {
  it("finds a listing on sale again whose deal was cancelled", async () => {
    await known({ sellingStatus: SOLD, soldOutAt: at(0).toISOString() });
    show();
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toMatchObject({ sellingStatus: ON_SALE, soldOutAt: null });
    expect(await entry()).toMatchObject({ sellingStatus: ON_SALE });
  });

  it("keeps the time of a sold row, if it is known", async () => {
    const before = await known({ sellingStatus: SOLD, soldOutAt: at(0).toISOString() });
    show({ state: "sold_out", changedAgo: "3日前" });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toEqual(before);
    expect(await entry()).toBeUndefined();
  });

  it("for a deleted row removes it from the watch list", async () => {
    const gone = await known();
    await world.results.delete(gone);
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await entry()).toBeUndefined();
    expect(world.fetching.pages).toEqual([]);
  });

  it("for a deleted product has no effect", async () => {
    await known();
    await world.products.markDeleting(product.id, "deletion-1");
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(world.fetching.pages).toEqual([]);
  });

  it("that names no row is dropped", async () => {
    expect(await worker.receive({ type: "syncDetail", mercariCrawlResultId: "m00000000001" })).toBe(true);
    expect(log.lines("message_discarded")).toMatchObject([{ code: "unknown_result" }]);
  });

  it("waits in its queue for its turn as long as necessary, without using an attempt", async () => {
    await known();
    const holder = { holder: "another", now: at(0), until: at(24 * HOUR) };
    await world.hosts.take("jp.mercari.com", holder);
    expect(await worker.receive(MESSAGE(), 1, "waiting")).toBe(false);
    expect(worker.waits).toEqual([5]);
    expect(log.lines("message_retried_later")).toMatchObject([{ code: "host_busy" }]);
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES - 3, "waiting")).toBe(false);
    expect(world.mercariQueue.sent).toEqual([]);
    expect(await worker.receive(MESSAGE(), MAX_RECEIVES - 2, "waiting")).toBe(true);
    expect(world.mercariQueue.sent).toEqual([{ message: MESSAGE(), correlationId: "waiting", delaySeconds: 15 }]);
    expect(world.fetching.pauses).toEqual([]);
    expect(await world.attempts.readCount("waiting")).toBe(0);
  });
});
