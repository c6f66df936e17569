import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrawlResult, SellingStatus } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { SHOP } from "../../../lambdas/mercari/domain/listing-link.ts";
import type { ResultPosition } from "../../../lambdas/mercari/tables/result-table.ts";
import { ResultTable } from "../../../lambdas/mercari/tables/result-table.ts";
import { dynamo } from "../../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../../emulators/test-clock.ts";
import { runs } from "../../load.ts";
import { interceptedClient } from "../intercepted-client.ts";
import { newProductId, resultRow, storeRows } from "../result-rows.ts";
import { crawlSetting } from "../sample-crawls.ts";
import { productId, replaceProduct, results, resultsOfEachTest, stored, unitsOf } from "./results-of-tests.ts";

type Sort = "price" | "updated_at";

resultsOfEachTest();

const idsOf = (rows: readonly CrawlResult[]) => rows.map(({ externalId }) => externalId);

/** All pages of a list; `between` is called after each. */
async function walk(
  { status, sort, limit }: { status?: SellingStatus; sort: Sort; limit: number },
  between: (page: readonly CrawlResult[]) => Promise<unknown> = async () => undefined,
): Promise<CrawlResult[]> {
  const walked: CrawlResult[] = [];
  let position: ResultPosition | undefined;
  do {
    const page = await results.list({ productId, sellingStatus: status, sort, limit, position });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    walked.push(...page.items);
    position = page.position ?? undefined;
    await between(page.items);
  } while (position !== undefined);
  return walked;
}

describe("put", () => {
  it("creates a row once, for concurrent puts", async () => {
    const row = resultRow(productId, 1, { version: 0 });
    const outcomes = await Promise.all([results.put(row), results.put({ ...row, price: 1 })]);
    const won = outcomes.filter((outcome) => outcome !== null);
    expect(won).toHaveLength(1);
    expect(await results.get(row)).toEqual(won[0]);
  });

  it("accepts one of two writes of the same version", async () => {
    const row = await stored(1);
    const outcomes = await Promise.all([
      results.put({ ...row, sellingStatus: SOLD, soldOutAt: at(MINUTE).toISOString() }),
      results.put({ ...row, sellerId: "7" }),
    ]);
    const won = outcomes.filter((outcome) => outcome !== null);
    expect(won).toHaveLength(1);
    expect(await results.get(row)).toEqual({ ...won[0], version: 2 });
  });

  it("does not restore a deleted row", async () => {
    const row = await stored(1);
    expect(await results.delete(row)).toBe(true);
    expect(await results.put({ ...row, price: 1 })).toBeNull();
    expect(await results.get(row)).toBeNull();
  });
});

describe("delete", () => {
  it("keeps a row that was written since it was read, and accepts that a row is missing", async () => {
    const row = await stored(1);
    const seenAgain = await results.put({ ...row, deletedSince: null, price: 1 });
    expect(await results.delete(row)).toBe(false);
    expect(await results.get(row)).toEqual(seenAgain);
    if (seenAgain !== null) expect(await results.delete(seenAgain)).toBe(true);
    expect(await results.delete(row)).toBe(false);
  });
});

describe("getMany", () => {
  it("finds the existing rows, for any number of ids and with duplicates", async () => {
    await storeRows(
      dynamo,
      Array.from({ length: 250 }, (_, number) => resultRow(productId, number)),
    );
    await storeRows(dynamo, [resultRow(newProductId(), 900)]);
    const requested = [...Array.from({ length: 250 }, (_, number) => number), 900, 901, 7, 7].map(
      (number) => resultRow(productId, number).externalId,
    );
    const known = await results.getMany(productId, requested);
    expect(known.size).toBe(250);
    const seventh = resultRow(productId, 7);
    expect(known.get(seventh.externalId)).toEqual(seventh);
  });

  it("sends no request for no ids", async () => {
    dynamo.requests.length = 0;
    expect((await results.getMany(productId, [])).size).toBe(0);
    expect(dynamo.requests).toEqual([]);
  });

  it("requests again the rows that the table had no capacity for", async () => {
    const rows = [0, 1, 2].map((number) => resultRow(productId, number));
    await storeRows(dynamo, rows);
    const busy = interceptedClient(dynamo.client, async ({ input }) => {
      const [first, ...rest] = input.RequestItems.mercari.Keys;
      const { Responses } = await dynamo.client.send(
        new BatchGetCommand({ RequestItems: { mercari: { Keys: [first] } } }),
      );
      return { Responses, UnprocessedKeys: rest.length === 0 ? {} : { mercari: { Keys: rest } } };
    });
    const known = await new ResultTable(busy, "mercari").getMany(productId, idsOf(rows));
    expect([...known.keys()]).toEqual(idsOf(rows));
  });
});

