import { beforeEach, describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { Product } from "../../../lambdas/mercari/domain/product.ts";
import { syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import {
  challengeDocument,
  noResultsDocument,
  placeholder,
  searchDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import type { CrawlWorld } from "../crawl-world.ts";
import {
  crawl,
  crawlWorker,
  crawlWorld,
  HOUR,
  listingPage,
  pageOf,
  rowsOf,
  runsOf,
  searchPage,
  showPages,
  storeProduct,
} from "../crawl-world.ts";
import { robotsTxt, sourced, unanswered } from "../fetch-world.ts";
import { listed } from "../readers/page-answers.ts";

const log = capturedLog();
let world: CrawlWorld;
let product: Product;

dynamoOfEachTest();
beforeEach(async () => {
  world = crawlWorld(dynamo);
  product = await storeProduct(world);
});

const item = (number: number, changes: Partial<ListedItem> = {}) =>
  listed({ id: `m${String(number).padStart(11, "0")}`, price: 1_000 * number, ...changes });
const items = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => item(from + index));
const rows = () => rowsOf(world, product.id);
const rowOf = async (number: number): Promise<CrawlResult> => {
  const row = (await rows()).get(item(number).id);
  if (row === undefined) throw new Error(`There is no row ${number}.`);
  return row;
};
const watched = async () =>
  new Map((await world.watch.all(product.id)).map(({ externalId, ...entry }) => [externalId, entry]));
const messageOf = (number: number) => syncDetailOf({ productId: product.id, externalId: item(number).id });
const seconds = (milliseconds: number) => at(milliseconds).getTime() / 1_000;
const writes = () => dynamo.consumed.filter(({ command }) => /^(?:Put|Update|Delete|BatchWrite)/.test(command)).length;
const there = async () => {
  const found = await world.products.get(product.id);
  if (found === null) throw new Error("The product has gone.");
  return found;
};
/** Another worker, which checks a listing's detail page, writes the row and its entry. */
async function foundOutMeanwhile(row: CrawlResult, found: Partial<CrawlResult> | null): Promise<void> {
  if (found === null) await world.results.delete(row);
  else await world.results.put({ ...row, ...found });
  const { externalId, price, sellingStatus } = { ...row, ...found };
  if (found === null || sellingStatus === SOLD) await world.watch.remove(product.id, [externalId]);
  else await world.watch.set(product.id, [{ externalId, price, sellingStatus, dueAt: seconds(6 * HOUR) }]);
}
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

  it("writes neither rows nor watch list when nothing has changed", async () => {
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

  it("reads four units when none of 120 listings has changed", async () => {
    showPages(world, [items(1, 120)]);
    // The second crawl writes what the first one could not know yet.
    for (let hour = 0; hour < 2; hour += 1) {
      await crawl(world, product.id);
      world.clock.forward(HOUR);
    }
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, unchanged: 120 });
    const reads = dynamo.consumed.filter(({ command }) => /^(?:Get|BatchGet|Query)/.test(command));
    // The host and its robots.txt with eventual consistency, the product after the page, the watch list.
    expect(reads.map(({ units }) => units)).toEqual([0.5, 0.5, 1, 2]);
  });

  describe("after a crawl of the same listings", () => {
    const readRows = () => dynamo.consumed.filter(({ command }) => command === "BatchGetItemCommand").length;
    const again = (listings: readonly ListedItem[]) => {
      world.clock.forward(HOUR);
      showPages(world, [listings]);
      dynamo.consumed.length = 0;
      return crawl(world, product.id);
    };
    beforeEach(async () => {
      showPages(world, [items(1, 3)]);
      await crawl(world, product.id);
    });

    it("reads no row, crawl after crawl", async () => {
      for (let hour = 0; hour < 3; hour += 1) {
        expect(await again(items(1, 3))).toMatchObject({ upserted: 0, unchanged: 3, queuedDetails: 0 });
        expect(readRows()).toBe(0);
      }
    });

    it("sees that a listing has gone that it did not read", async () => {
      await again(items(1, 3));
      expect(await again(items(1, 2))).toMatchObject({ unchanged: 2, queuedDetails: 1 });
      expect(world.mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(3)]);
    });

    it("stores what has changed", async () => {
      expect(await again([item(1, { name: "another" }), item(2), item(3)])).toMatchObject({
        upserted: 1,
        unchanged: 2,
      });
      expect(await rowOf(1)).toMatchObject({ name: "another" });
      expect(await again(items(1, 3))).toMatchObject({ upserted: 1, unchanged: 2 });
      expect(await rowOf(1)).toMatchObject({ name: item(1).name });
    });

    it("compares a row that a detail check has written", async () => {
      world.clock.forward(MINUTE);
      await foundOutMeanwhile(await rowOf(1), { price: 500 });
      expect(await again(items(1, 3))).toMatchObject({ upserted: 1, unchanged: 2 });
      expect(await rowOf(1)).toMatchObject({ price: 1_000 });
    });

    it("compares a row that is marked as deleted", async () => {
      await world.results.put({ ...(await rowOf(1)), deletedSince: at(0).toISOString() });
      const [entry] = (await world.watch.all(product.id)).filter(({ externalId }) => externalId === item(1).id);
      if (entry !== undefined) await world.watch.set(product.id, [{ ...entry, isGone: true }]);
      expect(await again(items(1, 3))).toMatchObject({ upserted: 1 });
      expect(await rowOf(1)).toMatchObject({ deletedSince: null });
    });
  });

  it("writes changed rows, and counts the others as unchanged", async () => {
    showPages(world, [items(1, 4)]);
    await crawl(world, product.id);
    world.clock.forward(HOUR);
    showPages(world, [[item(1, { price: 900 }), item(2, { state: "trading" }), item(3), item(4)]]);
    dynamo.consumed.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 2, unchanged: 2 });
    // One update of the watch list for the new price, one for the sold listing.
    expect(writes()).toBe(OWN_WRITES + TURN_WRITES + 2 + 2);
    expect(await rowOf(1)).toMatchObject({
      price: 900,
      soldOutAt: null,
      updatedAt: at(HOUR).toISOString(),
      version: 2,
    });
    expect(await rowOf(2)).toMatchObject({ sellingStatus: SOLD, soldOutAt: at(HOUR).toISOString() });
    expect([...(await watched())].map(([id, { price }]) => [id, price]).sort()).toEqual([
      [item(1).id, 900],
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
      dueAt: seconds(2 * HOUR),
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
    const firstAt = at(0).toISOString();
    expect(await rowOf(3)).toMatchObject({ price: 2_500, createdAt: firstAt, version: 1 });
    // No earlier crawl saw it on sale.
    expect(await rowOf(2)).toMatchObject({ sellingStatus: SOLD, soldOutAt: null, createdAt: firstAt, version: 1 });
    expect((await watched()).get(item(3).id)).toMatchObject({ price: 2_500 });
  });

  it("writes each listing once on a site that moves and changes it between two pages, the first time and ever after", async () => {
    const site = await startMercariSite({ items: 130, clock: world.clock.now });
    try {
      // A new listing moves the last one of the first page to the second, which shows it at another price.
      const moved = () => site.items()[119]?.id ?? "";
      const put = world.results.put.bind(world.results);
      const written: string[] = [];
      world.results.put = (row) => {
        written.push(row.externalId);
        return put(row);
      };
      let price = 90_000;
      world.fetching.answer = (url) => {
        if (url.includes("page_token")) {
          price += 1;
          site.change(moved(), { price });
          site.list();
        }
        return pageOf(site, url);
      };
      for (const [upserted, isThere] of [
        [130, false],
        [2, true],
      ] as const) {
        const id = moved();
        const before = isThere ? await world.results.get({ productId: product.id, externalId: id }) : null;
        if (isThere) site.change(id, { price: 80_000 });
        written.length = 0;
        expect(await crawl(world, product.id)).toMatchObject({ upserted });
        expect(written).toHaveLength(upserted);
        expect(written).toContain(id);
        const row = await world.results.get({ productId: product.id, externalId: id });
        expect(row).toMatchObject({ price, version: (before?.version ?? 0) + 1 });
        world.clock.forward(HOUR);
      }
    } finally {
      await site.close();
    }
  });

  it("keeps three full pages unwritten, and no more", async () => {
    const full = (page: number) => items(page * 120 + 1, (page + 1) * 120);
    showPages(world, [0, 1, 2, 3, 4].map(full));
    const { answer } = world.fetching;
    const stored: number[] = [];
    world.fetching.answer = async (url) => {
      stored.push((await rows()).size);
      return answer(url);
    };
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 600 });
    expect(stored).toEqual([0, 0, 0, 0, 120]);
    expect((await rows()).size).toBe(600);
  });

  it("takes a listing that comes again after its row was written for what its later page shows", async () => {
    showPages(world, [[item(1)], items(1_001, 1_360), [item(2)], [item(1, { state: "sold_out" })]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 362 });
    // No earlier run saw it on sale.
    expect(await rowOf(1)).toMatchObject({ sellingStatus: SOLD, soldOutAt: null, createdAt: at(0).toISOString() });
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

  it("keeps the picture when one card has none", async () => {
    showPages(world, [[item(1)]]);
    await crawl(world, product.id);
    const row = await rowOf(1);
    await world.results.put({ ...row, externalId: "2JZZaaaaaaaaaaaaaaaaaa", sellerType: 2, version: 0 });
    const shop = listed({ id: "2JZZaaaaaaaaaaaaaaaaaa", isShop: true, price: 1_000 });
    const html = searchPage([shop, item(1)]).html.replaceAll(/<picture>.*?<\/picture>/g, "");
    expect(html).not.toContain("<img");
    world.fetching.answer = () => sourced({ html });
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 0, unchanged: 2 });
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
      const { answer } = world.fetching;
      world.fetching.answer = async (url) => {
        if (url.includes("page_token")) await foundOutMeanwhile(await rowOf(2), found);
        return answer(url);
      };
      await crawl(world, product.id);
      expect(await rowOf(2)).toMatchObject({ price: 2_000, sellingStatus: ON_SALE, soldOutAt: null });
      expect((await watched()).get(item(2).id)).toMatchObject({ price: 2_000, sellingStatus: ON_SALE });
    },
  );

  it("stops watching a sold listing, even if a detail check found it on sale again", async () => {
    showPages(world, [[item(1), item(2)]]);
    await crawl(world, product.id);
    await foundOutMeanwhile(await rowOf(2), { sellingStatus: SOLD, soldOutAt: at(1).toISOString() });
    world.clock.forward(HOUR);
    showPages(world, [[item(1)], [item(2, { state: "sold_out" })]]);
    const { answer } = world.fetching;
    world.fetching.answer = async (url) => {
      if (url.includes("page_token")) {
        await foundOutMeanwhile(await rowOf(2), { sellingStatus: ON_SALE, soldOutAt: null });
      }
      return answer(url);
    };
    await crawl(world, product.id);
    expect(await rowOf(2)).toMatchObject({ sellingStatus: SOLD, soldOutAt: expect.any(String) });
    expect((await watched()).has(item(2).id)).toBe(false);
  });

  it("recognizes its own write when the answer was lost", async () => {
    showPages(world, [items(1, 2)]);
    await crawl(world, product.id);
    world.clock.forward(HOUR);
    const put = world.results.put.bind(world.results);
    world.results.put = async (row) => {
      await put(row);
      return null;
    };
    showPages(world, [[item(1, { state: "sold_out" }), item(2)], [item(1, { price: 900 })]]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 1, unchanged: 1 });
    // Compared with the row before the crawl: it was on sale, and is on sale.
    expect(await rowOf(1)).toMatchObject({ price: 900, sellingStatus: ON_SALE, soldOutAt: null });
  });

  it("gives up a row after repeated write conflicts, and stores the others", async () => {
    const put = world.results.put.bind(world.results);
    world.results.put = async (row) => (row.externalId === item(1).id ? null : put(row));
    showPages(world, [items(1, 3)]);
    expect(await crawl(world, product.id)).toMatchObject({ upserted: 2, unchanged: 1 });
    expect(log.lines("mercari_rows_not_stored")).toMatchObject([{ product_id: product.id, rows: 1 }]);
  });
});

