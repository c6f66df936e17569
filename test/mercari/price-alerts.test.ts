import { describe, expect, it } from "vitest";
import type { Offer, PriceAlert } from "../../lambdas/mercari/domain/price-alert.ts";
import type { Product } from "../../lambdas/mercari/domain/product.ts";
import { syncDetailOf } from "../../lambdas/mercari/work/request-crawl.ts";
import { NoticeTable } from "../../lambdas/notices/notice-table.ts";
import type { Notice } from "../../lambdas/shared/notices/notice.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { deletedDocument } from "../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo } from "../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import { beforeAnswers, crawl, HOUR, holdElsewhere, listingPage, showPages, storeProduct } from "./crawl-world.ts";
import { crawledProductOfEachTest, worker, world } from "./crawled-product.ts";
import { sourced } from "./fetch-world.ts";
import { listed } from "./readers/page-answers.ts";

capturedLog();
crawledProductOfEachTest();

const BELOW: PriceAlert = { below: 1_000, newLowest: false };
const LOWEST: PriceAlert = { below: null, newLowest: true };

const item = (number: number, price: number, changes: Partial<ListedItem> = {}) =>
  listed({ id: `m0000000000${number}`, name: `Camera ${number}`, price, ...changes });

/** The notices so far, oldest first. */
async function notices(): Promise<readonly Notice[]> {
  const { items } = await new NoticeTable(dynamo.client, "notices").list({ limit: 100, position: undefined });
  return items.toReversed();
}

/** Crawls a product an hour later, and shows these listings on one page. @returns the titles of the notices of this crawl */
async function crawled({ id }: Product, ...items: readonly ListedItem[]): Promise<readonly string[]> {
  const before = new Set((await notices()).map((notice) => notice.id));
  world.clock.forward(HOUR);
  showPages(world, [items]);
  await crawl(world, id);
  return (await notices()).filter((notice) => !before.has(notice.id)).map(({ title }) => title);
}

/** A listing as an offer that was noted now. */
function offerOf({ id: externalId, name, price }: ListedItem): Offer {
  const sellingUrl = `https://jp.mercari.com/item/${externalId}`;
  return { externalId, name, price, sellingUrl, isLowest: false, notedAt: world.clock.now().toISOString() };
}

/** The message that requests the check of a listing's detail page. */
const checkOf = ({ id }: Product, { id: externalId }: ListedItem) => syncDetailOf({ productId: id, externalId });

/** Changes a product's alert, later than its last change. */
async function changeAlert({ id }: Product, alert: PriceAlert | null): Promise<void> {
  const seen = await world.products.get(id);
  if (seen === null) throw new Error("The product is gone.");
  world.clock.forward(1);
  const { name, crawl: setting } = seen;
  await world.products.update(seen, { name, crawl: setting, alert }, { id: "change-1", at: world.clock.now() });
}

/** A product whose first crawl has shown one listing at ¥2,000, or more. */
async function watchedProduct(alert: PriceAlert, ...more: readonly ListedItem[]): Promise<Product> {
  const product = await storeProduct(world, {}, { alert });
  await crawled(product, item(1, 2_000), ...more);
  return product;
}

/** Crawls a product whose second page can't be read. @returns a function that makes it readable */
async function crawlCutOff({ id }: Product, first: ListedItem, second: readonly ListedItem[] = []) {
  showPages(world, [[first], second]);
  const { answer } = world.fetching;
  world.fetching.answer = (url) => (url.includes("page_token") ? sourced({ html: "<html></html>" }) : answer(url));
  await crawl(world, id);
  world.clock.forward(HOUR);
  return () => {
    world.fetching.answer = answer;
  };
}

it.each([
  ["switched off", null],
  ["lowered", { below: 800, newLowest: false }],
])("an alert that is %s during a crawl makes no notice of what it no longer asks for", async (_what, alert) => {
  const product = await watchedProduct(BELOW);
  showPages(world, [[item(2, 900)]]);
  beforeAnswers(world, () => changeAlert(product, alert));
  await crawl(world, product.id);
  expect(await notices()).toEqual([]);
});

const five = [910, 920, 930, 940, 950];

it.each<
  [what: string, alert: PriceAlert, crawls: readonly (readonly [readonly ListedItem[], titles: readonly string[]])[]]
