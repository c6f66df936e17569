import { failedJobId } from "../../../lambdas/bookmarks/domain/bookmark.ts";
import { pageUrl, pendingBookmark } from "../../bookmarks/bookmarks-world.ts";
import type { HttpRequest } from "../../emulators/http-event.ts";
import { MINUTE, START } from "../../emulators/test-clock.ts";

// The bookmarks and the requests of the entries.

export const bookmark = pendingBookmark("alice");
export const params = { id: bookmark.id };
export const SAVE: HttpRequest = {
  route: "POST /v1/bookmarks",
  body: { url: pageUrl(), note: "for Friday" },
  headers: { "idempotency-key": "0b8f5f5e-6f0e-4e53-9a4c-8b6ab1b0b0b1" },
};
export const OPERATOR = { user: "olga", groups: ["admin"] };
export const RETRY: HttpRequest = {
  route: "POST /v1/failed-jobs/{id}/retry",
  params: { id: failedJobId(bookmark, { at: START.toISOString() }) },
  ...OPERATOR,
};

export const CHANGE: HttpRequest = {
  route: "PATCH /v1/bookmarks/{id}",
  params,
  body: { title: "Mine", tags: ["mine"] },
};

export const SEND_PAGE: HttpRequest = {
  route: "PUT /v1/bookmarks/{id}/page",
  params,
  body: "<!doctype html><title>As I see it</title><p>It says behind the login something that is worth a sentence.</p>",
  headers: { "content-type": "text/html" },
};

/** A place at the end of the text, these minutes after the start. */
export const placed = (minutes: number): HttpRequest => ({
  route: "PUT /v1/bookmarks/{id}/place",
  params,
  body: { block: 3, offset: 40, progress: 1, at: new Date(START.getTime() + minutes * MINUTE).toISOString() },
});
export const PLACE = placed(0);

export const other = { ...pendingBookmark("alice", { canonicalUrl: pageUrl("other") }), note: "of the other one" };
export const MERGE: HttpRequest = {
  route: "POST /v1/bookmarks/{id}/merge",
  params: { id: other.id },
  body: { into: bookmark.id },
};
export const SAVE_OTHER: HttpRequest = { ...SAVE, body: { url: other.url } };
