import type { Sync, SyncFilter } from "../../../client/index.ts";
import { byUse } from "./tag-list.ts";

/** The tags of the library's items, or of those that fit a filter; those of the most items first. */
export function knownTags(
  { synced }: { readonly synced: Pick<Sync, "list"> },
  filter: SyncFilter = {},
): readonly string[] {
  return byUse(synced.list(filter).map(({ item }) => item?.tags ?? []));
}
