import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import { bookmarkNotFound, ownBookmark } from "./own-bookmark.ts";
import type { BookmarksServices } from "./services.ts";

/** Changes title and note, each if it was sent; a value that is equal is not written again. */
export const updateBookmark: Operation<typeof bookmarksRoutes.updateBookmark, BookmarksServices> = async (
  request,
  { bookmarks, clock },
) => {
  const key = ownBookmark(request.caller, request.params.id);
  const bookmark = await bookmarks.get(key);
  if (bookmark === null) throw bookmarkNotFound();
  if (isUnchanged(bookmark, request.body)) return ok(bookmarkAnswer(bookmark));
  const saved = await bookmarks.saveTexts(key, request.body, clock.now());
  if (saved === null) throw bookmarkNotFound();
  return ok(bookmarkAnswer(saved));
};

function isUnchanged(
  bookmark: Bookmark,
  { title, note }: { title?: string | null | undefined; note?: string | null | undefined },
) {
  return (title === undefined || title === bookmark.title) && (note === undefined || note === bookmark.note);
}
