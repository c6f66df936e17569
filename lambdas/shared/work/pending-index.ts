import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Update } from "../table/conditional-write.ts";
import { STILL_HOLDS } from "../table/conditional-write.ts";

/**
 * Sparse index `pending` of a feature's table: only pending items have its keys `pending_partition` and `reconcile_at` (ISO
 * 8601 UTC). A partition contains the currently pending items, which are few.
 */
const PENDING = "pending";

/** The attributes that put an item into the index. @param reconcileAt when the item becomes overdue */
export function pendingKeys<P extends string>(partition: P, reconcileAt: string) {
  return { pending_partition: partition, reconcile_at: reconcileAt };
}

/** The overdue items of a partition, the longest overdue first, at most `limit`: keys and what the index holds. */
export async function overdueItems<T>(
  client: DynamoDBDocumentClient,
  table: string,
  partition: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly T[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: PENDING,
      Limit: limit,
      KeyConditionExpression: "pending_partition = :partition AND reconcile_at <= :now",
      ExpressionAttributeValues: { ":partition": partition, ":now": now.toISOString() },
    }),
  );
  return Items as T[];
}

/**
 * Postpones the time from which a work item is overdue.
 *
 * @param still the condition that the same work is still pending, with the condition's values and names
 */
export function postponement(
  until: Date,
  rounds: number,
  still: Pick<Update, "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues">,
): Update {
  return {
    UpdateExpression: "SET reconcile_at = :until, reconcile_rounds = :rounds",
    ...still,
    ownWrite: STILL_HOLDS,
    ExpressionAttributeValues: {
      ...still.ExpressionAttributeValues,
      ":until": until.toISOString(),
      ":rounds": rounds,
    },
  };
}

/**
 * The overdue work items of a table that is too small for the index, the longest overdue first, at most `limit`.
 *
 * @param reconcileAt when a work item becomes overdue (ISO 8601 UTC); null for one that is not pending
 */
export async function overdueAmong<T>(
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