>([
  [
    "of a price that falls under the alert's, another when it falls further, and none of a rise or of a price once told",
    BELOW,
    [
      [[item(1, 1_001)], []],
      [[item(1, 1_000)], ["Cameras: ¥1,000, Camera 1"]],
      [[item(1, 1_000, { name: "Another name" })], []],
      [[item(1, 800)], ["Cameras: ¥800, Camera 1"]],
      [[item(1, 900)], []],
      [[item(1, 800)], []],
      [[item(1, 800, { state: "sold_out" })], []],
      [[item(1, 800)], []],
      [[item(1, 790)], ["Cameras: ¥790, Camera 1"]],
    ],
  ],
  [
    "of the five cheapest of a crawl, and none of the others later",
    BELOW,
    [
      [[970, ...five, 960].map((price, index) => item(index + 2, price)), five.map((price) => `Cameras: ¥${price}`)],
      [[970, ...five, 960].map((price, index) => item(index + 2, price)), []],
    ],
  ],
  [
    "of offers cheaper than all at the crawl before",
    LOWEST,
    [
      [[item(1, 2_000), item(3, 2_000)], []],
      [
        [item(1, 1_500), item(2, 1_900)],
        ["Cameras: ¥1,500, Camera 1", "Cameras: ¥1,900, Camera 2"],
      ],
      [[item(1, 1_500), item(2, 1_600)], []],
    ],
  ],
])("an alert makes notices %s", async (_what, alert, crawls) => {
  const product = await watchedProduct(alert);
  expect(await notices()).toEqual([]);
  for (const [items, titles] of crawls) {
    const told = (await crawled(product, ...items)).toSorted();
    expect(told).toEqual(titles.map((title) => expect.stringMatching(`^${title}`)));
  }
});

it("a notice leads to the listing, and says whether it is cheaper than every offer before", async () => {
  const url = "https://jp.mercari.com/item/m00000000001";
  const product = await watchedProduct({ below: 1_500, newLowest: true });
  await crawled(product, item(1, 900));
  const body = `¥900: Camera 1\n${url}\nIt is cheaper than every comparable offer at the crawl before.`;
  expect(await notices()).toMatchObject([{ kind: "price", url, body: expect.stringContaining(body) }]);
});

