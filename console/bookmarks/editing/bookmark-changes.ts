import type { Bookmark, BookmarkChanges } from "../../../client/index.ts";
import { isSame, tagKey, withoutTag, withTag } from "../../parts/tags/tag-list.ts";

/** What a person has written about a bookmark. */
export interface BookmarkForm {
  readonly title: string;
  readonly note: string;
  /** Null gives them back to the summary. */
  readonly tags: readonly string[] | null;
}

/** The changes to send for a form; null when nothing was changed. An empty title gives the page's own back. */
export function bookmarkChanges(item: Bookmark, { title, note, tags }: BookmarkForm): BookmarkChanges | null {
  const newTitle = title.trim();
  const newNote = note.trim();
  const changes: BookmarkChanges = {
    ...(newTitle === (item.title ?? "").trim() ? {} : { title: newTitle === "" ? null : newTitle }),
    ...(newNote === (item.note ?? "").trim() ? {} : { note: newNote === "" ? null : newNote }),
    ...(tags !== null && isSame(tags, item.tags) ? {} : { tags: tags === null ? null : [...tags] }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

/** The tags of one of several bookmarks after a change of all; null when they would be too many. */
export function changedTags(
  tags: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): readonly string[] | null {
  let changed = removed.reduce(withoutTag, tags);
  for (const tag of added) {
    // Each bookmark keeps its own spelling.
    if (changed.some((there) => tagKey(there) === tagKey(tag))) continue;
    const { tags: next, problem } = withTag(changed, tag);
    if (problem !== null) return null;
    changed = next;
  }
  return changed;
}
