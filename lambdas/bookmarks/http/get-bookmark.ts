import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import { bookmarkNotFound, ownBookmark } from "./own-bookmark.ts";
import type { BookmarksServices } from "./services.ts";

/** One of the caller's bookmarks. */
export const getBookmark: Operation<typeof bookmarksRoutes.getBookmark, BookmarksServices> = async (
  request,
  { bookmarks },
) => {
  const bookmark = await bookmarks.get(ownBookmark(request.caller, request.params.id));
  if (bookmark === null) throw bookmarkNotFound();
  return ok(bookmarkAnswer(bookmark));
};
