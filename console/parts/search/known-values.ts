import type { SearchOperator, SyncedItem } from "../../../client/index.ts";
import { searchOperators } from "../../../client/search.ts";
import type { Library } from "../../library/library.ts";
import { hostOf } from "../host-of.ts";
import { knownTags } from "../tags/known-tags.ts";
import { byUse } from "../tags/tag-list.ts";
import { today } from "./calendar.ts";
import type { KnownValues } from "./suggestions.ts";

/** Books have neither tags nor states. */
const BOOK_OPERATORS: readonly SearchOperator[] = ["site", "after", "before"];

/** What a search of the library's bookmarks or decks may be completed with. */
export function knownValues(library: Library, type: SyncedItem["type"]): KnownValues {
  const hosts = library.synced.list({ type }).map((synced) => [hostOf(addressOf(synced))]);
  return { operators: searchOperators, tags: knownTags(library, { type }), hosts: byUse(hosts), today: today() };
}

/** What a search of books may be completed with. */
export function knownOfBooks(): KnownValues {
  return { operators: BOOK_OPERATORS, tags: [], hosts: [], today: today() };
}

function addressOf({ item, waiting }: SyncedItem): string {
  if (item !== null) return "url" in item ? item.url : item.canonical_url;
  const [entry] = waiting;
  return entry !== undefined && "create" in entry.intent ? entry.intent.body.url : "";
}