describe("the pages of a crawl", () => {
  const many = (pages: number) => Array.from({ length: pages }, (_, index) => items(index + 1, index + 1));

  it("are all existing pages in the first crawl, and three in later ones", async () => {
    const tokens = showPages(world, many(7));
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: true });
    expect(tokens).toEqual([null, "1", "2", "3", "4", "5", "6"]);
    tokens.length = 0;
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: true });
    expect(tokens).toEqual([null, "1", "2"]);
  });

  it("are at most fifty, and then the search counts as seen", async () => {
    const tokens = showPages(world, many(60));
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: true, upserted: 50 });
    expect(tokens).toHaveLength(50);
    expect((await there()).seenWhole).toBe(true);
  });

  it("end at a link to an earlier page, and the search does not count as seen", async () => {
    const tokens: (string | null)[] = [];
    world.fetching.answer = (url) => {
      tokens.push(new URL(url).searchParams.get("page_token"));
      return searchPage([item(1)], tokens.length % 2 === 0 ? "back" : "forth");
    };
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: true, outcome: "items" });
    expect(tokens).toEqual([null, "forth", "back"]);
    expect((await there()).seenWhole).toBe(false);
  });

  it("prove no absence when the link to the next page can't be read", async () => {
    const html = searchPage([item(1)], "next").html.replace("page_token=next", "page=2");
    world.fetching.answer = () => sourced({ html });
    expect(await crawl(world, product.id)).toMatchObject({ reachedEnd: false, complete: false, outcome: "items" });
  });

  it("end where the site says that there are no more results", async () => {
    world.fetching.answer = (url) =>
      url.includes("page_token") ? sourced({ html: noResultsDocument("カメラ") }) : searchPage(items(1, 2), "1");
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "items",
      reachedEnd: true,
      complete: true,
      pages: [{ outcome: "items" }, { outcome: "no_results", complete: true, items: 0, layout: null }],
    });
    world.fetching.answer = () => sourced({ html: noResultsDocument("カメラ") });
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "no_results", reachedEnd: true, complete: true });
    expect((await rows()).size).toBe(2);
  });

  it.each([
    ["blocked", sourced({ status: 403, html: challengeDocument })],
    ["rate_limited", sourced({ status: 429 })],
    ["http_error", sourced({ status: 500 })],
    ["unrecognized", sourced({ html: "<html><body><main>something else</main></body></html>" })],
    ["not_rendered", sourced({ html: searchDocument("カメラ", [placeholder], null) })],
    ["truncated", sourced({ html: searchPage(items(1, 2)).html.slice(0, -100) })],
  ])("keep the rows of earlier pages when a page is %s, and remove nothing", async (errorKind, page) => {
    showPages(world, [[...items(1, 2), item(3, { state: "sold_out" })]]);
    await crawl(world, product.id);
    const setting = {
      ...product.crawl,
      keyword: "カメラ",
      categoryId: 9,
      minPrice: 2_000,
      maxPrice: null,
      enabled: true,
    };
    await world.products.update(await there(), { name: "Cameras", crawl: setting }, { id: "change-1", at: at(1) });
    world.mercariQueue.sent.length = 0;
    world.clock.forward(24 * HOUR);
    world.fetching.answer = (url) => (url.includes("page_token") ? page : searchPage([item(4)], "1"));
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "error",
      errorKind,
      complete: false,
      upserted: 1,
      deleted: 0,
      queuedDetails: 0,
      pages: [{ outcome: "items" }, { outcome: "error", errorKind, complete: false }],
    });
    expect((await rows()).size).toBe(4);
    expect(world.mercariQueue.sent).toEqual([]);
    expect(await there()).toMatchObject({ seenWhole: false, mixedCategories: true, lease: null });
  });

  it("are not requested while the circuit breaker is open, or where the host's robots.txt forbids them", async () => {
    world.fetching.answer = () => sourced({ status: 403, html: challengeDocument });
    await crawl(world, product.id);
    const tokens = showPages(world, [items(1, 3)]);
    expect(await crawl(world, product.id)).toMatchObject({
      outcome: "error",
      errorKind: "breaker_open",
      pages: [],
    });
    world.clock.forward(7 * HOUR);
    world.fetching.answerRobots = () => robotsTxt(200, "User-agent: *\nDisallow: /search\n");
    world.clock.forward(24 * HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "robots_forbidden" });
    expect(tokens).toEqual([]);
    expect(await there()).toMatchObject({ seenWhole: false, lease: null });
  });

  it("without a response are a transient error", async () => {
    world.fetching.answer = () => {
      throw unanswered();
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "unreachable" });
  });

  it("for which there is no time are left to another crawl, which begins at the first page", async () => {
    const tokens = showPages(world, many(5));
    // The pause after the second page is longer than the remaining time.
    expect(await crawl(world, product.id, at(5_000))).toMatchObject({
      outcome: "queued",
      errorKind: null,
      complete: false,
    });
    expect(tokens).toEqual([null, "1"]);
    expect((await rows()).size).toBe(2);
    expect(await there()).toMatchObject({ seenWhole: false, lease: null });
    tokens.length = 0;
    await crawl(world, product.id);
    expect(tokens).toEqual([null, "1", "2", "3", "4"]);
  });

  it("of an old search are dropped as soon as the search is changed", async () => {
    const other = { keyword: "レンズ", categoryId: null, minPrice: null, maxPrice: null, enabled: true };
    world.fetching.answer = async (url) => {
      if (url.includes("page_token"))
        await world.products.update(await there(), { name: "Lenses", crawl: other }, { id: "change-1", at: at(1) });
      return searchPage([item(url.includes("page_token") ? 2 : 1)], url.includes("page_token") ? null : "1");
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "queued", complete: false, upserted: 1 });
    expect([...(await rows()).keys()]).toEqual([item(1).id]);
    expect(await there()).toMatchObject({ seenWhole: false, searches: 1 });
  });

  it("of a product that is deleted meanwhile are not stored, nor is the run", async () => {
    world.fetching.answer = async (url) => {
      if (url.includes("page_token")) await world.products.markDeleting(product.id, "deletion-1");
      return searchPage([item(url.includes("page_token") ? 2 : 1)], url.includes("page_token") ? null : "1");
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "lost", upserted: 0 });
    expect((await rows()).size).toBe(0);
    expect(await runsOf(world, product.id)).toEqual([]);
  });

  it("are not stored by a crawl whose lease was taken over", async () => {
    world.fetching.answer = async () => {
      world.clock.forward(2 * MINUTE);
      const lease = { now: world.clock.now(), until: at(HOUR), reconcileAt: at(HOUR) };
      await world.products.take(product.id, { holder: "another", ...lease });
      return searchPage([item(1)]);
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "lost", upserted: 0 });
    expect((await rows()).size).toBe(0);
    expect((await there()).lease?.holder).toBe("another");
    expect(await runsOf(world, product.id)).toMatchObject([{ errorKind: "lost" }]);
  });

  it("are not stored by a crawl whose lease was taken over before its next page failed", async () => {
    world.fetching.answer = async (url) => {
      if (!url.includes("page_token")) return searchPage([item(1)], "1");
      world.clock.forward(2 * MINUTE);
      const lease = { now: world.clock.now(), until: at(HOUR), reconcileAt: at(HOUR) };
      await world.products.take(product.id, { holder: "another", ...lease });
      throw unanswered();
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "lost", upserted: 0 });
    expect((await rows()).size).toBe(0);
    expect((await there()).lease?.holder).toBe("another");
  });

  it("are stored although reading the next one fails for a reason of our own", async () => {
    world.fetching.answer = (url) => {
      if (url.includes("page_token")) throw new Error("broken");
      return searchPage([item(1)], "1");
    };
    await expect(crawl(world, product.id)).rejects.toThrow("broken");
    expect([...(await rows()).keys()]).toEqual([item(1).id]);
    expect((await there()).lease).toBeNull();
  });
});

