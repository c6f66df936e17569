import type { Sync } from "../../client/index.ts";
import { identityOfPage } from "../../client/index.ts";

/** The name of what was saved at an address before; null when this device knows of nothing. */
export function knownPage(synced: Pick<Sync, "list">, type: "bookmark" | "stock", address: string): string | null {
  const wanted = identityOfPage(address);
  for (const thing of synced.list({ type })) {
    if (thing.item === null) continue;
    const { item } = thing;
    const urls = "url" in item ? [item.url] : [item.canonical_url, item.original_url];
    if (urls.some((url) => identityOfPage(url) === wanted)) return item.title ?? urls[0] ?? null;
  }
  return null;
}
