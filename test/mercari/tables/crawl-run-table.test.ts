import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { CrawlRunTable } from "../../../lambdas/mercari/tables/crawl-run-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { START } from "../../emulators/test-clock.ts";
import { newProductId } from "../result-rows.ts";
import { crawlRun } from "../sample-crawls.ts";

const DAY_SECONDS = 24 * 3_600;

dynamoOfFile();

it("replaces a run that is put again, and keeps it for ninety days", async () => {
  const runs = new CrawlRunTable(dynamo.client, "mercari");
  const productId = newProductId();
  const cells = { items: 0, auctions: 0, unparsedCells: 0, placeholderCells: 0, layout: null };
  const run = crawlRun(productId, 0, {
    pages: [{ ...cells, outcome: "error", errorKind: "truncated", complete: false }],
    upserted: 5,
  });
  for (const upserted of [0, 5]) await runs.put({ ...run, upserted });
  expect(await runs.list(productId, { limit: 10, position: undefined })).toEqual({ items: [run], position: null });
  const { Items = [] } = await dynamo.client.send(
    new QueryCommand({
      TableName: "mercari",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `crawls#${productId}` },
    }),
  );
  expect(Items.map(({ expires_at }) => expires_at)).toEqual([START.getTime() / 1_000 + 90 * DAY_SECONDS]);
});
