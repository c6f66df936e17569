import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { ItemAddress, Update } from "./conditional-write.ts";
import { conditionalUpdate, STILL_HOLDS } from "./conditional-write.ts";

/** A counting item: its key identifies the window, such as a day, and `count` is the number of calls. */
interface Window extends ItemAddress {
  /** Epoch seconds after which TTL may delete the item. */
  readonly expiresAt: number;
}

/**
 * Counts one more in a window. A count may be too high by one after the SDK retried a lost response, but never too low.
 *
 * @param most the window's limit
 * @returns false, and counts nothing, when the limit is reached
 */
export async function countUpTo(client: DynamoDBDocumentClient, window: Window, most: number): Promise<boolean> {
  if (most === 0) return false;
  const { TableName, Key } = window;
  const { ExpressionAttributeValues, ...counting } = oneMore(window);
  return conditionalUpdate(
    client,
    { TableName, Key },
    {
      ...counting,
      ConditionExpression: "attribute_not_exists(#count) OR #count < :most",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ":most": most },
    },
  );
}

/** Counts one more in a window, likewise, without a limit. @returns the new count */
export async function countOne(client: DynamoDBDocumentClient, window: Window): Promise<number> {
  const { TableName, Key } = window;
  const { Attributes } = await client.send(
    new UpdateCommand({ TableName, Key: { ...Key }, ReturnValues: "ALL_NEW", ...oneMore(window) }),
  );
  return (Attributes as { count: number }).count;
}

/**
 * Enters an id in a window, where each id counts once.
 *
 * @param set the attribute that contains the ids
 * @returns false when the window has `most` other ids
 */
export async function enterUpTo(
  client: DynamoDBDocumentClient,
  { TableName, Key, expiresAt }: Window,
  { set, id, most }: { readonly set: string; readonly id: string; readonly most: number },
): Promise<boolean> {
  return conditionalUpdate(
    client,
    { TableName, Key },
    {
      UpdateExpression: "ADD #ids :ids SET expires_at = :expires",
      ConditionExpression: "attribute_not_exists(#ids) OR size(#ids) < :most OR contains(#ids, :id)",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeNames: { "#ids": set },
      ExpressionAttributeValues: { ":ids": new Set([id]), ":id": id, ":most": most, ":expires": expiresAt },
    },
  );
}

function oneMore({ expiresAt }: Window) {
  return {
    UpdateExpression: "ADD #count :one SET expires_at = :expires",
    ExpressionAttributeNames: { "#count": "count" },
    ExpressionAttributeValues: { ":one": 1, ":expires": expiresAt },
  } satisfies Partial<Update>;
}
