import { beforeEach, describe, expect, it } from "vitest";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { CrawlSetting } from "../../../lambdas/mercari/domain/product.ts";
import { listCrawlOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { noResultsDocument, placeholder } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import type { CrawlWorld } from "../crawl-world.ts";
import { crawl, HOUR, rowsOf, searchPage, showPages } from "../crawl-world.ts";
import { crawledProductOfEachTest, item, product, watchInstead, worker, world } from "../crawled-product.ts";
import { sourced } from "../fetch-world.ts";
import { resultRow, storeRows } from "../result-rows.ts";

capturedLog();
crawledProductOfEachTest();

/** Five listings of 1,000 to ¥5,000, of which the first and the last are sold. */
const FIVE = [item(1, { state: "sold_out" }), item(2), item(3), item(4), item(5, { state: "sold_out" })];

beforeEach(async () => {
  await watchInstead({ categoryId: 7 });
  showPages(world, [FIVE]);
  await crawl(world, product.id);
  world.clock.forward(HOUR);
});

async function search(changes: Partial<CrawlSetting>): Promise<void> {
  const seen = await world.products.get(product.id);
  if (seen === null || seen.crawl === null) throw new Error("Nothing is searched for.");
  world.clock.forward(1);
  await world.products.update(
    seen,
    { name: seen.name, crawl: { ...seen.crawl, ...changes } },
    { id: "change-1", at: world.clock.now() },
  );
}

const prices = async () => [...(await rowsOf(world, product.id)).values()].map(({ price }) => price);
const watchedPrices = async () => (await world.watch.listAll(product.id)).map(({ price }) => price).sort();
const isMixed = async () => (await world.products.get(product.id))?.mixedCategories;

describe("after a crawl of all pages", () => {
  it("rows whose price is outside the limits are removed, on sale or sold, with their watch entries", async () => {
    await search({ minPrice: 2_000, maxPrice: 4_000 });
    showPages(world, [[item(2)], [item(3)]]);
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: true, complete: true, deleted: 2 });
    // The limits belong to the setting. Rows that were not seen but fit stay.
    expect(await prices()).toEqual([2_000, 3_000, 4_000]);
    expect(await watchedPrices()).toEqual([2_000, 3_000, 4_000]);
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 0 });
  });

  it("rows of another category that the crawl has not seen are removed", async () => {
    await search({ categoryId: 8 });
    expect(await isMixed()).toBe(true);
    showPages(world, [[item(2), item(6)]]);
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 4, upserted: 2 });
    expect(await prices()).toEqual([2_000, 6_000]);
    expect(await watchedPrices()).toEqual([2_000, 6_000]);
    expect((await rowsOf(world, product.id)).get(item(2).id)).toMatchObject({ categoryId: 8, sellingStatus: ON_SALE });
    expect(await isMixed()).toBe(false);
  });

  it("rows stay that the crawl has seen and could not write", async () => {
    await search({ categoryId: 8 });
    const put = world.results.put.bind(world.results);
    world.results.put = async (row) => (row.externalId === item(2).id ? null : put(row));
    showPages(world, [[item(2), item(6)]]);
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 4, upserted: 1 });
    expect(await prices()).toEqual([2_000, 6_000]);
  });

  it("a search in all categories keeps the rows of each", async () => {
    await search({ categoryId: null });
    showPages(world, [[item(6)]]);
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 0 });
    expect(await prices()).toHaveLength(6);
    // They are still known: a later search in one category finds them.
    await search({ categoryId: 8 });
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 5 });
    expect(await prices()).toEqual([6_000]);
  });

  it("another keyword removes nothing, nor do excluded words", async () => {
    await search({ keyword: "レンズ" });
    showPages(world, [[item(6, { name: "ジャンク 売り切れ" })]]);
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 0, reachedEnd: true });
    expect(await prices()).toHaveLength(6);
  });

  it("a search that states that it has no results removes rows that don't fit", async () => {
    await search({ minPrice: 4_500 });
    world.fetching.answer = () => sourced({ html: noResultsDocument("カメラ") });
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "no_results", deleted: 4 });
    expect(await prices()).toEqual([5_000]);
  });

  it("a row stays that another invocation writes concurrently", async () => {
    await search({ maxPrice: 4_500 });
    showPages(world, [[item(2)]]);
    const outside = world.results.listOutside.bind(world.results);
    world.results.listOutside = async (productId, setting) => {
      const found = await outside(productId, setting);
      for (const row of found) await world.results.put({ ...row, price: 4_400 });
      return found;
    };
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 0 });
    expect((await rowsOf(world, product.id)).get(item(5).id)).toMatchObject({ price: 4_400, sellingStatus: SOLD });
  });
});