describe("list", () => {
  it("lists every row once and in order, for all statuses, prices and page sizes", async () => {
    const rowsOf = fc.array(
      fc.record({
        price: fc.constantFrom(300, 301, 1_000, 9_999_999),
        sellingStatus: fc.constantFrom(ON_SALE, SOLD),
        minute: fc.nat(3),
      }),
      { maxLength: 40 },
    );
    const sortOf = fc.constantFrom<Sort>("price", "updated_at");
    const statusOf = fc.constantFrom(undefined, ON_SALE, SOLD);
    await fc.assert(
      fc.asyncProperty(rowsOf, sortOf, statusOf, fc.integer({ min: 1, max: 12 }), async (all, sort, status, limit) => {
        replaceProduct();
        const rows = all.map(({ price, sellingStatus, minute }, number) =>
          resultRow(productId, number, { price, sellingStatus, updatedAt: at(minute * MINUTE).toISOString() }),
        );
        await storeRows(dynamo, rows);
        const sign = sort === "price" ? 1 : -1;
        const key = ({ price, updatedAt }: CrawlResult) => (sort === "price" ? price : Date.parse(updatedAt));
        const expected = rows
          .filter(({ sellingStatus }) => status === undefined || sellingStatus === status)
          .sort((one, other) => sign * (key(one) - key(other) || (one.externalId < other.externalId ? -1 : 1)));
        const walked = await walk({ sort, limit, ...(status === undefined ? {} : { status }) });
        expect(idsOf(walked)).toEqual(idsOf(expected));
      }),
      runs(60),
    );
  });

  it.each([
    ["on sale", "are sold", ON_SALE, SOLD],
    ["sold", "are on sale again", SOLD, ON_SALE],
  ] as const)("lists rows that were %s once, even if they %s between two pages", async (_, _then, before, after) => {
    const rows = Array.from({ length: 10 }, (_row, number) =>
      resultRow(productId, number, { price: 500, sellingStatus: before }),
    );
    await storeRows(dynamo, rows);
    let pages = 0;
    const walked = await walk({ sort: "price", limit: 3 }, async () => {
      pages += 1;
      if (pages !== 1) return;
      for (const row of rows) await results.put({ ...row, sellingStatus: after, soldOutAt: null });
    });
    expect(idsOf(walked)).toEqual(idsOf(rows).sort());
  });

  it("continues at its position even if the row there was deleted", async () => {
    const rows = Array.from({ length: 7 }, (_, number) => resultRow(productId, number, { price: 500 }));
    await storeRows(dynamo, rows);
    const walked = await walk({ sort: "price", limit: 2 }, async (page) => {
      for (const row of page) await results.delete(row);
    });
    expect(idsOf(walked)).toEqual(idsOf(rows).sort());
  });

  /** The first page by price, of both statuses; `intercept` is called after this number of queries. */
  async function pageWhile(
    limit: number,
    query: number,
    intercept: () => Promise<void>,
  ): Promise<readonly CrawlResult[]> {
    let queries = 0;
    const intercepted = interceptedClient(dynamo.client, async ({ forward }) => {
      const answer = await forward();
      queries += 1;
      if (queries === query) await intercept();
      return answer;
    });
    const page = { productId, sellingStatus: undefined, sort: "price", limit, position: undefined } as const;
    return (await new ResultTable(intercepted, "mercari").list(page)).items;
  }

  async function sell(rows: readonly CrawlResult[]): Promise<void> {
    for (const row of rows) await results.put({ ...row, sellingStatus: SOLD, soldOutAt: at(0).toISOString() });
  }

  it.each([1, 2, 3, 4])("lists rows once that are sold after query %i of one page", async (query) => {
    const rows = Array.from({ length: 12 }, (_, number) =>
      resultRow(productId, number, { sellingStatus: number % 3 === 0 ? SOLD : ON_SALE }),
    );
    await storeRows(dynamo, rows);
    const items = await pageWhile(10, query, () => sell(rows.filter(({ sellingStatus }) => sellingStatus === ON_SALE)));
    expect(idsOf(items)).toEqual(idsOf(rows.slice(0, 10)));
  });

  it("returns a row as it was read last", async () => {
    const rows = [0, 1].map((number) => resultRow(productId, number));
    await storeRows(dynamo, rows);
    const items = await pageWhile(10, 1, () => sell(rows));
    expect(items.map(({ sellingStatus }) => sellingStatus)).toEqual([SOLD, SOLD]);
  });

  it("skips no row when rows that it has read come again, at a higher price, before its page is full", async () => {
    const rows = [100, 110, 120, 140, 150, 200, 210].map((price, number) =>
      resultRow(productId, number, { price, sellingStatus: price === 140 || price === 150 ? SOLD : ON_SALE }),
    );
    await storeRows(dynamo, rows);
    const dearer = rows.slice(0, 2).map((row, number) => ({ ...row, price: 130 + number }));
    const items = await pageWhile(4, 3, () => sell(dearer));
    expect(items.map(({ price }) => price)).toEqual([120, 130, 131, 140]);
  });

  const half = (number: number) => (number % 2 === 0 ? ON_SALE : SOLD);
  const layouts: readonly [string, (number: number) => SellingStatus][] = [
    ["mixed", half],
    ["almost all sold", (number) => (number % 10 === 0 ? ON_SALE : SOLD)],
  ];
  it.each(layouts)("costs at most 25 read units for a hundred rows of the largest size: %s", async (_, statusOf) => {
    const rows = Array.from({ length: 300 }, (_row, number) => {
      const externalId = `2JKZn7avt8F84mQ8RsV${String(number).padStart(3, "0")}`;
      return resultRow(productId, number, {
        externalId,
        sellerType: SHOP,
        sellerId: "8F84mQ8RsVsu2JKZn7avtX",
        imageUrl: `https://assets.mercari-shops-static.com/-/small/plain/${externalId}.jpg@webp`,
        sellingStatus: statusOf(number),
        deletedSince: at(0).toISOString(),
      });
    });
    expect([...(rows[0]?.name ?? "")]).toHaveLength(40);
    await storeRows(dynamo, rows);
    for (const sort of ["price", "updated_at"] as const) {
      for (const sellingStatus of [undefined, ON_SALE, SOLD] as const) {
        let position: ResultPosition | undefined;
        do {
          const units = await unitsOf(async () => {
            const page = await results.list({ productId, sellingStatus, sort, limit: 100, position });
            position = page.position ?? undefined;
          });
          expect(units).toBeLessThanOrEqual(25);
        } while (position !== undefined);
      }
    }
  });
});

