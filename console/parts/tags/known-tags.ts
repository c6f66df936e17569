import type { Library } from "../../library/library.ts";
import { byUse } from "./tag-list.ts";

/** All tags of the library, those of the most bookmarks first. */
export function knownTags({ synced }: Library): readonly string[] {
  return byUse(synced.list({ type: "bookmark" }).map(({ item }) => (item !== null && "tags" in item ? item.tags : [])));
}
