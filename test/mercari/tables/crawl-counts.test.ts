import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { AttemptTable, DeletionLimit, removalsAllowed } from "../../../lambdas/mercari/tables/crawl-counts.ts";
import { dynamo, dynamoOfFile } from "../../emulators/dynamo-of-tests.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, START } from "../../emulators/test-clock.ts";
import { newProductId } from "../result-rows.ts";

const DAY_SECONDS = 24 * 3_600;

dynamoOfFile();

let attempts: AttemptTable;
let deletionLimit: DeletionLimit;

beforeEach(() => {
  attempts = new AttemptTable(dynamo.client, "mercari");
  deletionLimit = new DeletionLimit(dynamo.client, "mercari");
});

/** When DynamoDB may delete an item; epoch seconds. */
async function expiryOf(Key: { readonly pk: string; readonly sk: string }): Promise<unknown> {
  return (await dynamo.client.send(new GetCommand({ TableName: "mercari", Key }))).Item?.expires_at;
}

describe("the attempts of a message", () => {
  it("are counted separately for each message until they are forgotten", async () => {
    expect(await attempts.readCount("message-1")).toBe(0);
    expect(await attempts.count("message-1", START)).toBe(1);
    expect(await attempts.count("message-1", START)).toBe(2);
    expect(await attempts.count("message-2", START)).toBe(1);
    expect(await attempts.readCount("message-1")).toBe(2);
    await attempts.forget("message-1");
    await attempts.forget("message-1");
    expect(await attempts.readCount("message-1")).toBe(0);
    expect(await attempts.readCount("message-2")).toBe(1);
  });

  it("lose none of two at once", async () => {
    const counts = await Promise.all([attempts.count("message-3", START), attempts.count("message-3", START)]);
    expect(counts.sort()).toEqual([1, 2]);
  });

  it("are known as soon as they are counted", async () => {
    await attempts.count("message-4", START);
    expect(await new AttemptTable(laggingClient(dynamo), "mercari").readCount("message-4")).toBe(1);
  });

  it("outlive the message, which SQS keeps for fourteen days at the most, by a day", async () => {
    await attempts.count("message-5", at(1));
    expect(await expiryOf({ pk: "attempts", sk: "message-5" })).toBe(START.getTime() / 1_000 + 1 + 15 * DAY_SECONDS);
  });
});

describe("an hour", () => {
  it.each([
    [0, 1],
    [3, 1],
    [6, 1],
    [7, 2],
    [33, 9],
    [34, 10],
    [10_000, 10],
  ])("allows, for %i rows on sale, %i removals", (rowsOnSale, allowed) => {
    expect(removalsAllowed(rowsOnSale)).toBe(allowed);
  });
});

describe("the deletion limit", () => {
  let productId: string;
  beforeEach(() => {
    productId = newProductId();
  });

  it("allows exactly the limit, even for concurrent removals", async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => deletionLimit.take(productId, 400, "495317", START)),
    );
    expect(taken.filter((through) => through)).toHaveLength(10);
  });

  it("counts each hour and each product separately", async () => {
    expect(await deletionLimit.take(productId, 1, "495317", START)).toBe(true);
    expect(await deletionLimit.take(productId, 1, "495317", START)).toBe(false);
    expect(await deletionLimit.take(productId, 1, "495318", START)).toBe(true);
    expect(await deletionLimit.take(newProductId(), 1, "495317", START)).toBe(true);
  });

  it("keeps the count of an hour for a week", async () => {
    await deletionLimit.take(productId, 1, "495317", at(1));
    const expiry = await expiryOf({ pk: `deletions#${productId}`, sk: "495317" });
    expect(expiry).toBe(START.getTime() / 1_000 + 1 + 7 * DAY_SECONDS);
  });

  it("depends on the rows that are on sale now", async () => {
    expect(await deletionLimit.take(productId, 7, "495317", START)).toBe(true);
    expect(await deletionLimit.take(productId, 6, "495317", START)).toBe(false);
    expect(await deletionLimit.take(productId, 7, "495317", START)).toBe(true);
  });
});
