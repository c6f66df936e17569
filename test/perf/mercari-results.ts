import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { CrawlResult, SellingStatus } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { ResultItem } from "../../lambdas/mercari/tables/result-item.ts";
import { placeOf, resultsOf, toResult } from "../../lambdas/mercari/tables/result-item.ts";
import type { ResultPosition } from "../../lambdas/mercari/tables/result-table.ts";
import { ResultTable } from "../../lambdas/mercari/tables/result-table.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { startDynamo } from "../emulators/dynamo.ts";
import { newProductId, resultRow, storeRows } from "../mercari/result-rows.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";

const ROWS = 10_000;
const ROUNDS = 9;
/** The limit of a page of results, in read units; one unit is 4 KB with a consistent read. */
const UNITS_ALLOWED = 25;
const UNIT_KB = 4;

const SORTS = ["price", "updated_at"] as const;
const STATUSES: readonly (readonly [string, SellingStatus | undefined])[] = [
  ["on sale", ON_SALE],
  ["sold", SOLD],
  ["both", undefined],
];

interface Cost {
  readonly units: number;
  readonly queries: number;
  readonly ms: number;
}

/** The table's read units of a call, and its duration. */
async function costOf({ consumed }: TestDynamo, act: () => Promise<unknown>): Promise<Cost> {
  consumed.length = 0;
  const start = performance.now();
  await act();
  const ms = performance.now() - start;
  return { ms, queries: consumed.length, units: consumed.reduce((sum, { units }) => sum + (units ?? 0), 0) };
}

/** Reads every row of a product, as a list without an index would have to. */
async function allRows({ client }: TestDynamo, productId: string): Promise<CrawlResult[]> {
  const rows: CrawlResult[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: "mercari",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": resultsOf(productId) },
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    rows.push(...(Items as ResultItem[]).map(toResult));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return rows;
}

/** The most expensive of a list's first ten pages. */
async function unitsOfPages(
  dynamo: TestDynamo,
  list: (position: ResultPosition | undefined) => Promise<{ readonly position: ResultPosition | null }>,
): Promise<number> {
  let most = 0;
  let position: ResultPosition | undefined;
  for (let page = 0; page < 10; page += 1) {
    const { units } = await costOf(dynamo, async () => {
      position = (await list(position)).position ?? undefined;
    });
    most = Math.max(most, units);
  }
  return most;
}

/** With 10,000 results of one product: the cost of a page and a trend, compared with reading all rows. */
export async function mercariResults(): Promise<readonly Figure[]> {
  const dynamo = await startDynamo();
  try {
    const productId = newProductId();
    // Prices and times are not in the order of the ids; two of three are sold.
    const rows = Array.from({ length: ROWS }, (_, number) =>
      resultRow(productId, (number * 7_919) % ROWS, { sellingStatus: number % 3 === 0 ? ON_SALE : SOLD }),
    );
    await storeRows(dynamo, rows);
    const results = new ResultTable(dynamo.client, "mercari");

    const figures: Figure[] = [];
    for (const limit of [20, 100]) {
      for (const sort of SORTS) {
        for (const [name, sellingStatus] of STATUSES) {
          const units = await unitsOfPages(dynamo, (position) =>
            results.list({ productId, sellingStatus, sort, limit, position }),
          );
          figures.push({
            name: `${limit} of 10,000 results by ${sort}, ${name}: read`,
            unit: "KB",
            ours: units * UNIT_KB,
            against: `${UNITS_ALLOWED} read units`,
            theirs: UNITS_ALLOWED * UNIT_KB,
            aim: 1,
          });
        }
      }
    }

    const page = { productId, sellingStatus: undefined, sort: "price", limit: 100 } as const;
    // The prices increase with the numbers.
    const deep = { order: placeOf(resultRow(productId, 8_999), "price") };
    const ms = async (act: () => Promise<unknown>) => (await costOf(dynamo, act)).ms;
    const times = await interleaved(ROUNDS, {
      first: () => ms(() => results.list({ ...page, position: undefined })),
      deep: () => ms(() => results.list({ ...page, position: deep })),
      trend: () => ms(() => results.sold(productId, null, null)),
      all: () => ms(() => allRows(dynamo, productId)),
    });
    const theirs = median(times.all);
    const against = "all rows read";
    const trend = await costOf(dynamo, () => results.sold(productId, null, null));
    const everything = await costOf(dynamo, () => allRows(dynamo, productId));
    return [
      ...figures,
      { name: "first 100 of 10,000 results by price", unit: "ms", ours: median(times.first), against, theirs },
      { name: "the 100 after 9,000", unit: "ms", ours: median(times.deep), against, theirs },
      { name: "sales of a trend over 6,666", unit: "ms", ours: median(times.trend), against, theirs },
      {
        name: `sales of a trend over 6,666: read by ${trend.queries} query`,
        unit: "KB",
        ours: trend.units * UNIT_KB,
        against,
        theirs: everything.units * UNIT_KB,
      },
    ];
  } finally {
    await dynamo.close();
  }
}

if (import.meta.main) printFigures(await mercariResults());
