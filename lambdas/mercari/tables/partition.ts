import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { deleteKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";

/** Keys in memory at once: a page of the query has more. */
const HELD = 100;

/** Deletes every item of a partition. After a crash some items are left; repeating it deletes them. */
export async function removePartition(client: DynamoDBDocumentClient, table: string, pk: string): Promise<void> {
  let keys: Record<string, unknown>[] = [];
  for await (const key of itemsOf<Record<string, unknown>>(client, {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk",
    ProjectionExpression: "pk, sk",
    ExpressionAttributeValues: { ":pk": pk },
  })) {
    keys.push(key);
    if (keys.length < HELD) continue;
    await deleteKeys(client, table, keys);
    keys = [];
  }
  await deleteKeys(client, table, keys);
}
