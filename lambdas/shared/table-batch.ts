import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";

/** Keys in one BatchGetItem, DynamoDB's limit. */
const BATCH = 100;

/** The items that have these keys, in no order, read consistently; a key that no item has is left out. */
export async function itemsWithKeys<T>(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Record<string, unknown>[],
): Promise<T[]> {
  const found: T[] = [];
  let left = [...keys];
  while (left.length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: left.slice(0, BATCH), ConsistentRead: true } } }),
    );
    found.push(...((Responses[table] ?? []) as T[]));
    // What did not fit into 16 MB, or was too much at this moment, is asked for again.
    left = [...(UnprocessedKeys[table]?.Keys ?? []), ...left.slice(BATCH)];
  }
  return found;
}
