import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { ON_SALE } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { WatchEntry } from "../../../lambdas/mercari/domain/watch-list.ts";
import { WatchTable } from "../../../lambdas/mercari/tables/watch-table.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { newProductId } from "../result-rows.ts";
import { many, sorted, watched } from "../watched-rows.ts";

dynamoOfFile();

let watch: WatchTable;
let productId: string;

beforeEach(() => {
  watch = new WatchTable(dynamo.client, "mercari");
  productId = newProductId();
});

/** The watched rows in the order of their ids. */
async function all(id = productId): Promise<readonly WatchEntry[]> {
  return sorted(await watch.listAll(id));
}

async function items(): Promise<readonly Record<string, unknown>[]> {
  const { Items = [] } = await dynamo.client.send(
    new QueryCommand({
      TableName: "mercari",
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `watch#${productId}` },
    }),
  );
  return Items;
}

describe("set", () => {
  it("stores the rows of one product", async () => {
    await watch.set(productId, many(120));
    await watch.set(newProductId(), [watched(500)]);
    expect(await all()).toEqual(sorted(many(120)));
  });

  it("replaces one row and keeps the others", async () => {
    await watch.set(productId, many(50));
    const later = watched(7, { dueAt: 1, price: 300, sellingStatus: ON_SALE });
    await watch.set(productId, [watched(7, { price: 1 }), later]);
    expect(await all()).toEqual(sorted(many(50).map((row, number) => (number === 7 ? later : row))));
  });

  it("loses no row of two concurrent writes", async () => {
    await Promise.all([watch.set(productId, many(100)), watch.set(productId, [watched(200), watched(201)])]);
    expect(await all()).toEqual(sorted([...many(100), watched(200), watched(201)]));
  });

  it("writes nothing for no rows", async () => {
    dynamo.requests.length = 0;
    await watch.set(productId, []);
    await watch.remove(productId, []);
    expect(dynamo.requests).toEqual([]);
  });
});

describe("remove", () => {
  it("removes these rows and no others", async () => {
    await watch.set(productId, many(60));
    await watch.remove(
      productId,
      [...many(20), ...many(5), watched(900)].map(({ externalId }) => externalId),
    );
    expect(await all()).toEqual(sorted(many(60).slice(20)));
  });

  it("creates no item for a product without watched rows", async () => {
    await watch.remove(productId, [watched(1).externalId]);
    expect(await items()).toEqual([]);
  });
});

describe("the listings that the last complete crawl saw", () => {
  const shopIds = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(22, "2JKZn7"));

  it("are read with the rows, and replaced by the next crawl", async () => {
    await watch.set(productId, many(3));
    expect((await watch.read(productId)).lastSeen).toBeNull();
    for (const [at, ids] of [
      [1_000, shopIds(5_000)],
      [2_000, shopIds(7)],
      [3_000, []],
    ] as const) {
      const seen = { at, externalIds: new Set(ids) };
      dynamo.consumed.length = 0;
      await watch.setSeen(productId, seen);
      expect(Math.max(...dynamo.consumed.map(({ units }) => units ?? Number.NaN))).toBeLessThan(50);
      expect(await watch.read(productId)).toMatchObject({ lastSeen: seen });
      expect(await all()).toEqual(sorted(many(3)));
    }
  });

  it("are removed with the product", async () => {
    await watch.setSeen(productId, { at: 1_000, externalIds: new Set(shopIds(5_000)) });
    await watch.removeAll(productId);
    expect(await items()).toEqual([]);
  });
});

it("reads one row with its entry", async () => {
  const gone = watched(2, { seenAt: 1_795_000_000, isGone: true });
  await watch.set(productId, [watched(1), gone]);
  expect(await watch.get(productId, gone.externalId)).toEqual(gone);
  expect(await watch.get(productId, watched(1).externalId)).toEqual(watched(1));
  expect(await watch.get(productId, "m404")).toBeNull();
});
