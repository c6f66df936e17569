import { describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at } from "../../emulators/test-clock.ts";
import { beforeAnswers, crawl, HOUR, showPages } from "../crawl-world.ts";
import {
  crawledProductOfEachTest,
  foundOutMeanwhile,
  item,
  items,
  product,
  rowOf,
  rows,
  seconds,
  there,
  watched,
  watchInstead,
  world,
  writes,
} from "../crawled-product.ts";

const log = capturedLog();
crawledProductOfEachTest();

/**
 * The writes of a crawl beside rows and entries: taking and ending the product, the run, the listings seen, and the host's
 * turns.
 */
const OWN_WRITES = 4;
const TURN_WRITES = 2;

describe("a crawl", () => {
  it("stores the listings that it finds, and watches those on sale", async () => {
    showPages(world, [items(1, 3), items(4, 5)]);
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "items",
      errorKind: null,
      complete: true,
      reachedEnd: true,
      upserted: 5,
      unchanged: 0,
      deleted: 0,
      queuedDetails: 0,
      pages: [
        { outcome: "items", items: 3, complete: true, layout: "A" },
        { outcome: "items", items: 2, complete: true },
      ],
    });
    const found = await rows();
    expect([...found.keys()]).toEqual(items(1, 5).map(({ id }) => id));
    expect(found.get(item(1).id)).toMatchObject({ price: 1_000, sellingStatus: ON_SALE, soldOutAt: null, version: 1 });
    expect((await watched()).get(item(1).id)).toEqual({
      price: 1_000,
      sellingStatus: ON_SALE,
      dueAt: Math.floor(world.fetching.pages[0]?.at ?? 0) / 1_000 + seconds(0),
      seenAt: seconds(0),
    });
    expect((await watched()).size).toBe(5);
    const lastCrawl = { outcome: "items", errorKind: null, complete: true, finishedAt: expect.any(String) };
    expect(await there()).toMatchObject({ seenWhole: true, trendFilled: true, pending: null, lease: null, lastCrawl });
    expect(log.lines("mercari_crawled")).toMatchObject([
      {
        product_id: product.id,
        correlation_id: "correlation-1",
        pages: 2,
        upserted: 5,
        outcome: "items",
        complete: true,
      },
    ]);
  });

  it("writes neither rows nor watch list if nothing has changed", async () => {
    showPages(world, [items(1, 3), [...items(3, 4), item(5, { state: "sold_out" })]]);
    await crawl(world, product.id);
    const before = await rows();
    world.clock.forward(HOUR);
    world.mercariQueue.sent.length = 0;
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, unchanged: 5, queuedDetails: 0 });
    expect(writes()).toBe(OWN_WRITES + 2 * TURN_WRITES);
    expect(await rows()).toEqual(before);
  });

  it("reads each row once when none of 120 listings has changed", async () => {
    showPages(world, [items(1, 120)]);
    // The second crawl writes the facts that the first one could not have.
    for (let hour = 0; hour < 2; hour += 1) {
      await crawl(world, product.id);
      world.clock.forward(HOUR);
    }
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, unchanged: 120 });
    const reads = dynamo.consumed.filter(({ command }) => /^(?:Get|BatchGet|Query)/.test(command));
    // The host and its robots.txt with eventual consistency, the product after the page, the watch list, the rows, the sales, of which there are none.
    expect(reads.map(({ units }) => units)).toEqual([0.5, 0.5, 1, 2, 100, 20, 0]);
  });

  it("writes changed rows, and counts the others as unchanged", async () => {
    showPages(world, [items(1, 4)]);
    await crawl(world, product.id);
    world.clock.forward(HOUR);
    showPages(world, [[item(1, { price: 900 }), item(2, { state: "trading" }), item(3), item(4)]]);
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 2, unchanged: 2 });
    // Two updates of the watch list, for the new price and the sold listing, two rows, and the check of the sold listing.
    expect(writes()).toBe(OWN_WRITES + TURN_WRITES + 2 + 2 + 1);
    expect(await rowOf(1)).toMatchObject({
      price: 900,
      soldOutAt: null,
      updatedAt: at(HOUR).toISOString(),
      version: 2,
    });
    // Only its own page shows when it was sold.
    const saleBetween = [at(0).toISOString(), at(HOUR).toISOString()];
    expect(await rowOf(2)).toMatchObject({ sellingStatus: SOLD, soldOutAt: null, saleBetween });
    expect([...(await watched())].map(([id, { price }]) => [id, price]).sort()).toEqual([
      [item(1).id, 900],
      [item(2).id, 2_000],
      [item(3).id, 3_000],
      [item(4).id, 4_000],
    ]);
    world.clock.forward(HOUR);
    showPages(world, [items(1, 4)]);
    await crawl(world, product.id);
    expect(await rowOf(2)).toMatchObject({ sellingStatus: ON_SALE, soldOutAt: null });
    expect((await watched()).get(item(2).id)).toEqual({
      price: 2_000,
      sellingStatus: ON_SALE,
      // Its page was requested for the time of the sale.
      dueAt: seconds(7 * HOUR),
      seenAt: seconds(2 * HOUR),
    });
  });

  it("corrects wrong entries of the watch list", async () => {
    showPages(world, [[item(1), item(2), item(3, { state: "sold_out" })]]);
    await crawl(world, product.id);
    const right = await watched();
    await world.watch.remove(product.id, [item(1).id]);
    await world.watch.set(product.id, [{ externalId: item(2).id, price: 1, sellingStatus: ON_SALE, dueAt: 7 }]);
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0 });
    const healed = await watched();
    expect(healed.get(item(1).id)).toMatchObject({ price: 1_000, sellingStatus: ON_SALE });
    expect(healed.get(item(2).id)).toMatchObject({ price: 2_000, sellingStatus: ON_SALE, dueAt: 7 });
    expect(healed.get(item(3).id)).toEqual(right.get(item(3).id));
  });

  it("writes a listing that two of its pages show once, as the later page has it", async () => {
    showPages(world, [
      [item(1), item(2), item(3)],
      [item(3, { price: 2_500 }), item(2, { state: "sold_out" })],
    ]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 3, unchanged: 0 });
    expect(await rowOf(3)).toMatchObject({ price: 2_500, version: 1 });
    // No earlier crawl saw it on sale.
    expect(await rowOf(2)).toMatchObject({ sellingStatus: SOLD, soldOutAt: null, version: 1 });
    expect((await watched()).get(item(3).id)).toMatchObject({ price: 2_500 });
  });

  it("keeps three full pages unwritten, and no more", async () => {
    const full = (page: number) => items(page * 120 + 1, (page + 1) * 120);
    showPages(world, [...[0, 1, 2, 3].map(full), [item(481)]]);
    const stored: number[] = [];
    beforeAnswers(world, async () => stored.push((await rows()).size));
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 481 });
    expect(stored).toEqual([0, 0, 0, 0, 120]);
    expect((await rows()).size).toBe(481);
  });

  it("takes a listing that comes again after its row was stored for another sight", async () => {
    showPages(world, [[item(1)], items(1_001, 1_360), [item(2)], [item(1, { state: "sold_out" })]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 362 });
    const { saleBetween, createdAt, version } = await rowOf(1);
    expect({ saleBetween, createdAt, version }).toEqual({
      saleBetween: [at(0).toISOString(), at(9_000).toISOString()],
      createdAt: at(0).toISOString(),
      version: 2,
    });
  });

  it("leaves a row as it was before the crawl when its later page says so, without a write", async () => {
    showPages(world, [[item(1), item(2, { state: "sold_out" })]]);
    await crawl(world, product.id);
    const before = await rows();
    world.clock.forward(HOUR);
    showPages(world, [[item(1, { state: "trading" })], [item(1), item(2, { state: "sold_out" })]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, unchanged: 2 });
    expect(await rows()).toEqual(before);
    expect((await watched()).get(item(1).id)).toMatchObject({ sellingStatus: ON_SALE });
    // A row that was sold before the crawl keeps its time, even if a page in between showed it on sale.
    showPages(world, [[item(1, { state: "sold_out" })]]);
    await crawl(world, product.id);
    const sold = await rowOf(1);
    world.clock.forward(HOUR);
    showPages(world, [[item(1)], [item(1, { state: "sold_out" })]]);
    await crawl(world, product.id);
    expect(await rowOf(1)).toEqual(sold);
  });

  it("compares a row again after a write conflict", async () => {
    showPages(world, [items(1, 2)]);
    await crawl(world, product.id);
    world.clock.forward(HOUR);
    const put = world.results.put.bind(world.results);
    let rivals = 1;
    world.results.put = async (row) => {
      if (row.externalId === item(1).id && rivals > 0) {
        rivals -= 1;
        await put({ ...(await rowOf(1)), sellerId: "999000042", soldOutAt: at(1).toISOString(), sellingStatus: SOLD });
      }
      return put(row);
    };
    showPages(world, [[item(1, { state: "sold_out", price: 700 }), item(2)]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 1, unchanged: 1 });
    expect(await rowOf(1)).toMatchObject({ price: 700, sellerId: "999000042", soldOutAt: at(1).toISOString() });
    expect((await watched()).has(item(1).id)).toBe(false);
  });

  it.each([
    ["finds it sold", { sellingStatus: SOLD, soldOutAt: at(1).toISOString() }],
    ["finds another price", { price: 500 }],
    ["removes it", null],
  ] satisfies [string, Partial<CrawlResult> | null][])(
    "watches a listing that it sees on sale after a detail check %s",
    async (_what, found) => {
      showPages(world, [[item(1), item(2)]]);
      await crawl(world, product.id);
      world.clock.forward(HOUR);
      showPages(world, [[item(1)], [item(2)]]);
      beforeAnswers(world, async (url) => {
        if (url.includes("page_token")) await foundOutMeanwhile(await rowOf(2), found);
      });
      await crawl(world, product.id);
      expect(await rowOf(2)).toMatchObject({ price: 2_000, sellingStatus: ON_SALE, soldOutAt: null });
      expect((await watched()).get(item(2).id)).toMatchObject({ price: 2_000, sellingStatus: ON_SALE });
    },
  );

  it("takes a listing for sold, and without a time of sale, even if a detail check found it on sale again", async () => {
    showPages(world, [[item(1), item(2)]]);
    await crawl(world, product.id);
    await foundOutMeanwhile(await rowOf(2), { sellingStatus: SOLD, soldOutAt: at(1).toISOString() });
    world.clock.forward(HOUR);
    showPages(world, [[item(1)], [item(2, { state: "sold_out" })]]);
    beforeAnswers(world, async (url) => {
      if (url.includes("page_token")) {
        await foundOutMeanwhile(await rowOf(2), { sellingStatus: ON_SALE, soldOutAt: null });
      }
    });
    await crawl(world, product.id);
    expect(await rowOf(2)).toMatchObject({ sellingStatus: SOLD, soldOutAt: null, saleBetween: expect.any(Array) });
    expect((await watched()).get(item(2).id)).toMatchObject({ sellingStatus: SOLD });
  });

  it("gives up a row after repeated write conflicts, and stores the others", async () => {
    const put = world.results.put.bind(world.results);
    world.results.put = async (row) => (row.externalId === item(1).id ? null : put(row));
    showPages(world, [items(1, 3)]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 2, unchanged: 1 });
    expect(log.lines("mercari_rows_not_stored")).toMatchObject([{ product_id: product.id, rows: 1 }]);
  });
});

describe("a site that shows listings outside the price limits", () => {
  const setting = { minPrice: 2_000, maxPrice: 3_000 };

  it("has none of them stored in any hour, on any page", async () => {
    await watchInstead(setting);
    showPages(world, [
      [item(1), item(2), item(4, { state: "sold_out" })],
      [item(3), item(1)],
    ]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 2, unchanged: 0, deleted: 0, queuedDetails: 0 });
    expect([...(await rows()).keys()]).toEqual([item(2).id, item(3).id]);
    expect((await watched()).size).toBe(2);
    world.clock.forward(HOUR);
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, unchanged: 2, deleted: 0 });
    expect(writes()).toBe(OWN_WRITES + 2 * TURN_WRITES);
  });

  it("has one stored as soon as its price fits, and removed when it no longer does", async () => {
    await watchInstead(setting);
    showPages(world, [[item(1)], [item(1, { price: 2_500 })]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 1, deleted: 0 });
    expect(await rowOf(1)).toMatchObject({ price: 2_500 });
    world.clock.forward(HOUR);
    showPages(world, [[item(1, { price: 3_001 })]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 1, deleted: 1 });
    expect((await rows()).size).toBe(0);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, deleted: 0 });
  });
});