describe("the removals after a crawl", () => {
  const MANY = 40;
  const gone = async () => 5 + MANY - (await rowsOf(world, product.id)).size;

  beforeEach(async () => {
    const rows = Array.from({ length: MANY }, (_, index) => resultRow(product.id, 100 + index, { price: 10 }));
    await storeRows(dynamo, rows);
    await world.watch.set(
      product.id,
      rows.map(({ externalId, price }) => ({ externalId, price, sellingStatus: ON_SALE, dueAt: 0 })),
    );
    await search({ minPrice: 1_000 });
    showPages(world, [FIVE]);
  });

  /** The end of a crawl's time: this many milliseconds from now. */
  const within = (milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds);

  it("remove several rows at once, and change the watch list once", async () => {
    const remove = world.results.delete.bind(world.results);
    let [now, most] = [0, 0];
    world.results.delete = async (row) => {
      now += 1;
      most = Math.max(most, now);
      const isRemoved = await remove(row);
      now -= 1;
      return isRemoved;
    };
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ deleted: MANY, outcome: "items", complete: true });
    expect(most).toBe(10);
    expect(await watchedPrices()).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
    const updates = dynamo.consumed.filter(({ command }) => command === "UpdateItemCommand");
    // The product is taken and released, the host twice; the list has sixteen items.
    expect(updates.length).toBeGreaterThan(16);
    expect(updates.length).toBeLessThanOrEqual(5 + 16);
  });

  it("are not begun when there is no time for all of them, and are left to a crawl with more time", async () => {
    expect(await crawl(world, product.id, within(5 * MANY - 1))).toMatchObject({
      outcome: "queued",
      complete: false,
      deleted: 0,
    });
    expect(await gone()).toBe(0);
    expect(await world.products.get(product.id)).toMatchObject({ seenWhole: false, lease: null });
    expect(await crawl(world, product.id, within(HOUR))).toMatchObject({ outcome: "items", deleted: MANY });
    expect(await watchedPrices()).toHaveLength(5);
  });

  it("stop when the time is over, and the next crawl continues them", async () => {
    const remove = world.results.delete.bind(world.results);
    world.results.delete = (row) => {
      world.clock.forward(30);
      return remove(row);
    };
    const run = await crawl(world, product.id, within(5 * MANY));
    expect(run).toMatchObject({ outcome: "queued", complete: false });
    expect(run.deleted).toBeGreaterThan(0);
    expect(run.deleted).toBeLessThan(MANY);
    expect(await gone()).toBe(run.deleted);
    expect(await watchedPrices()).toHaveLength(5 + MANY - run.deleted);
    expect(await crawl(world, product.id, within(HOUR))).toMatchObject({
      outcome: "items",
      deleted: MANY - run.deleted,
    });
  });

  it("send no message for another crawl, which would have no more time", async () => {
    world.fetching.answer = () => {
      world.clock.forward(510_000 - 5 * MANY + 1);
      return searchPage(FIVE);
    };
    world.mercariQueue.sent.length = 0;
    expect(await worker.receive(listCrawlOf(product.id))).toBe(true);
    expect(world.mercariQueue.sent.filter(({ message }) => message.type === "listCrawl")).toEqual([]);
    expect(await gone()).toBe(0);
  });
});

describe("no row is removed", () => {
  const removing = { minPrice: 4_500, categoryId: 8 };
  const half = searchPage([item(6)]).html.replace("</ul>", `${placeholder}</ul>`);

  it.each([
    [
      "an error on the second page",
      (url: string) => (url.includes("page_token") ? sourced({ status: 500 }) : searchPage([item(6)], "1")),
    ],
    ["a page of which a part is not rendered", () => sourced({ html: half })],
    ["a link to an earlier page", () => searchPage([item(6)], "1")],
  ])("after %s", async (_what, answer: (url: string) => ReturnType<CrawlWorld["fetching"]["answer"]>) => {
    await search(removing);
    world.fetching.answer = answer;
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 0 });
    expect((await prices()).filter((price) => price <= 5_000)).toHaveLength(5);
    expect(await isMixed()).toBe(true);
  });

  it("by a crawl of a search that was changed while it read its last page", async () => {
    await search(removing);
    showPages(world, [[item(6)]]);
    // The crawl reads the watch list after its last page.
    const read = world.watch.read.bind(world.watch);
    world.watch.read = async (productId) => {
      await search({ minPrice: null, categoryId: 7 });
      return read(productId);
    };
    expect(await crawl(world, product.id)).toMatchObject({ deleted: 0, complete: true, reachedEnd: true });
    expect(await prices()).toHaveLength(6);
    expect(await world.products.get(product.id)).toMatchObject({ seenWhole: false, mixedCategories: true });
  });
});
