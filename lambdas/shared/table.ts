import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";

/** The container's one DynamoDB client. Time-outs in milliseconds: a table answers in a few or not at all. */
export function documentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Runs a conditional write. @returns false when its condition did not hold; other errors are thrown on. */
export async function conditionHeld(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** What an update does, without where and what it returns. */
export type Update = Omit<UpdateCommandInput, "TableName" | "Key" | "ReturnValues">;

/** Updates one item under a condition. @returns the item as it is then; null when the condition did not hold */
export async function updatedItem<T>(
  client: DynamoDBDocumentClient,
  where: { readonly TableName: string; readonly Key: Readonly<Record<string, string>> },
  update: Update,
): Promise<T | null> {
  let item: T | null = null;
  await conditionHeld(
    client
      .send(new UpdateCommand({ ...where, Key: { ...where.Key }, ReturnValues: "ALL_NEW", ...update }))
      .then((result) => {
        item = result.Attributes as T;
      }),
  );
  return item;
}
