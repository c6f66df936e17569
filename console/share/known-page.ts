import type { Sync } from "../../client/index.ts";

/** The name of what was saved at an address before; null when this device knows of nothing. */
export function knownPage(synced: Pick<Sync, "list">, type: "bookmark" | "stock", address: string): string | null {
  const wanted = URL.parse(address);
  if (wanted === null) return null;
  // The API keeps addresses without a fragment.
  wanted.hash = "";
  for (const thing of synced.list({ type })) {
    if (thing.item === null) continue;
    const urls = thing.type === "bookmark" ? [thing.item.url] : [thing.item.canonical_url, thing.item.original_url];
    if (urls.includes(wanted.href)) return thing.item.title ?? wanted.href;
  }
  return null;
}
