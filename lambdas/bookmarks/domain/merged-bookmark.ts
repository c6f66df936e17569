import { mergedFields } from "../../shared/saved-items/user-fields.ts";
import { MOST_TAGS } from "../../shared/saved-items/user-tags.ts";
import type { Bookmark } from "./bookmark.ts";
import type { WrittenOfBookmark } from "./bookmark-fields.ts";
import { BOOKMARK_FIELDS, LONGEST_NOTE } from "./bookmark-fields.ts";

/** The number of bookmarks that can be merged into one: the size of a table's item is limited. */
const MOST_ALIASES = 100;

/** The fields of the remaining bookmark that a merge changes. */
type MergedFields = WrittenOfBookmark & Pick<Bookmark, "createdAt" | "aliases" | "duplicateOf">;

/** The changes of a merge, or the reason, in words, why two bookmarks can't be merged. */
export type Merged =
  | { readonly ok: true; readonly fields: MergedFields }
  | { readonly ok: false; readonly detail: string };

/**
 * Merges a bookmark into one that stays. The result has the earliest date, both notes and all own tags; its own title takes
 * precedence. A repetition adds nothing, so that an interrupted merge is repeated from its beginning.
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
