import { describe, expect, it } from "vitest";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { onSale } from "../../../lambdas/mercari/domain/watch-list.ts";
import { syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { deletedDocument, notFoundDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { at } from "../../emulators/test-clock.ts";
import { entry, ITEM, known, MESSAGE, row, show } from "../checked-listing.ts";
import { HOUR, listingPage, MAX_RECEIVES } from "../crawl-world.ts";
import { crawledProductOfEachTest, product, seconds, watchInstead, worker, world } from "../crawled-product.ts";
import { sourced, unanswered } from "../fetch-world.ts";

const log = capturedLog();
crawledProductOfEachTest();

const showDeleted = () => {
  world.fetching.answer = (url) => sourced({ url, html: deletedDocument });
};

describe("a listing's detail page", () => {
  it("does not change an equal row, and does not check it again for six hours", async () => {
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

  it.each([ON_SALE, SOLD] as const)(
    "removes the row at once when its price is outside the limits (%i)",
    async (sellingStatus) => {
      await watchInstead({ minPrice: ITEM.price, maxPrice: ITEM.price + 1 });
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

  it("that is being dealt with ends the watch, with the time of the check", async () => {
    await known();
    show({ state: "trading", changedAgo: "3日前" });
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ sellingStatus: SOLD, soldOutAt: at(HOUR).toISOString() });
    expect(await entry()).toBeUndefined();
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
    const removed = { product_id: product.id, external_id: ITEM.id, reason: "deleted" };
    expect(log.lines("mercari_result_deleted")).toMatchObject([removed]);
  });

  it("keeps a row whose listing is seen during the removal", async () => {
    const before = await known({ deletedSince: at(-2 * HOUR).toISOString() });
    world.fetching.answer = async (url) => {
      await world.results.put({ ...before, deletedSince: null });
      return sourced({ url, html: deletedDocument });
    };
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ deletedSince: null, version: 2 });
    expect(await entry()).toBeDefined();
    expect(log.lines("mercari_result_deleted")).toEqual([]);
  });

  it("keeps the price of a sold listing, and ends the search for its time of sale", async () => {
    await known({ sellingStatus: SOLD });
    showDeleted();
    world.clock.forward(HOUR);
    await worker.receive(MESSAGE());
    expect(await row()).toMatchObject({ price: ITEM.price, soldOutAt: at(0).toISOString(), deletedSince: null });
    expect(await entry()).toBeUndefined();
  });

  it("counts no sold rows for the deletion limit", async () => {
    await known({ deletedSince: at(-2 * HOUR).toISOString() });
    const others = Array.from({ length: 8 }, (_, index) => `m91${index}`);
    await world.watch.set(
      product.id,
      others.map((externalId) => ({ externalId, price: 500, sellingStatus: SOLD, dueAt: 0 })),
    );
    // Two are on sale: three tenths of ten would be three.
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
    await known(markedDeleted, 7);
    showDeleted();
    // Eight are on sale, then seven, then six: three tenths are two, two, and one.
    for (const externalId of ["m91", "m92"]) {
      await known({ ...markedDeleted, externalId, sellingUrl: `https://jp.mercari.com/item/${externalId}` }, 7);
    }
    const isLeft = async (externalId: string) => {
      expect(await worker.receive(syncDetailOf({ productId: product.id, externalId }))).toBe(true);
      return (await world.results.get({ productId: product.id, externalId })) !== null;
    };
    expect([await isLeft(ITEM.id), await isLeft("m91"), await isLeft("m92")]).toEqual([false, false, true]);
    expect(log.lines("mercari_deletions_stopped")).toMatchObject([
      { level: "ERROR", product_id: product.id, rows_on_sale: 6 },
    ]);
    world.clock.forward(HOUR);
    expect(await isLeft("m92")).toBe(false);
  });
});

describe("a message that requests a detail check", () => {
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

  it.each([
    ["is sold", () => listingPage({ ...ITEM, state: "sold_out" }), { sellingStatus: SOLD }],
    ["is deleted", (url: string) => sourced({ url, html: deletedDocument }), { deletedSince: at(0).toISOString() }],
  ])("works for a row that is no longer watched, and %s", async (_what, answer, stored) => {
    await known();
    await world.watch.remove(product.id, [ITEM.id]);
    world.fetching.answer = answer;
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toMatchObject(stored);
  });

  it("for a product whose search was removed checks its rows", async () => {
    await watchInstead({}, { crawl: null });
    await known();
    show({ price: 9_999_999 });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect(await row()).toMatchObject({ price: 9_999_999 });
  });

  it("is received again in half a minute, without using an attempt, when its time is over before its page came", async () => {
    const before = await known();
    world.fetching.answer = () => {
      world.clock.forward(HOUR);
      throw unanswered();
    };
    expect(await worker.receive(MESSAGE(), 1, "late")).toBe(false);
    expect(worker.waits).toEqual([30]);
    expect(log.lines("message_retried_later")).toMatchObject([{ code: "no_turn" }]);
    expect(await world.attempts.readCount("late")).toBe(0);
    expect(await row()).toEqual(before);
  });

  it("is given up, and logged, when others write its row each time", async () => {
    const before = await known();
    let puts = 0;
    world.results.put = async () => {
      puts += 1;
      return null;
    };
    show({ price: 700 });
    expect(await worker.receive(MESSAGE())).toBe(true);
    expect([puts, await row()]).toEqual([3, before]);
    expect(await entry()).toBeDefined();
    expect(log.lines("mercari_rows_not_stored")).toMatchObject([{ level: "WARN", product_id: product.id, rows: 1 }]);
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
