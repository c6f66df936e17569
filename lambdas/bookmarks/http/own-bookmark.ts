import { isDerivedId } from "../../shared/derived-id.ts";
import type { Caller } from "../../shared/http/caller.ts";
import { notFound } from "../../shared/http/rejected.ts";
import type { BookmarkKey } from "../tables/bookmark-item.ts";

/** 404 for a bookmark that does not exist or belongs to another user. */
export const bookmarkNotFound = () => notFound("bookmark");

/** The key of the caller's bookmark that a path names. @throws Rejected 404 for an id that no bookmark can have */
export function ownBookmark(caller: Caller, id: string): BookmarkKey {
  if (!isDerivedId(id)) throw bookmarkNotFound();
  return { userId: caller.userId, id };
}
