import { beforeEach, expect, it } from "vitest";
import type { PriceAlert } from "../../lambdas/mercari/domain/price-alert.ts";
import type { Product } from "../../lambdas/mercari/domain/product.ts";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { CrawlWorld } from "./crawl-world.ts";
import { crawl, crawlWorker, crawlWorld, HOUR, listingPage, showPages, storeProduct } from "./crawl-world.ts";
import { listed } from "./readers/page-answers.ts";

capturedLog();
dynamoOfEachTest();

let world: CrawlWorld;
beforeEach(() => {
  world = crawlWorld(dynamo);
});

const bodies = [82_000, 83_500, 85_000, 86_500, 88_000, 89_500, 91_000, 92_500].map((price, index) =>
  listing(index, "GR III", price),
);
const sales = [80_000, 81_000, 82_000, 83_000, 84_000, 85_000, 86_000, 87_000, 88_000].map((price, index) =>
  listing(100 + index, "GR III", price, { state: "sold_out", changedAgo: "3日前" }),
);

function listing(number: number, name: string, price: number, changes: Partial<ListedItem> = {}): ListedItem {
  return listed({ id: `m${10_000_000_000 + number}`, name, price, ...changes });
}

/** Crawls a product an hour later, and reads the pages of the details that this requests. @returns the titles of its notices */
async function crawled({ id }: Product, items: readonly ListedItem[]): Promise<readonly string[]> {
  const titles = async () => {
    const { items: notices } = await new NoticeTable(dynamo.client, "notices").list({
      limit: 100,
      position: undefined,
    });
    return notices.map(({ title }) => title);
  };
  const before = await titles();
  world.clock.forward(HOUR);
  showPages(world, [items]);
  await crawl(world, id);
  const told = (await titles()).filter((title) => !before.includes(title));
  world.fetching.answer = (url) => listingPage(items.find(({ id: of }) => url.includes(of)) ?? listing(0, "", 0));
  await crawlWorker(world).drain();
  return told;
}

it.each([
  ["with sales that tell what is usual", sales],
  ["without sales", []],
])("a box, a strap and a reservation make no notice, and hide no body, %s", async (_when, sold) => {
  const product = await storeProduct(world, {}, { alert: { below: null, newLowest: true } });
  const junk = [
    listing(20, "RICOH GR III 空箱のみ", 800),
    listing(21, "GR III 用 ストラップ", 1_500),
    listing(22, "○○様専用 GR III", 9_999_999),
  ];
  const bargain = listing(30, "RICOH GR III 美品 急ぎ", 60_000);
  expect(await crawled(product, [...bodies, ...sold])).toEqual([]);
  expect(await crawled(product, [...bodies, ...sold, ...junk])).toEqual([]);
  expect(await crawled(product, [...bodies, ...sold, ...junk, bargain])).toEqual([
    "Cameras: 60,000 yen, RICOH GR III 美品 急ぎ",
  ]);
});

it.each<[alert: PriceAlert, first: readonly string[], told: readonly string[]]>([
  [{ below: 90_000, newLowest: true }, ["Cameras: 3 offers from 82,000 yen"], ["Cameras: 75,000 yen, GR III"]],
  [{ below: 70_000, newLowest: true }, [], ["Cameras: 75,000 yen, GR III"]],
  [{ below: 70_000, newLowest: false }, [], []],
])("a first crawl full of boxes tells the bodies below the price alone: %j", async (alert, first, told) => {
  const product = await storeProduct(world, {}, { alert });
  // More boxes than the offers that one crawl notes, fewer than the bodies.
  const boxes = Array.from({ length: 30 }, (_, index) => listing(200 + index, "空箱", 700 + index));
  const others = Array.from({ length: 30 }, (_, index) => listing(300 + index, "GR III", 93_000 + index));
  const all = [...boxes, ...bodies, ...others];
  expect(await crawled(product, all)).toEqual(first);
  expect(await crawled(product, [...all, listing(40, "GR III", 75_000)])).toEqual(told);
});
