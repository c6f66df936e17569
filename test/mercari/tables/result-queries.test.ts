import { describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { CrawlSetting } from "../../../lambdas/mercari/domain/product.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { newProductId, resultRow, storeRows } from "../result-rows.ts";
import { crawlSetting } from "../sample-crawls.ts";
import { productId, results, resultsOfEachTest, stored, unitsOf } from "./results-of-tests.ts";

resultsOfEachTest();

describe("sold", () => {
  const soldAt = (minutes: number) => at(minutes * MINUTE).toISOString();

  it("returns the sales between two times, both included, in order, with one query", async () => {
    await storeRows(dynamo, [
      ...[5, 1, 2, 4, 3].map((number) => resultRow(productId, number, { sellingStatus: SOLD })),
      resultRow(productId, 6),
      resultRow(productId, 7, { sellingStatus: SOLD, soldOutAt: null }),
      resultRow(newProductId(), 8, { sellingStatus: SOLD, soldOutAt: soldAt(3) }),
    ]);
    const minutes = async (from: string | null, to: string | null) =>
      (await results.listSold(productId, from, to)).map(
        ({ soldOutAt }) => (Date.parse(soldOutAt) - at(0).getTime()) / MINUTE,
      );
    dynamo.requests.length = 0;
    expect(await minutes(soldAt(2), soldAt(4))).toEqual([2, 3, 4]);
    expect(dynamo.requests).toEqual(["QueryCommand"]);
    expect(await minutes(null, soldAt(2))).toEqual([1, 2]);
    expect(await minutes(soldAt(5), null)).toEqual([5]);
    expect(await minutes(null, null)).toEqual([1, 2, 3, 4, 5]);
    expect(await minutes(soldAt(3), soldAt(3))).toEqual([3]);
    expect((await results.listSold(productId, soldAt(5), null))[0]?.price).toBe(1_005);
  });

  it("is empty between two times in the wrong order, which DynamoDB refuses", async () => {
    dynamo.requests.length = 0;
    expect(await results.listSold(productId, soldAt(4), soldAt(2))).toEqual([]);
    expect(dynamo.requests).toEqual([]);
  });

  it("leaves out a sale that was cancelled", async () => {
    const row = await stored(1, { sellingStatus: SOLD });
    await results.put({ ...row, sellingStatus: ON_SALE, soldOutAt: null });
    expect(await results.listSold(productId, null, null)).toEqual([]);
  });
});

const setting = crawlSetting({ categoryId: 7, minPrice: 1_000, maxPrice: 2_000 });

describe("outside", () => {
  const priced = (price: number, number: number) =>
    resultRow(productId, number, { price, sellingStatus: number % 2 === 0 ? ON_SALE : SOLD });
  const prices = async (changes: Partial<CrawlSetting>) =>
    (await results.listOutside(productId, { ...setting, ...changes })).map(({ price }) => price).sort((a, b) => a - b);

  it("finds the rows of both statuses whose price is outside the limits", async () => {
    await storeRows(dynamo, [1, 300, 999, 999, 1_000, 1_500, 2_000, 2_001, 2_001, 10_000, 9_999_999].map(priced));
    expect(await prices({})).toEqual([1, 300, 999, 999, 2_001, 2_001, 10_000, 9_999_999]);
    expect(await prices({ minPrice: null })).toEqual([2_001, 2_001, 10_000, 9_999_999]);
    expect(await prices({ maxPrice: null })).toEqual([1, 300, 999, 999]);
  });

  it.each([0, null])("is empty without a query if the limits are %j and none", async (minPrice) => {
    dynamo.requests.length = 0;
    expect(await prices({ minPrice, maxPrice: null })).toEqual([]);
    expect(dynamo.requests).toEqual([]);
  });

  it("finds the rows with a price of zero, if the lower limit is one yen", async () => {
    await storeRows(dynamo, [0, 0, 1].map(priced));
    expect(await prices({ minPrice: 1, maxPrice: null })).toEqual([0, 0]);
  });

  it("reads no other rows", async () => {
    await storeRows(dynamo, [999, ...Array.from({ length: 200 }, (_, number) => 1_000 + number), 2_001].map(priced));
    expect(await unitsOf(() => results.listOutside(productId, setting))).toBeLessThanOrEqual(4);
  });
});

describe("listOfOtherCategory", () => {
  const others = async (changes: Partial<CrawlSetting> = {}) => {
    const found: CrawlResult[] = [];
    for await (const row of results.listOfOtherCategory(productId, { ...setting, ...changes })) found.push(row);
    return found;
  };

  it("finds the rows that were found under another category, or under none", async () => {
    const rows = [7, 8, null].map((categoryId, number) => resultRow(productId, number, { categoryId }));
    await storeRows(dynamo, rows);
    expect(await others()).toEqual(rows.slice(1));
  });

  it("reads nothing for a setting without a category", async () => {
    await stored(1);
    expect(await unitsOf(() => others({ categoryId: null }))).toBe(0);
  });
});
