import { isDeepStrictEqual } from "node:util";
import { isDerivedId } from "../../shared/derived-id.ts";
import { ok } from "../../shared/http/answer.ts";
import { notFound, Rejected, writeConflict } from "../../shared/http/rejected.ts";
import { namesOf } from "../../shared/saved-items/user-fields.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import { BOOKMARK_FIELDS } from "../domain/bookmark-fields.ts";
import { mergedBookmark } from "../domain/merged-bookmark.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import type { BookmarkOperation } from "./services.ts";

/** The fields that a merge copies, none of which may change meanwhile. `mergeId` stands for the results of other merges. */
const TAKEN: readonly (keyof Bookmark)[] = [...namesOf(BOOKMARK_FIELDS), "mergeId"];

function isSame(one: Bookmark, other: Bookmark): boolean {
  return TAKEN.every((field) => isDeepStrictEqual(one[field], other[field]));
}

/**
 * Merges a bookmark into another one, in two writes: first the fields are copied to the other one, then this one is
 * deleted, if it is unchanged. If the request is killed between the writes, nothing is lost, and a repetition completes the
 * merge (docs/decisions/0044-one-page-one-bookmark.md).
 */
export const mergeBookmark: BookmarkOperation<"mergeBookmark"> = async (
  { caller: { userId }, params: { id }, body: { into } },
  { items, clock, newId, siteUrl },
) => {
  const toAnswer = bookmarkAnswer(siteUrl);
  if (id === into) throw new Rejected(400, "same_bookmark", "A bookmark can't be merged into itself.");
  if (!isDerivedId(id)) throw notFound("bookmark");
  let earlier: { readonly before: Bookmark; readonly written: Bookmark } | null = null;
  // Another request may change either bookmark between two calls of this one; then both are read again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { item: merged, mergedInto } = await items.getWithCreations({ userId, id });
    const stays = isDerivedId(into) ? await items.getStaying({ userId, id: into }) : null;
    if (merged === null) {
      // An earlier request has merged it, into this bookmark or into one that was merged into it since.
      const there = mergedInto === null ? null : await items.getStaying({ userId, id: mergedInto });
      if (there === null || there.id !== stays?.id) throw notFound("bookmark");
      return ok(toAnswer(there));
    }
    if (stays === null) throw notFound("bookmark to merge into");
    if (stays.id === id) throw new Rejected(400, "same_bookmark", "The other bookmark was merged into this one.");
    // The fields that this request copied before no longer count: the bookmark to be merged has changed since.
    const before: Bookmark = earlier !== null && isSame(stays, earlier.written) ? earlier.before : stays;
    const both = mergedBookmark(before, merged);
    if (!both.ok) throw new Rejected(409, "merge_too_large", both.detail);
    const now = clock.now();
    const guard = { asRead: TAKEN, mark: "mergeId" as const };
    const written = await items.saveChanges(stays, { ...both.fields, mergeId: newId() }, now, guard);
    if (written === null) continue;
    earlier = { before, written };
    const end = { into: stays.id, read: merged, asRead: TAKEN };
    if (await items.delete(merged, { id: newId(), at: now }, end)) return ok(toAnswer(written));
  }
  throw writeConflict("bookmark");
};
