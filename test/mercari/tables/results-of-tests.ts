import { beforeEach } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { ResultTable } from "../../../lambdas/mercari/tables/result-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { newProductId, resultRow } from "../result-rows.ts";

/** The table of results, and the product of the current test. */
export let results: ResultTable;
export let productId: string;

/** Creates both for each test, in one DynamoDB for all tests of a file. */
export function resultsOfEachTest(): void {
  dynamoOfFile();
  beforeEach(() => {
    results = new ResultTable(dynamo.client, "mercari");
    replaceProduct();
  });
}

/** Continues with a product that has no rows. */
export function replaceProduct(): void {
  productId = newProductId();
}

/** A row that is in the table. */
export async function stored(number: number, changes: Partial<CrawlResult> = {}): Promise<CrawlResult> {
  const row = await results.put(resultRow(productId, number, { version: 0, ...changes }));
  if (row === null) throw new Error("The row is there already");
  return row;
}

/** The read units of the last call. */
export async function unitsOf(act: () => Promise<unknown>): Promise<number> {
  dynamo.consumed.length = 0;
  await act();
  return dynamo.consumed.reduce((sum, { units }) => sum + (units ?? 0), 0);
}
