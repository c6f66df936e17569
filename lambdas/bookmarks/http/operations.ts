import { ok } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import { changesByPlace } from "../../shared/saved-items/changes-by-place.ts";
import { createItem } from "../../shared/saved-items/create-item.ts";
import {
  changeItem,
  deleteItem,
  listItems,
  requestItemWork,
  requireOwnItem,
  updateItem,
} from "../../shared/saved-items/item-operations.ts";
import { writtenIn } from "../../shared/saved-items/user-fields.ts";
import { newBookmark } from "../domain/bookmark.ts";
import type { WrittenOfBookmark } from "../domain/bookmark-fields.ts";
import { BOOKMARK_FIELDS } from "../domain/bookmark-fields.ts";
import { parsePageUrl } from "../domain/page-url.ts";
import { storedPlace } from "../domain/place.ts";
import { SCREEN_FILTERS } from "../tables/bookmark-table.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import { readContent } from "./read-content.ts";
import type { BookmarkOperation } from "./services.ts";

/** Saves a page once. */
export const createBookmark: BookmarkOperation<"createBookmark"> = (request, services) => {
  const { url, source_hint: sourceHint, created_from: createdFrom } = request.body;
  const page = parsePageUrl(url);
  if (!page.ok) throw new Rejected(400, page.code, page.detail);
  const { canonicalUrl } = page;
  const { idempotencyKey } = request;
  const written = writtenIn<WrittenOfBookmark>(BOOKMARK_FIELDS, request.body);
  const content = {
    url: url.trim(),
    canonicalUrl,
    ...written,
    // Another program's list is no pile of what is to be read, unless its file says so.
    unread: request.body.unread ?? createdFrom !== "import",
    sourceHint,
    createdFrom,
    idempotencyKey,
  };
  return createItem(request, services, bookmarkAnswer(services.siteUrl), (creation, work) =>
    newBookmark(
      request.caller.userId,
      { ...content, ...(written.place && { place: storedPlace(written.place, creation.at) }) },
      creation,
      work,
    ),
  );
};

/** A page of the caller's bookmarks, of all or of those that a search finds. */
export const listBookmarks: BookmarkOperation<"listBookmarks"> = (request, services) => {
  const { status } = request.query;
  return listItems(
    request,
    services,
    bookmarkAnswer(services.siteUrl),
    status === undefined ? {} : SCREEN_FILTERS[status],
  );
};

export const getBookmark: BookmarkOperation<"getBookmark"> = async (request, { items, siteUrl }) =>
  ok(bookmarkAnswer(siteUrl)(await requireOwnItem(request, items)));

/** The kept text of one of the caller's bookmarks. */
export const getBookmarkContent: BookmarkOperation<"getBookmarkContent"> = (request, services) =>
  readContent(() => requireOwnItem(request, services.items), services);

export const updateBookmark: BookmarkOperation<"updateBookmark"> = (request, services) =>
  updateItem(request, services, bookmarkAnswer(services.siteUrl));

/** Keeps the caller's place in a text, unless a later one is there. */
export const setBookmarkPlace: BookmarkOperation<"setBookmarkPlace"> = (request, services) => {
  const place = storedPlace(request.body, services.clock.now());
  return changeItem(request, services, bookmarkAnswer(services.siteUrl), (read) => changesByPlace(read, place), {
    asRead: ["place", "unread"],
    mark: "place",
  });
};

export const deleteBookmark: BookmarkOperation<"deleteBookmark"> = deleteItem;

/**
 * Requests that a bookmark be processed again. The field `from` of the log line is the state before the request: only
 * retries of failed bookmarks count as manual retries.
 */
export const reprocessBookmark: BookmarkOperation<"reprocessBookmark"> = async (request, services) => {
  const { status: from } = await requireOwnItem(request, services.items);
  const already = { code: "already_processing", detail: "The bookmark is already being processed." };
  return requestItemWork(request, services, bookmarkAnswer(services.siteUrl), already, {
    // The user asks for the page as it can be fetched now, instead of one that was sent and read before.
    set: { textStays: false },
    logRequest: ({ id }) =>
      log.info("bookmark_reprocess_requested", { bookmark_id: id, from, correlation_id: request.correlationId }),
  });
};
