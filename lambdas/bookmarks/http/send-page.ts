import { accepted } from "../../shared/http/answer.ts";
import { notFound } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import { requireOwnItem } from "../../shared/saved-items/item-operations.ts";
import { newWorkRequest, sendWork } from "../../shared/saved-items/request-work.ts";
import { deleteSentPage } from "../work/delete-sent-page.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import type { BookmarkOperation } from "./services.ts";

/**
 * Takes a bookmark's page as the user's browser shows it. The page is stored first, then the bookmark points to it and is
 * pending again, whatever its state was: a message of before has no effect. A page that has waited is replaced. A repetition
 * has the page read once more, with the same result.
 */
export const sendPage: BookmarkOperation<"sendBookmarkPage"> = async (request, services) => {
  const { items, limits, clock, newId, queue, siteUrl } = services;
  const found = await requireOwnItem(request, items);
  await limits.count("repeats", request.caller.userId, clock.now());
  const sentPageKey = await services.sentPages.put(found.contentFolder, newId(), request.upload);
  // Until it is read once, no attempt at this bookmark is a retry.
  const { retrying } = found.status === "pending" || found.status === "processing" ? found : { retrying: true };
  const item = await items.requestWork(found, newWorkRequest(services), "sendPage", { sentPageKey, retrying });
  const about = { bookmark_id: found.id, correlation_id: request.correlationId };
  // Without a bookmark nothing points to the page that was stored; with one, nothing points to the page that waited.
  const left = item === null ? sentPageKey : found.sentPageKey;
  if (left) await deleteSentPage(left, services.sentPages, about);
  if (item === null) throw notFound("bookmark");
  log.info("bookmark_page_sent", { ...about, from: found.status });
  await sendWork(items.kind, item, request.correlationId, queue);
  return accepted(bookmarkAnswer(siteUrl)(item));
};
