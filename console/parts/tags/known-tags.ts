import type { SyncFilter } from "../../../client/index.ts";
import type { Library } from "../../library/library.ts";
import { byUse } from "./tag-list.ts";

/** The tags of the library's things, or of those that fit a filter; those of the most things first. */
export function knownTags({ synced }: Library, filter: SyncFilter = {}): readonly string[] {
  return byUse(synced.list(filter).map(({ item }) => item?.tags ?? []));
}
