import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { ON_SALE } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { offerNoticeId } from "../../../lambdas/mercari/domain/price-alert.ts";
import { CHECKS_PER_CRAWL, lastOnSale } from "../../../lambdas/mercari/domain/watch-list.ts";
import { syncDetailOf } from "../../../lambdas/mercari/work/request-crawl.ts";
import { noticeKey } from "../../../lambdas/shared/notices/notice-item.ts";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import { deletedDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../../emulators/captured-log.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../../emulators/intercepted-client.ts";
import type { CrawlWorld } from "../crawl-world.ts";
import { crawl, crawlTables, crawlWorker, HOUR, listingPage, rowsOf, showPages } from "../crawl-world.ts";
import { crawledProductOfEachTest, product, watchInstead, world } from "../crawled-product.ts";
import { sourced } from "../fetch-world.ts";
import { listed } from "../readers/page-answers.ts";

/**
 * The invariants after each call of a crawl or a check, at which its worker may die. The next worker may find another site,
 * on which nothing repairs the leftovers.
 */

capturedLog();
crawledProductOfEachTest();

const ALERT = { below: 1_000, newLowest: true };

/** The prices at which listings were on sale before. */
let before: ReadonlyMap<string, number>;
/** When each row was last seen on sale, as far as that was known at the latest moment. */
let sights: Map<string, number>;

const item = (number: number, price: number, changes: Partial<ListedItem> = {}) =>
  listed({ id: `m0000000000${number}`, name: `Camera ${number}`, price, ...changes });

beforeEach(async () => {
  await watchInstead({}, { alert: ALERT });
  before = new Map();
  sights = new Map();
});

/** More listings than those whose absence one crawl has checked. */
const MANY = Array.from({ length: CHECKS_PER_CRAWL + 10 }, (_, index) => item(index + 1, 2_001 + index));

/** A product that was crawled twice, whose listings are too dear for notices. */
async function watchedProduct(listings = MANY): Promise<void> {
  for (let hour = 0; hour < 2; hour += 1) {
    showPages(world, [listings]);
    await crawl(world, product.id);
    world.clock.forward(HOUR);
  }
  before = new Map([...(await rowsOf(world, product.id))].map(([id, { price }]) => [id, price]));
}

/** Fails at a moment whose consequences can't be repaired. */
async function judge(): Promise<void> {
  const { entries, lastSeen } = await world.watch.read(product.id);
  const watched = new Map(entries.map((entry) => [entry.externalId, entry]));
  const noted = (await world.offers.listNoted(product.id)).map(({ externalId, price }) => `${externalId} ${price}`);
  for (const [externalId, row] of await rowsOf(world, product.id)) {
    const entry = watched.get(externalId);
    const isChecked = row.sellingStatus === ON_SALE || row.soldOutAt === null;
    if (isChecked && entry === undefined) throw new Error(`${externalId} is stored, and nothing will check it.`);
    if (row.sellingStatus !== ON_SALE) continue;
    const sight = entry === undefined ? 0 : lastOnSale(entry, lastSeen);
    if (sight < Number(sights.get(externalId) ?? 0)) throw new Error(`It is forgotten when ${externalId} was seen.`);
    sights.set(externalId, sight);
    if (row.price > ALERT.below || row.price >= (before.get(externalId) ?? Number.POSITIVE_INFINITY)) continue;
    if (noted.includes(`${externalId} ${row.price}`)) continue;
    const Key = noticeKey(offerNoticeId(product.id, row));
    const { Item } = await dynamo.client.send(new GetCommand({ TableName: "notices", Key, ConsistentRead: true }));
    if (Item === undefined) throw new Error(`${externalId} is stored, and no notice will name it.`);
  }
}

/** Does something, and judges every moment of it. @returns the number of calls */
async function atEveryMoment(act: (judged: CrawlWorld) => Promise<unknown>): Promise<number> {
  let calls = 0;
  const wrong: unknown[] = [];
  const client: DynamoDBDocumentClient = interceptedClient(dynamo, async (_attempt, forward) => {
    const answer = await forward();
    calls += 1;
    await judge().catch((error: unknown) => wrong.push(error));
    return answer;
  });
  await judge();
  await act({ ...world, ...crawlTables(client) });
  client.destroy();
  expect(wrong).toEqual([]);
  return calls;
}

describe("at every moment, each row is watched, its last sight is known, and each offer has a notice or will get one", () => {
  it("of a first crawl", async () => {
    showPages(world, [[item(1, 900), item(2, 800), item(3, 5_000), item(4, 5_000, { state: "sold_out" })]]);
    expect(await atEveryMoment((judged) => crawl(judged, product.id))).toBeGreaterThan(10);
    expect(await world.offers.listNoted(product.id)).toEqual([]);
  });

  it("of a later crawl, in which prices fall, and listings come, are sold and are not found", async () => {
    await watchedProduct();
    const changed = [item(1, 900), item(2, 1_500), item(3, 2_003, { state: "sold_out" })];
    showPages(world, [[...changed, item(99, 800), ...MANY.slice(3, 6)]]);
    expect(await atEveryMoment((judged) => crawl(judged, product.id))).toBeGreaterThan(10);
    expect(await world.offers.listNoted(product.id)).toEqual([]);
    // The last sights of the others are those of the hour before, at the next hour also.
    world.clock.forward(HOUR);
    await atEveryMoment((judged) => crawl(judged, product.id));
  });

  it("of a crawl whose search was narrowed", async () => {
    await watchedProduct();
    const seen = await world.products.get(product.id);
    if (seen?.crawl == null) throw new Error("The product is gone.");
    const narrowed = { name: seen.name, crawl: { ...seen.crawl, maxPrice: 2_004 } };
    world.clock.forward(1);
    await world.products.update(seen, narrowed, { id: "change-1", at: world.clock.now() });
    showPages(world, [MANY.slice(0, 4)]);
    await atEveryMoment((judged) => crawl(judged, product.id));
    expect((await rowsOf(world, product.id)).size).toBe(4);
  });

  it.each([
    ["that has become cheaper", () => listingPage(item(1, 900))],
    ["that is sold", () => listingPage(item(1, 2_001, { state: "sold_out" }))],
    ["that is too dear for the search", () => listingPage(item(1, 9_000_000))],
    ["that is deleted", (url: string) => sourced({ url, html: deletedDocument })],
  ])("of two checks of a listing %s", async (_what, answer) => {
    await watchedProduct(MANY.slice(0, 8));
    for (let check = 0; check < 2; check += 1) {
      world.fetching.answer = answer;
      world.clock.forward(7 * HOUR);
      const message = syncDetailOf({ productId: product.id, externalId: item(1, 0).id });
      await atEveryMoment((judged) => crawlWorker(judged).receive(message));
    }
  });
});
