import * as z from "zod/mini";
import { pageAnswer, pageQuery } from "../shared/http/pagination.ts";
import { trueOrFalse } from "../shared/http/query-values.ts";
import type { Routes } from "../shared/http/route.ts";
import { describeLimits } from "../shared/idempotency/limited-uses.ts";
import { savedAt } from "../shared/saved-items/saved-at.ts";
import { bodyOf } from "../shared/saved-items/user-fields.ts";
import { tagFilter } from "../shared/saved-items/user-tags.ts";
import { searchQuery } from "../shared/search/search-query.ts";
import { CREATED_FROM, SCREEN_STATUSES } from "./domain/bookmark.ts";
import { BOOKMARK_FIELDS } from "./domain/bookmark-fields.ts";
import { CHECK_PACES } from "./domain/check-pace.ts";
import { SENT_PAGE } from "./domain/content.ts";
import { placeSchema } from "./domain/place.ts";
import { bookmarkSchema } from "./http/bookmark-answer.ts";
import { contentSchema } from "./http/content-answer.ts";
import { failedJobSchema } from "./http/failed-job-answer.ts";

const sourceHint = z.nullable(z.string().check(z.maxLength(200)));
const params = z.object({ id: z.string() });

const pageChecks = z.object({ pace: z.enum(CHECK_PACES) });

export const bookmarksRoutes = {
  createBookmark: {
    method: "POST",
    path: "/v1/bookmarks",
    access: "user",
    scope: "save",
    summary: `Save a page by its URL; it is fetched and summarised in the background. unread defaults to true, for an import to false. ${describeLimits("saves", "imports")}`,
    idempotencyKey: "required",
    body: z.object({
      url: z.string(),
      ...bodyOf(BOOKMARK_FIELDS, "create"),
      source_hint: z._default(sourceHint, null),
      saved_at: savedAt,
      created_from: z._default(z.enum(CREATED_FROM), "api"),
    }),
    answers: {
      201: { description: "Saved, not processed yet", body: bookmarkSchema },
      200: { description: "The existing bookmark of this page", body: bookmarkSchema },
    },
    refusals: { 400: ["invalid_url", "unsupported_scheme", "blocked_address"], 429: ["rate_limited"] },
  },
  listBookmarks: {
    method: "GET",
    path: "/v1/bookmarks",
    access: "user",
    scope: "read",
    summary:
      'Your bookmarks, filtered by q and by every given tag. q takes words, "phrases", tag:, site:, after:, before:, is: and - before each; days are those of tz. A page may hold fewer than limit although the list goes on',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      tag: tagFilter,
      status: z.optional(z.enum(SCREEN_STATUSES)),
    }),
    answers: { 200: pageAnswer("bookmarks", bookmarkSchema) },
    refusals: { 429: ["rate_limited"] },
  },
  getBookmark: {
    method: "GET",
    path: "/v1/bookmarks/{id}",
    access: "user",
    scope: "read",
    summary: "One bookmark",
    params,
    answers: { 200: { description: "The bookmark", body: bookmarkSchema } },
    refusals: { 404: ["not_found"] },
  },
  getBookmarkContent: {
    method: "GET",
    path: "/v1/bookmarks/{id}/content",
    access: "user",
    scope: "read",
    summary: "The kept text of a bookmark's page, as safe HTML",
    params,
    answers: { 200: { description: "The text", body: contentSchema } },
    refusals: { 404: ["not_found", "no_content"] },
  },
  updateBookmark: {
    method: "PATCH",
    path: "/v1/bookmarks/{id}",
    access: "user",
    scope: "save",
    summary:
      "Change a bookmark's title, note, tags or marks (unread, starred); a null title restores the page's title, null tags those of the summary",
    params,
    body: z.object(bodyOf(BOOKMARK_FIELDS, "change")),
    answers: { 200: { description: "The changed bookmark", body: bookmarkSchema } },
    refusals: { 404: ["not_found"] },
  },
  setBookmarkPlace: {
    method: "PUT",
    path: "/v1/bookmarks/{id}/place",
    access: "user",
    scope: "save",
    summary:
      "Keep your place in a bookmark's text. The place with the latest `at` stays, whatever the order of arrival; a time in the future counts as the present. An unread bookmark becomes read when its progress reaches 0.95",
    params,
    body: placeSchema,
    answers: { 200: { description: "The bookmark with its latest place", body: bookmarkSchema } },
    refusals: { 404: ["not_found"] },
  },
  deleteBookmark: {
    method: "DELETE",
    path: "/v1/bookmarks/{id}",
    access: "user",
    scope: "full",
    summary: "Delete a bookmark",
    params,
    answers: { 204: { description: "Deleted" } },
    refusals: { 404: ["not_found"] },
  },
  reprocessBookmark: {
    method: "POST",
    path: "/v1/bookmarks/{id}/reprocess",
    access: "user",
    scope: "save",
    summary: `Process a bookmark's page again. ${describeLimits("repeats")}`,
    params,
    answers: { 202: { description: "Pending again", body: bookmarkSchema } },
    refusals: { 404: ["not_found"], 409: ["already_processing"], 429: ["rate_limited"] },
  },
  sendBookmarkPage: {
    method: "PUT",
    path: "/v1/bookmarks/{id}/page",
    access: "user",
    scope: "save",
    summary: `Send a bookmark's page as your browser shows it, plain or in gzip; it is read in the background instead of a fetched page, and its text replaces the kept text. ${describeLimits("repeats")}`,
    params,
    upload: SENT_PAGE,
    answers: { 202: { description: "Pending again", body: bookmarkSchema } },
    refusals: { 404: ["not_found"], 429: ["rate_limited"] },
  },
  mergeBookmark: {
    method: "POST",
    path: "/v1/bookmarks/{id}/merge",
    access: "user",
    scope: "full",
    summary:
      "Merge a bookmark into another one of the same page. The other one stays, with both notes and all own tags, and the address of the removed one then leads to it",
    params,
    body: z.object({ into: z.string() }),
    answers: { 200: { description: "The bookmark that stays", body: bookmarkSchema } },
    refusals: { 400: ["same_bookmark"], 404: ["not_found"], 409: ["merge_too_large"] },
  },
  getPageChecks: {
    method: "GET",
    path: "/v1/page-checks",
    access: "user",
    scope: "read",
    summary: "How often your pages are requested again, to find those that are gone",
    answers: { 200: { description: "The pace", body: pageChecks } },
  },
  setPageChecks: {
    method: "PUT",
    path: "/v1/page-checks",
    access: "user",
    scope: "full",
    summary: "Choose how often your pages are requested again: about monthly, which is the default, or never",
    body: pageChecks,
    answers: { 200: { description: "The pace", body: pageChecks } },
  },
  listFailedJobs: {
    method: "GET",
    path: "/v1/failed-jobs",
    access: "admin",
    summary: "Bookmarks of all users that could not be processed, newest first",
    query: z.object({ ...pageQuery, retryable: z.optional(trueOrFalse) }),
    answers: { 200: pageAnswer("failed_jobs", failedJobSchema) },
  },
  retryFailedJob: {
    method: "POST",
    path: "/v1/failed-jobs/{id}/retry",
    access: "admin",
    summary: "Process a failed job's bookmark again",
    params,
    answers: { 202: { description: "Pending again", body: failedJobSchema } },
    refusals: { 404: ["not_found"], 409: ["already_processing"] },
  },
} as const satisfies Routes;