describe("an alert below a price", () => {
  it("names the three cheapest of a first crawl in one notice, and none of them again", async () => {
    const product = await storeProduct(world, {}, { alert: BELOW });
    const offers = [700, 600, 400, 500, 2_000].map((price, index) => item(index + 1, price));
    expect(await crawled(product, ...offers)).toEqual(["Cameras: 3 offers from ¥400"]);
    const [first] = await notices();
    expect(first).toMatchObject({ url: "https://jp.mercari.com/item/m00000000003" });
    expect(first?.body.split("\n").filter((line) => line.includes("¥"))).toEqual([
      "¥400: Camera 3",
      "¥500: Camera 4",
      "¥600: Camera 2",
    ]);
    // Sold, and on sale again at the reported price.
    expect(await crawled(product, item(3, 400, { state: "sold_out" }))).toEqual([]);
    expect(await crawled(product, item(3, 400))).toEqual([]);
    expect(await crawled(product, item(3, 390))).toEqual(["Cameras: ¥390, Camera 3"]);
  });

  it("waits for the end of a first crawl that is cut off, and then makes one notice of all of it", async () => {
    const product = await storeProduct(world, {}, { alert: BELOW });
    const mend = await crawlCutOff(product, item(1, 900), [item(2, 800)]);
    expect(await notices()).toEqual([]);
    mend();
    await crawl(world, product.id);
    expect((await notices()).map(({ title }) => title)).toEqual(["Cameras: 2 offers from ¥800"]);
  });

  it("keeps an offer whose row is not stored until a whole crawl has not seen it", async () => {
    const product = await watchedProduct(BELOW);
    await world.offers.note(product.id, offerOf(item(2, 700)));
    world.clock.forward(HOUR);
    const mend = await crawlCutOff(product, item(1, 2_000));
    expect(await world.offers.listNoted(product.id)).toHaveLength(1);
    mend();
    await crawled(product, item(1, 2_000));
    expect(await world.offers.listNoted(product.id)).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it("makes the notice of a price on a listing's own page with the next crawl", async () => {
    const product = await watchedProduct(BELOW);
    world.fetching.answer = () => listingPage(item(1, 700));
    expect(await worker.receive(checkOf(product, item(1, 700)))).toBe(true);
    expect(await crawled(product, item(2, 2_000))).toEqual(["Cameras: ¥700, Camera 1"]);
  });

  it("makes no notice of a price that its listing no longer has, or that is above the alert's new limit", async () => {
    const product = await watchedProduct(BELOW);
    await world.offers.note(product.id, offerOf(item(1, 700)));
    expect(await crawled(product, item(1, 2_000))).toEqual([]);
    world.fetching.answer = () => listingPage(item(1, 700));
    await worker.receive(checkOf(product, item(1, 700)));
    await changeAlert(product, { below: 699, newLowest: false });
    expect(await crawled(product, item(1, 700))).toEqual([]);
  });

  it("makes no notice of a listing whose own page has stated its deletion", async () => {
    const product = await watchedProduct(BELOW);
    const deleted = (url: string) => sourced({ url, html: deletedDocument });
    for (const answer of [() => listingPage(item(1, 700)), deleted]) {
      world.fetching.answer = answer;
      await worker.receive(checkOf(product, item(1, 700)));
    }
    expect(await crawled(product, item(2, 4_000))).toEqual([]);
  });

  it("makes no notice of a listing that was sold before the crawl's end", async () => {
    const product = await watchedProduct(BELOW);
    world.clock.forward(HOUR);
    // The later page shows the same listing, sold.
    showPages(world, [[item(2, 700)], [item(2, 700, { state: "sold_out" })]]);
    await crawl(world, product.id);
    expect(await notices()).toEqual([]);
  });

  it("notes no more offers than may need a notice", async () => {
    const product = await storeProduct(world, {}, { alert: { below: 9_999_999, newLowest: false } });
    const offers = Array.from({ length: 100 }, (_, index) =>
      listed({ id: `m1000000${String(index).padStart(4, "0")}`, name: "x", price: 1_000 + index }),
    );
    let noted = 0;
    const note = world.offers.note.bind(world.offers);
    world.offers.note = async (...args) => {
      noted += 1;
      await note(...args);
    };
    expect(await crawled(product, ...offers)).toEqual(["Cameras: 3 offers from ¥1,000"]);
    expect(noted).toBe(20);
  });
});

describe("an alert of a new lowest price", () => {
  it("stores the lowest price of a crawl only when it has changed", async () => {
    const product = await watchedProduct(LOWEST);
    const stored: (number | null)[] = [];
    const set = world.offers.setLowest.bind(world.offers);
    world.offers.setLowest = (id, lowest, now) => {
      stored.push(lowest);
      return set(id, lowest, now);
    };
    await crawled(product, item(1, 2_000), item(2, 6_000));
    expect(stored).toEqual([]);
    await crawled(product, item(1, 2_000, { state: "sold_out" }), item(2, 6_000));
    expect(stored).toEqual([6_000]);
  });

  it("compares with the previous crawl, although another one in between has lost its lease", async () => {
    const product = await watchedProduct(LOWEST, item(2, 1_000));
    world.fetching.answer = async () => {
      world.clock.forward(2 * MINUTE);
      await holdElsewhere(world, product.id, 0);
      return sourced();
    };
    expect(await crawl(world, product.id)).toMatchObject({ errorKind: "lost" });
    expect(await crawled(product, item(1, 2_000), item(2, 1_000), item(3, 2_000))).toEqual([]);
  });

  it("compares with the offers of the previous crawl, even if they were sold since", async () => {
    const product = await watchedProduct(LOWEST, item(2, 1_000));
    world.fetching.answer = () => listingPage(item(2, 1_000, { state: "sold_out" }));
    await worker.receive(checkOf(product, item(2, 1_000)));
    expect(await crawled(product, item(1, 2_000), item(3, 2_000))).toEqual([]);
    // At the crawl before, this was the lowest.
    expect(await crawled(product, item(1, 2_000), item(4, 1_900))).toEqual(["Cameras: ¥1,900, Camera 4"]);
  });

  it("compares with no crawl before it was switched off", async () => {
    const product = await watchedProduct(LOWEST, item(2, 1_000));
    world.clock.forward(HOUR);
    await changeAlert(product, null);
    expect(await crawled(product, item(1, 2_000), item(2, 1_000, { state: "sold_out" }))).toEqual([]);
    world.clock.forward(HOUR);
    await changeAlert(product, LOWEST);
    expect(await crawled(product, item(1, 2_000), item(3, 1_900))).toEqual(["Cameras: ¥1,900, Camera 3"]);
    expect(await crawled(product, item(1, 2_000), item(3, 1_900), item(4, 1_950))).toEqual([]);
  });
});

// Which offers are plausible: test/mercari/domain/alert-scenarios.test.ts.
it("a first crawl with many empty boxes reports only the cameras below the price", async () => {
  const product = await storeProduct(world, {}, { alert: { below: 90_000, newLowest: true } });
  const offers = (begin: number, name: string, ...prices: readonly number[]) =>
    prices.map((price, index) => listed({ id: `m${10_000_000_000 + begin + index}`, name, price }));
  const prices = (from: number) => Array.from({ length: 30 }, (_, index) => from + index);
  // More boxes than the offers that one crawl notes, fewer than the bodies.
  const all = [
    ...offers(200, "空箱", ...prices(700)),
    ...offers(0, "GR III", 82_000, 83_500, 85_000, 86_500, 88_000, 89_500, 91_000, 92_500),
    ...offers(300, "GR III", ...prices(93_000)),
  ];
  expect(await crawled(product, ...all)).toEqual(["Cameras: 3 offers from ¥82,000"]);
  expect(await crawled(product, ...all, ...offers(40, "GR III", 75_000))).toEqual(["Cameras: ¥75,000, GR III"]);
});

it("a product whose crawls have failed for a day makes a notice", async () => {
  const product = await storeProduct(world);
  world.fetching.answer = () => sourced({ html: "<html></html>" });
  for (const hours of [1, 24]) {
    expect(await notices()).toEqual([]);
    world.clock.forward(hours * HOUR);
    await crawl(world, product.id);
  }
  expect(await notices()).toMatchObject([{ kind: "search_failing" }]);
});
