import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import { hasAll } from "../../shared/saved-items/user-changes.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import { bookmarkNotFound, ownBookmark } from "./own-bookmark.ts";
import type { BookmarksServices } from "./services.ts";

/** Changes title, note and tags, each if it was sent; a value that is equal is not written again. */
export const updateBookmark: Operation<typeof bookmarksRoutes.updateBookmark, BookmarksServices> = async (
  request,
  { bookmarks, clock },
) => {
  const key = ownBookmark(request.caller, request.params.id);
  const { title, note, tags: userTags } = request.body;
  const changes = { title, note, userTags };
  // Another request may change the other fields between two calls of this one; then they are read again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const bookmark = await bookmarks.get(key);
    if (bookmark === null) throw bookmarkNotFound();
    if (hasAll(bookmark, changes)) return ok(bookmarkAnswer(bookmark));
    const saved = await bookmarks.saveTexts(bookmark, changes, clock.now());
    if (saved !== null) return ok(bookmarkAnswer(saved));
  }
  throw writeConflict("bookmark");
};
