import type { Sync, SyncedItem } from "../../client/index.ts";
import { identityOfPage } from "../../client/index.ts";

/** The name of the item that was saved at an address before; null when this device knows none. */
export function knownPage(synced: Pick<Sync, "list">, type: "bookmark" | "stock", address: string): string | null {
  const [{ item } = { item: null }] = itemsOfPage(synced, type, address);
  return item === null ? null : (item.title ?? ("url" in item ? item.url : item.canonical_url));
}

/** The items that this device knows of a page: saved ones, to which waiting saves belong, or one that waits to be saved. */
export function itemsOfPage(
  synced: Pick<Sync, "list">,
  type: "bookmark" | "stock",
  address: string,
): readonly SyncedItem[] {
  const wanted = identityOfPage(address);
  return synced.list({ type }).filter((saved) => addressesOf(saved).some((url) => identityOfPage(url) === wanted));
}

function addressesOf({ item, waiting: [entry] }: SyncedItem): readonly string[] {
  if (item !== null) return "url" in item ? [item.url] : [item.canonical_url, item.original_url];
  return entry !== undefined && "create" in entry.intent ? [entry.intent.body.url] : [];
}
