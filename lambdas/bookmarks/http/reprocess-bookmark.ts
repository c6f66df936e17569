import { accepted } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { newProcessingRequest, sendProcessing } from "../work/request-processing.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import { bookmarkNotFound, ownBookmark } from "./own-bookmark.ts";
import type { BookmarksServices } from "./services.ts";

/**
 * Requests that a bookmark be processed again. Of several concurrent requests one succeeds; the others get
 * `already_processing`. The field `from` of the log line is the state before the request: only retries of failed bookmarks
 * count as manual retries.
 */
export const reprocessBookmark: Operation<typeof bookmarksRoutes.reprocessBookmark, BookmarksServices> = async (
  request,
  services,
) => {
  const key = ownBookmark(request.caller, request.params.id);
  const before = await services.bookmarks.get(key);
  if (before === null) throw bookmarkNotFound();
  const bookmark = await services.bookmarks.requestProcessing(key, newProcessingRequest(services));
  if (bookmark === null) {
    if ((await services.bookmarks.get(key)) === null) throw bookmarkNotFound();
    throw new Rejected(409, "already_processing", "The bookmark is being processed already.");
  }
  log.info("bookmark_reprocess_requested", {
    bookmark_id: bookmark.id,
    from: before.llmStatus,
    correlation_id: request.correlationId,
  });
  await sendProcessing(bookmark, request.correlationId, services);
  return accepted(bookmarkAnswer(bookmark));
};
