import type { Bookmark, Intent, Stock } from "../../../client/index.ts";
import { isSame, tagKey, withoutTag, withTag } from "../../parts/tags/tag-list.ts";

/** What a person has written about an item: the memo of a deck is its note. */
export type WrittenFields = Pick<Bookmark, "title" | "note"> & {
  /** Null gives those of a bookmark back to the summary. */
  readonly tags: readonly string[] | null;
};

export function writtenFields(item: Bookmark | Stock): WrittenFields {
  return { title: item.title, note: "memo" in item ? item.memo : item.note, tags: item.tags };
}

/** What sends the changes of a form; null when nothing was changed. An empty title gives the page's own back. */
export function editIntent(item: Bookmark | Stock, typed: WrittenFields): Intent | null {
  const before = writtenFields(item);
  const title = trimmed(typed.title);
  const note = trimmed(typed.note);
  const { tags } = typed;
  const isNoted = note !== trimmed(before.note);
  const isTagged = tags === null || !isSame(tags, item.tags);
  const { id } = item;
  if ("memo" in item) {
    const body = { ...(isNoted && { memo: note }), ...(isTagged && tags !== null && { tags: [...tags] }) };
    return Object.keys(body).length === 0 ? null : { update: "stock", id, body };
  }
  const body = {
    ...(title !== trimmed(before.title) && { title }),
    ...(isNoted && { note }),
    ...(isTagged && { tags: tags && [...tags] }),
  };
  return Object.keys(body).length === 0 ? null : { update: "bookmark", id, body };
}

/** Null when it is blank. */
function trimmed(text: string | null): string | null {
  return text?.trim() || null;
}

/** The tags of one of several items after a change of all; null when they would be too many. */
export function changedTags(
  tags: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): readonly string[] | null {
  let changed = removed.reduce(withoutTag, tags);
  for (const tag of added) {
    // Each item keeps its own spelling.
    if (changed.some((there) => tagKey(there) === tagKey(tag))) continue;
    const { tags: next, problem } = withTag(changed, tag);
    if (problem !== null) return null;
    changed = next;
  }
  return changed;
}