describe("the detail checks that a crawl requests", () => {
  it("are those of sold listings, at once, and again after six hours", async () => {
    showPages(world, [[item(1), item(2, { state: "sold_out" }), item(3, { state: "sold_out" })]]);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 2 });
    expect(world.mercariQueue.sent).toEqual([
      { message: messageOf(2), correlationId: "correlation-1", delaySeconds: 0 },
      { message: messageOf(3), correlationId: "correlation-1", delaySeconds: 10 },
    ]);
    world.clock.forward(6 * HOUR - 1_000);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 0 });
    world.clock.forward(HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 2 });
  });

  it("are those of listings on sale that vanished since the previous complete crawl, at once, the cheapest first, twenty at most", async () => {
    showPages(world, [items(1, 30)]);
    await crawl(world, product.id);
    // All of them were checked a moment ago, which makes no difference.
    const due = items(1, 30).map(({ id, price }) => {
      return { externalId: id, price, sellingStatus: ON_SALE, dueAt: seconds(6 * HOUR), seenAt: seconds(0) } as const;
    });
    await world.watch.set(product.id, due);
    showPages(world, [items(29, 30)]);
    world.clock.forward(HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 20 });
    const sent = world.mercariQueue.sent.map(({ message }) => message);
    expect(sent).toEqual(Array.from({ length: 20 }, (_, index) => messageOf(1 + index)));
    expect(world.mercariQueue.sent.at(-1)?.delaySeconds).toBe(190);
    world.mercariQueue.sent.length = 0;
    // The others wait until they are due: no crawl has seen them since the previous one.
    world.clock.forward(HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 0 });
    world.clock.forward(4 * HOUR);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 8 });
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 0 });
  });

  it("are not those of listings that the previous complete crawl had not seen either, even if an incomplete one in between saw some", async () => {
    showPages(world, [items(1, 2)]);
    await crawl(world, product.id);
    world.clock.forward(7 * HOUR);
    const half = searchPage([item(1), item(3)]).html.replace("</ul>", `${placeholder}</ul>`);
    world.fetching.answer = () => sourced({ html: half });
    await crawl(world, product.id);
    world.mercariQueue.sent.length = 0;
    showPages(world, [[item(9)]]);
    await crawl(world, product.id);
    // First those that vanished, cheapest first; then the one that only the incomplete crawl saw.
    expect(world.mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(1), messageOf(2), messageOf(3)]);
  });

  it("are sixty sold listings a crawl while the first trend is being filled, and twenty afterwards", async () => {
    const sold = (from: number, to: number) => items(from, to).map((one) => ({ ...one, state: "sold_out" }) as const);
    showPages(world, [sold(1, 130)]);
    const counts: number[] = [];
    const worker = crawlWorker(world);
    const { answer } = world.fetching;
    for (let hour = 0; hour < 4; hour += 1) {
      world.fetching.answer = answer;
      counts.push((await crawl(world, product.id)).queuedDetails);
      world.fetching.answer = (url) =>
        listingPage(item(Number(/\d+$/.exec(url)?.[0]), { state: "sold_out", changedAgo: "3時間前" }));
      for (const { message } of world.mercariQueue.sent.splice(0)) await worker.receive(message);
      world.clock.forward(HOUR);
    }
    expect(counts).toEqual([60, 60, 10, 0]);
    expect(await there()).toMatchObject({ trendFilled: true });
    showPages(world, [sold(201, 250)]);
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 20 });
  });

  it("are none of the listings that an incomplete crawl has not seen", async () => {
    showPages(world, [[item(1), item(2), item(3, { state: "sold_out" })]]);
    await crawl(world, product.id);
    world.clock.forward(24 * HOUR);
    world.mercariQueue.sent.length = 0;
    const half = searchPage([item(1)]).html.replace("</ul>", `${placeholder}</ul>`);
    world.fetching.answer = () => sourced({ html: half });
    expect(await crawl(world, product.id)).toMatchObject({ complete: false, outcome: "items", queuedDetails: 1 });
    expect(world.mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(3)]);
  });

  it("stay due when the queue does not accept their messages", async () => {
    showPages(world, [[1, 2, 3].flatMap((number) => item(number, { state: "sold_out" }))]);
    const { mercariQueue } = world;
    const send = mercariQueue.send.bind(mercariQueue);
    let left = 1;
    mercariQueue.send = async (...args) => {
      left -= 1;
      if (left < 0) throw new Error("queue away");
      return send(...args);
    };
    expect(await crawl(world, product.id)).toMatchObject({ outcome: "items", queuedDetails: 1 });
    expect(log.lines("mercari_details_not_sent")).toMatchObject([{ unsent: 2, error_message: "queue away" }]);
    left = 10;
    expect(await crawl(world, product.id)).toMatchObject({ queuedDetails: 2 });
    expect(mercariQueue.sent.map(({ message }) => message)).toEqual([messageOf(1), messageOf(2), messageOf(3)]);
  });
});