const setting = crawlSetting({ categoryId: 7, minPrice: 1_000, maxPrice: 2_000 });

// A page of a query ends at 1 MB.
it("finds and removes rows of several megabytes", async () => {
  const rows = Array.from({ length: 60 }, (_, number) =>
    resultRow(productId, number, { name: "x".repeat(40_000), price: 5_000, categoryId: 8 }),
  );
  await storeRows(dynamo, rows);
  expect(await results.listOutside(productId, setting)).toHaveLength(60);
  let found = 0;
  for await (const _row of results.listOfOtherCategory(productId, setting)) found += 1;
  expect(found).toBe(60);
  expect(idsOf(await walk({ sort: "price", limit: 50 }))).toHaveLength(60);
  await results.removeAll(productId);
  expect((await results.getMany(productId, idsOf(rows))).size).toBe(0);
});

describe("removeAll", () => {
  it("deletes again the rows that the table had no capacity for", async () => {
    const rows = Array.from({ length: 60 }, (_, number) => resultRow(productId, number));
    await storeRows(dynamo, rows);
    const busy = interceptedClient(dynamo.client, async ({ command, input, forward }) => {
      if (command !== BatchWriteCommand.name) return forward();
      const half = Math.ceil(input.RequestItems.mercari.length / 2);
      const [now, later] = [input.RequestItems.mercari.slice(0, half), input.RequestItems.mercari.slice(half)];
      await dynamo.client.send(new BatchWriteCommand({ RequestItems: { mercari: now } }));
      return { UnprocessedItems: later.length === 0 ? {} : { mercari: later } };
    });
    await new ResultTable(busy, "mercari").removeAll(productId);
    expect((await results.getMany(productId, idsOf(rows))).size).toBe(0);
  });
});
