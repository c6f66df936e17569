import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { shardOf, shardsOf } from "../table/shards.ts";
import { itemsWithKeys, READ_BATCH } from "../table/table-batch.ts";
import { itemsOf } from "../table/table-query.ts";

/**
 * Sparse index `pending` of a feature's table: only items that wait for something have its keys `pending_partition` and
 * `reconcile_at` (ISO 8601 UTC). A partition contains the currently pending items of one kind, which are few; where users save
 * as many as they like, the partition has shards.
 */
const PENDING = "pending";
const IS_OVERDUE = "pending_partition = :partition AND reconcile_at <= :now";

type ItemKey = Readonly<Record<"pk" | "sk", string>>;

/** The work items of a table with one kind of them, spread over shards. */
const WORK_ITEMS = "pending";
/** All partitions of the work items of such a table. */
export const WORK_ITEM_PARTITIONS = shardsOf(WORK_ITEMS);

export function workItemPartition(id: string): string {
  return shardOf(WORK_ITEMS, id);
}

/** The items whose work has ended, and that are checked from time to time, spread likewise. */
const CHECKS = "check";
export const CHECK_PARTITIONS = shardsOf(CHECKS);

export function checkPartition(id: string): string {
  return shardOf(CHECKS, id);
}

/** The attributes that only an item in the index has. */
export const PENDING_ATTRIBUTES = ["pending_partition", "reconcile_at"] as const;

/** The attributes that put an item into the index. @param reconcileAt when the item becomes overdue */
export function pendingKeys<P extends string>(partition: P, reconcileAt: string) {
  return { pending_partition: partition, reconcile_at: reconcileAt };
}

/**
 * The overdue items of a partition, in no order: whole and read consistently, for an index that contains only keys. An item
 * may have changed since its entry was written.
 */
export async function* listWholeOverdueItems<T>(
  client: DynamoDBDocumentClient,
  table: string,
  partition: string,
  now: Date,
): AsyncGenerator<T> {
  const overdue = itemsOf<ItemKey>(client, {
    TableName: table,
    IndexName: PENDING,
    KeyConditionExpression: IS_OVERDUE,
    ExpressionAttributeValues: { ":partition": partition, ":now": now.toISOString() },
  });
  let keys: ItemKey[] = [];
  for await (const { pk, sk } of overdue) {
    keys.push({ pk, sk });
    if (keys.length < READ_BATCH) continue;
    yield* await itemsWithKeys<T>(client, table, keys);
    keys = [];
  }
  yield* await itemsWithKeys<T>(client, table, keys);
}

/** The overdue items of partitions, the longest overdue first, at most `limit`: keys and what the index holds. */
export async function listOverdueItems<T extends object>(
  client: DynamoDBDocumentClient,
  table: string,
  partitions: readonly string[],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly T[]> {
  const found = await Promise.all(
    partitions.map(async (partition) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: table,
          IndexName: PENDING,
          Limit: limit,
          KeyConditionExpression: IS_OVERDUE,
          ExpressionAttributeValues: { ":partition": partition, ":now": now.toISOString() },
        }),
      );
      return Items as (T & ReturnType<typeof pendingKeys>)[];
    }),
  );
  const overdue = found.flat().sort((one, other) => (one.reconcile_at < other.reconcile_at ? -1 : 1));
  return overdue.slice(0, limit);
}

/**
 * The overdue work items among others, the longest overdue first, at most `limit`.
 *
 * @param reconcileAt when a work item becomes overdue (ISO 8601 UTC); null for one that is not pending
 */
export async function pickOverdue<T>(
  all: AsyncIterable<T>,
  reconcileAt: (workItem: T) => string | null,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly T[]> {
  const overdue: { readonly workItem: T; readonly at: number }[] = [];
  for await (const workItem of all) {
    const at = Date.parse(reconcileAt(workItem) ?? "");
    if (at <= now.getTime()) overdue.push({ workItem, at });
  }
  overdue.sort((one, other) => one.at - other.at);
  return overdue.slice(0, limit).map(({ workItem }) => workItem);
}
