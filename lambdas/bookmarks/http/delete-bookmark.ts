import { noContent } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkNotFound, ownBookmark } from "./own-bookmark.ts";
import type { BookmarksServices } from "./services.ts";

/** Deletes a bookmark. A message about it that is still in the queue has no effect. */
export const deleteBookmark: Operation<typeof bookmarksRoutes.deleteBookmark, BookmarksServices> = async (
  request,
  { bookmarks, clock, newId },
) => {
  const deletion = { id: newId(), at: clock.now() };
  const deleted = await bookmarks.delete(ownBookmark(request.caller, request.params.id), deletion);
  if (!deleted) throw bookmarkNotFound();
  return noContent();
};
