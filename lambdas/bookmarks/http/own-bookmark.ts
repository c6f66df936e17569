import { isDerivedId } from "../../shared/derived-id.ts";
import type { Caller } from "../../shared/http/caller.ts";
import { notFound } from "../../shared/http/rejected.ts";
import type { BookmarkKey } from "../tables/bookmark-item.ts";

/** The refusal of a bookmark that is not there, or not the caller's. */
export const bookmarkNotFound = () => notFound("bookmark");

/** The key of the caller's bookmark that a path names. @throws Rejected 404 when no bookmark can have such an id */
export function ownBookmark(caller: Caller, id: string): BookmarkKey {
  if (!isDerivedId(id)) throw bookmarkNotFound();
  return { userId: caller.userId, id };
}
