import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { any, has, isAbsent, isBelow, isShorter } from "./expression.ts";
import type { Changes, ItemAddress } from "./update.ts";
import { STILL_HOLDS, updateItem, upsertItem } from "./update.ts";

/** A counting item: its key identifies the window, such as a day, and `count` is the number of calls. */
interface Window extends ItemAddress {
  /** Epoch seconds after which TTL may delete the item; without them it is kept. */
  readonly expiresAt?: number;
}

/**
 * Counts one more in a window. A count may be too high by one after the SDK retried a lost response, but never too low.
 *
 * @param most the window's limit
 * @returns false, and counts nothing, when the limit is reached
 */
export async function countUpTo(client: DynamoDBDocumentClient, window: Window, most: number): Promise<boolean> {
  if (most === 0) return false;
  const when = [any(isAbsent("count"), isBelow("count", most))];
  return updateItem(client, window, { ...adding(window, 1), when, ownWrite: STILL_HOLDS });
}

/** Counts one more in a window, likewise, without a limit. @returns the new count */
export async function countOne(client: DynamoDBDocumentClient, window: Window): Promise<number> {
  return countMore(client, window, 1);
}

/** Counts some more in a window, likewise, without a limit. @returns the new count */
export async function countMore(client: DynamoDBDocumentClient, window: Window, more: number): Promise<number> {
  return (await upsertItem<{ count: number }>(client, window, adding(window, more))).count;
}

/**
 * Enters an id in a window, where each id counts once.
 *
 * @param set the attribute that contains the ids
 * @returns false when the window has `most` other ids
 */
export async function enterUpTo(
  client: DynamoDBDocumentClient,
  window: Window,
  { set, id, most }: { readonly set: string; readonly id: string; readonly most: number },
): Promise<boolean> {
  return updateItem(client, window, {
    set: { expires_at: window.expiresAt },
    add: { [set]: new Set([id]) },
    when: [any(isAbsent(set), isShorter(set, most), has(set, id))],
    ownWrite: STILL_HOLDS,
  });
}

function adding({ expiresAt }: Window, count: number) {
  return { set: { expires_at: expiresAt }, add: { count } } satisfies Changes;
}
