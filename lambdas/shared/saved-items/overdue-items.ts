import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { listOverdueItems } from "../work/pending-index.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";
import type { StoredItem } from "./stored-item.ts";
import { toItem } from "./stored-item.ts";

/** An overdue item: the fields that index `pending` holds. */
export type OverdueItem<T extends ItemTypes> = T["subject"] & Pick<T["item"], "reconcileRounds">;

/** The overdue items of partitions of index `pending`, the longest overdue first, at most `limit`. */
export async function overdueItems<T extends ItemTypes>(
  client: DynamoDBDocumentClient,
  table: string,
  kind: SavedItemKind<T>,
  partitions: readonly string[],
  due: { readonly now: Date; readonly limit: number },
): Promise<readonly OverdueItem<T>[]> {
  const items = await listOverdueItems<StoredItem>(client, table, partitions, due);
  return items.map((item) => toItem(kind, item) as unknown as OverdueItem<T>);
}
