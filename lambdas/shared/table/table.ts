import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { CallLimits } from "../aws-client.ts";
import { boundedCalls, CALL_LIMITS } from "../aws-client.ts";
import { logThrottles } from "../throttle-log.ts";

/** The container's one DynamoDB client. */
export function documentClient(limits: CallLimits = CALL_LIMITS.dynamodb): DynamoDBDocumentClient {
  const client = new DynamoDBClient(boundedCalls(limits));
  logThrottles(client);
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
