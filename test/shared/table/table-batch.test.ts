import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toRejected } from "../../../lambdas/shared/http/problem.ts";
import { deleteKeys, itemsWithKeys, TableBusy } from "../../../lambdas/shared/table/table-batch.ts";

beforeEach(() => {
  // The longest wait that the jitter allows.
  vi.spyOn(Math, "random").mockReturnValue(1);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const keys = (count: number) => Array.from({ length: count }, (_, number) => ({ id: String(number) }));

/**
 * A table that processes as much of each batch as it has capacity for.
 *
 * @param capacities items processed by each call in turn; the last one holds for all later calls
 */
function table(...capacities: number[]) {
  const waits: number[] = [];
  const requested: number[] = [];
  const processed: object[] = [];
  type Deletions = { DeleteRequest: { Key: object } }[];
  const send = async ({ input }: { input: { RequestItems: Record<string, unknown> } }) => {
    const capacity = capacities[Math.min(requested.length, capacities.length - 1)] ?? 0;
    const wanted = input.RequestItems.rows as { Keys: object[]; ConsistentRead: boolean } | Deletions;
    if (Array.isArray(wanted)) {
      requested.push(wanted.length);
      processed.push(...wanted.slice(0, capacity).map(({ DeleteRequest: { Key } }) => Key));
      const UnprocessedItems = wanted.length > capacity ? { rows: wanted.slice(capacity) } : {};
      return { UnprocessedItems };
    }
    requested.push(wanted.Keys.length);
    expect(wanted.ConsistentRead).toBe(true);
    processed.push(...wanted.Keys.slice(0, capacity));
    return {
      Responses: { rows: wanted.Keys.slice(0, capacity) },
      UnprocessedKeys: wanted.Keys.length > capacity ? { rows: { Keys: wanted.Keys.slice(capacity) } } : {},
    };
  };
  return {
    client: { send } as unknown as DynamoDBDocumentClient,
    wait: async (milliseconds: number) => void waits.push(milliseconds),
    waits,
    requested,
    processed,
  };
}

describe.each([
  ["itemsWithKeys", 100, itemsWithKeys],
  ["deleteKeys", 25, deleteKeys],
] as const)("%s", (_name, limit, act) => {
  it("sends one batch after the other, and does not wait while all items are processed", async () => {
    const { client, wait, waits, requested } = table(limit);
    await act(client, "rows", keys(limit + 1), wait);
    expect(requested).toEqual([limit, 1]);
    expect(waits).toEqual([]);
  });

  it("sends nothing for no items", async () => {
    const { client, wait, requested } = table(limit);
    await act(client, "rows", [], wait);
    expect(requested).toEqual([]);
  });

  it("sends unprocessed items again, after a wait each time", async () => {
    const { client, wait, waits, requested, processed } = table(4);
    await act(client, "rows", keys(10), wait);
    expect(requested).toEqual([10, 6, 2]);
    expect(processed).toEqual(keys(10));
    expect(waits).toEqual([50, 50]);
  });

  it("waits longer while no item is processed, and ends with an error that means 503", async () => {
    const { client, wait, waits, requested } = table(0);
    const failure: unknown = await Promise.resolve(act(client, "rows", keys(3), wait)).catch((error) => error);
    expect(failure).toBeInstanceOf(TableBusy);
    expect(String(failure)).toContain("Table rows ");
    expect(requested).toHaveLength(7);
    expect(waits).toEqual([50, 100, 200, 400, 800, 1_600]);
    const { status, code, headers } = toRejected(failure);
    expect([status, code]).toEqual([503, "temporarily_unavailable"]);
    expect(headers).toHaveProperty("retry-after");
  });

  it("continues with a table that processes a few items now and then", async () => {
    const { client, wait, requested } = table(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1);
    await act(client, "rows", keys(3), wait);
    expect(requested.slice(0, 13)).toEqual([3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1]);
  });
});

it("itemsWithKeys gives each item once", async () => {
  const { client, wait } = table(7, 0, 3, 90);
  const found = await itemsWithKeys<{ id: string }>(client, "rows", keys(230), wait);
  expect(found.map(({ id }) => Number(id)).sort((one, other) => one - other)).toEqual(keys(230).map((_, at) => at));
});
