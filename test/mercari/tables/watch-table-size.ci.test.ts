import { expect, it } from "vitest";
import { WatchTable } from "../../../lambdas/mercari/tables/watch-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { interceptedClient } from "../intercepted-client.ts";
import { newProductId } from "../result-rows.ts";
import { many, sorted } from "../watched-rows.ts";

// It takes as long as all other tests of the table: mutation testing, which runs them for each mutant, leaves it out.

dynamoOfFile();

it("stores 12,000 rows in items under 50 KB, by expressions under 4 KB, and reads them with one query", async () => {
  const productId = newProductId();
  const watch = new WatchTable(dynamo.client, "mercari");
  const expressions: number[] = [];
  const measured = interceptedClient(dynamo.client, ({ input, forward }) => {
    expressions.push(Buffer.byteLength(input.UpdateExpression));
    return forward();
  });
  const rows = many(12_000).map((row) => ({ ...row, seenAt: row.dueAt }));
  await new WatchTable(measured, "mercari").set(productId, rows);
  expect(Math.max(...expressions)).toBeLessThanOrEqual(4_096);

  dynamo.requests.length = 0;
  expect(sorted(await watch.listAll(productId))).toEqual(sorted(rows));
  expect(dynamo.requests).toEqual(["QueryCommand"]);

  // A write costs a unit for each KB of its item.
  dynamo.consumed.length = 0;
  await watch.set(productId, many(200));
  const units = dynamo.consumed.map((request) => request.units ?? Number.NaN);
  expect(units).toHaveLength(16);
  expect(Math.max(...units)).toBeLessThan(50);
  // The ids are spread evenly: no item is much larger than the average.
  expect(Math.max(...units)).toBeLessThan(1.3 * Math.min(...units));

  await watch.remove(
    productId,
    rows.map(({ externalId }) => externalId),
  );
  expect(await watch.listAll(productId)).toEqual([]);
});
