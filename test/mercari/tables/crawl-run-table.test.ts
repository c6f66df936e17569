import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import type { CrawlRun } from "../../../lambdas/mercari/domain/crawl-run.ts";
import { CrawlRunTable } from "../../../lambdas/mercari/tables/crawl-run-table.ts";
import type { SortKeyPosition } from "../../../lambdas/shared/table/table-query.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { START } from "../../emulators/test-clock.ts";
import { newProductId } from "../result-rows.ts";
import { crawlRun } from "../sample-crawls.ts";

const DAY_SECONDS = 24 * 3_600;
const NO_CELLS = { items: 0, auctions: 0, unparsedCells: 0, placeholderCells: 0, layout: null } as const;
const UNREAD = { ...NO_CELLS, outcome: "error", errorKind: "truncated", complete: false } as const;

dynamoOfFile();

let runs: CrawlRunTable;
let productId: string;

beforeEach(() => {
  runs = new CrawlRunTable(dynamo.client, "mercari");
  productId = newProductId();
});

const run = (number: number, minutes: number, product = productId) =>
  crawlRun(product, minutes, { id: `run-${number}`, pages: [UNREAD] });

async function walk(limit: number): Promise<CrawlRun[]> {
  const walked: CrawlRun[] = [];
  let position: SortKeyPosition | undefined;
  do {
    const page = await runs.list(productId, { limit, position });
    walked.push(...page.items);
    position = page.position ?? undefined;
  } while (position !== undefined);
  return walked;
}

it.each([1, 2, 5, 100])("lists a product's runs once each, newest first, %i a page", async (limit) => {
  const all = [run(1, 0), run(2, 60), run(3, 60), run(4, 120), run(5, 180)];
  for (const one of [...all, run(9, 90, newProductId())]) await runs.put(one);
  expect(await walk(limit)).toEqual(all.toReversed());
});

it("replaces a run that is put again", async () => {
  await runs.put(run(1, 0));
  await runs.put({ ...run(1, 0), upserted: 5 });
  expect(await walk(10)).toEqual([{ ...run(1, 0), upserted: 5 }]);
});

it("keeps a run for ninety days", async () => {
  await runs.put(run(1, 0));
  const { Items = [] } = await dynamo.client.send(
    new QueryCommand({
      TableName: "mercari",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `crawls#${productId}` },
    }),
  );
  expect(Items.map(({ expires_at }) => expires_at)).toEqual([START.getTime() / 1_000 + 90 * DAY_SECONDS]);
});
