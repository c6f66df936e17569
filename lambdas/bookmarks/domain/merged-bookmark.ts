import { mergedFields } from "../../shared/saved-items/user-fields.ts";
import { MOST_TAGS } from "../../shared/saved-items/user-tags.ts";
import type { Bookmark } from "./bookmark.ts";
import type { WrittenOfBookmark } from "./bookmark-fields.ts";
import { BOOKMARK_FIELDS, LONGEST_NOTE } from "./bookmark-fields.ts";

/** How many bookmarks are merged into one at most: an item of a table has a longest size. */
const MOST_ALIASES = 100;

/** What a merge changes of the bookmark that stays. */
type MergedFields = WrittenOfBookmark & Pick<Bookmark, "createdAt" | "aliases" | "duplicateOf">;

/** What a merge changes, or in words why two bookmarks can't be one. */
export type Merged =
  | { readonly ok: true; readonly fields: MergedFields }
  | { readonly ok: false; readonly detail: string };

/**
 * Merges a bookmark into one that stays: the earliest date, both notes, all own tags, its own title before the other's. Merged
 * again, nothing is added, so that a merge that was cut off is repeated from its beginning.
 */
export function mergedBookmark(stays: Bookmark, other: Bookmark): Merged {
  const written = mergedFields<WrittenOfBookmark>(BOOKMARK_FIELDS, stays, other);
  const { note, userTags } = written;
  const aliases = [...new Set([...stays.aliases, other.canonicalUrl, ...other.aliases])];
  if (note !== null && note.length > LONGEST_NOTE) {
    return { ok: false, detail: "Both notes together are longer than a note may be. Shorten one of them." };
  }
  if (userTags !== null && userTags.length > MOST_TAGS) {
    return { ok: false, detail: `The bookmarks have more than ${MOST_TAGS} tags together. Remove some of them.` };
  }
  if (aliases.length > MOST_ALIASES) {
    return { ok: false, detail: `More than ${MOST_ALIASES} bookmarks can't be merged into one.` };
  }
  return {
    ok: true,
    fields: {
      ...written,
      createdAt: [stays.createdAt, other.createdAt].sort()[0] ?? stays.createdAt,
      aliases,
      duplicateOf: aliases.includes(stays.duplicateOf ?? "") ? null : stays.duplicateOf,
    },
  };
}