describe("an hour in which nothing changes", () => {
  it("writes no row, whatever the detail pages showed, and requests no more pages than allowed", async () => {
    const site = await startMercariSite({ items: 400, clock: world.clock.now });
    try {
      // Some are shops' products, and some of those are sold before the first crawl.
      for (const { id } of site.items().filter((_item, place) => place % 11 === 0)) {
        site.change(id, { state: "sold_out" });
      }
      let pages = 0;
      world.fetching.answer = (url) => {
        pages += 1;
        return pageOf(site, url);
      };
      const worker = crawlWorker(world);
      // Each detail page is checked once: it shows the seller, which no search page does.
      for (const wait of [1, 1, 5, 1, 6]) {
        await crawl(world, product.id);
        await worker.drain();
        world.clock.forward(wait * HOUR);
      }
      pages = 0;
      dynamo.consumed.length = 0;
      const puts = () => dynamo.consumed.filter(({ command }) => command === "PutItemCommand").length;
      const run = await crawl(world, product.id);
      expect(run).toMatchObject({ upserted: 0, unchanged: 360, deleted: 0, queuedDetails: 20 });
      await worker.drain();
      // The crawl's own run, and the listings that it saw.
      expect(puts()).toBe(2);
      expect(dynamo.consumed.filter(({ command }) => command === "DeleteItemCommand")).toEqual([]);
      expect(pages).toBe(3 + run.queuedDetails);
    } finally {
      await site.close();
    }
  });
});

describe("a site that shows listings outside the price limits", () => {
  const setting = { minPrice: 2_000, maxPrice: 3_000 };

  it("has none of them stored in any hour, on any page", async () => {
    product = await storeProduct(world, setting);
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
    product = await storeProduct(world, setting);
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

describe("pages that no script has filled", () => {
  it("lose no row in any hour", async () => {
    const site = await startMercariSite({ items: 30, clock: world.clock.now });
    try {
      world.fetching.answer = (url) => pageOf(site, url);
      await crawl(world, product.id);
      const before = await rows();
      site.mood("not_rendered");
      const worker = crawlWorker(world);
      for (let hour = 0; hour < 10; hour += 1) {
        world.clock.forward(HOUR);
        expect(await crawl(world, product.id)).toMatchObject({ outcome: "error", errorKind: "not_rendered" });
        await worker.drain();
      }
      expect(await rows()).toEqual(before);
    } finally {
      await site.close();
    }
  });
});
