import type { QueuedItem } from "../../client/index.ts";

/** The name of an item with waiting entries: its title or address; null when this device does not have it (any more). */
export function queuedName({ type, item, waiting }: QueuedItem): string | null {
  if (item !== null) return item.title ?? (type === "bookmark" ? item.url : item.canonical_url);
  const [{ intent }] = waiting;
  if (!("create" in intent)) return null;
  return (intent.create === "bookmark" ? intent.body.title : null) ?? intent.body.url;
}
