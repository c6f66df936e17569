import type { SyncedItem } from "../../client/index.ts";
import { identityOfPage } from "../../client/index.ts";
import type { ItemRow } from "../saved-items/item-row.ts";
import { rowOf } from "../saved-items/item-row.ts";

/** The row of a page among items; null when it is not there. */
export function rowOfPage(items: readonly SyncedItem[], url: string): ItemRow<"bookmark"> | null {
  const wanted = identityOfPage(url);
  const synced = items.find(({ type, item, waiting }) => {
    if (type !== "bookmark") return false;
    const { url } = item ?? waiting[0].intent.body;
    return identityOfPage(url) === wanted;
  });
  return synced === undefined ? null : rowOf("bookmark", synced);
}
