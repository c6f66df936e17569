import { created, ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { Rejected, writeConflict } from "../../shared/http/rejected.ts";
import type { CreationResult } from "../../shared/idempotency/once.ts";
import { once } from "../../shared/idempotency/once.ts";
import { pastMoment } from "../../shared/saved-items/saved-at.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import { newBookmark } from "../domain/bookmark.ts";
import { parsePageUrl } from "../domain/page-url.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { newProcessingRequest, sendProcessing } from "../work/request-processing.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import type { BookmarksServices } from "./services.ts";

/** Saves a page once: the idempotency key identifies the request, and the URL identifies the page, with any key. */
export const createBookmark: Operation<typeof bookmarksRoutes.createBookmark, BookmarksServices> = (
  request,
  services,
) => {
  const { url, title, note, tags = null, source_hint: sourceHint, created_from: createdFrom } = request.body;
  const page = parsePageUrl(url);
  if (!page.ok) throw new Rejected(400, page.code, page.detail);
  const savedAt = pastMoment(request.body.saved_at, services.clock.now());
  const { idempotencyKey } = request;
  const { canonicalUrl } = page;
  const content = {
    url: url.trim(),
    canonicalUrl,
    title,
    note,
    userTags: tags,
    sourceHint,
    createdFrom,
    idempotencyKey,
  };

  return once(request, services, async (creation, now) => {
    const bookmark = newBookmark(
      request.caller.userId,
      content,
      { ...creation, savedAt },
      newProcessingRequest(services),
    );
    // A repetition of days later answers as the first request would have, but what it writes changes now.
    const updatedAt = now.toISOString();
    // Another request may delete the bookmark between two calls of this one; then the bookmark is read again.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await known(bookmark, creation.id, services);
      if (answer !== null) return answer;
      if (await services.bookmarks.create({ ...bookmark, updatedAt }, creation.id)) {
        return newlySaved(bookmark, request.correlationId, services);
      }
    }
    throw writeConflict("bookmark");
  });
};

/** The answer if the bookmark already exists, or was created by this key; else null. */
async function known(
  bookmark: Bookmark,
  creationId: string,
  services: BookmarksServices,
): Promise<CreationResult | null> {
  const there = await services.bookmarks.getWithCreations(bookmark);
  // It was created by an earlier request with this key, and may have been deleted since.
  if (there.creations.has(creationId)) return answeredAsNew(bookmark);
  return there.bookmark === null ? null : { answer: ok(bookmarkAnswer(there.bookmark)), reproducible: false };
}

async function newlySaved(
  bookmark: Bookmark,
  correlationId: string,
  services: BookmarksServices,
): Promise<CreationResult> {
  await sendProcessing(bookmark, correlationId, services);
  return answeredAsNew(bookmark);
}

/** The item stores the creation's id, so that the answer can be derived from it and is not stored with the key. */
function answeredAsNew(bookmark: Bookmark): CreationResult {
  return { answer: created(bookmarkAnswer(bookmark), `/v1/bookmarks/${bookmark.id}`), reproducible: true };
}
