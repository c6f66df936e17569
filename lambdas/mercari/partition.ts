import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { itemsOf } from "../shared/table-query.ts";

/** Writes in one BatchWriteItem (DynamoDB's limit is 25). */
const BATCH = 25;

/** Deletes every item of a partition. One that dies in between has deleted some; doing it again deletes the rest. */
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
    if (keys.length === BATCH) keys = await notDeleted(client, table, keys);
  }
  while (keys.length > 0) keys = await notDeleted(client, table, keys);
}

/** Deletes up to 25 items. @returns the keys of those that the table had no capacity for */
async function notDeleted(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const { UnprocessedItems = {} } = await client.send(
    new BatchWriteCommand({ RequestItems: { [table]: keys.map((Key) => ({ DeleteRequest: { Key } })) } }),
  );
  return (UnprocessedItems[table] ?? []).flatMap(({ DeleteRequest }) => DeleteRequest?.Key ?? []);
}
