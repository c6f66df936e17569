import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";

/** Sparse index `pending`: what carries its keys is in one of these partitions, in order of `reconcile_at`. */
const PENDING = "pending";

/** Deliveries on their way, mentions that are being verified or will be verified again, digests that will be mailed. */
export type PendingPartition = "deliveries" | "mentions" | "checks" | "digests";

/** The items of a partition whose time has come, longest first, at most `limit`: keys and what the index holds. */
export async function dueItems<T>(
  client: DynamoDBDocumentClient,
  table: string,
  partition: PendingPartition,
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
