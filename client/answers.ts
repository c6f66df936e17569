import type * as z from "zod/mini";
import type { bookmarksRoutes } from "../lambdas/bookmarks/routes.ts";
import type { operationsRoutes } from "../lambdas/operations/routes.ts";
import type { slidesRoutes } from "../lambdas/slides/routes.ts";

// What the API takes and answers, from the schemas by which it checks itself. The packed client carries these types
// written out (build.ts), so that who installs it needs neither the server's files nor zod.

/** A saved page. */
export type Bookmark = z.output<(typeof bookmarksRoutes.getBookmark.answers)[200]["body"]>;
/** A page to save. */
export type NewBookmark = z.input<typeof bookmarksRoutes.createBookmark.body>;
/** What of a bookmark may change; a title of null is the page's own again. */
export type BookmarkChanges = z.input<typeof bookmarksRoutes.updateBookmark.body>;
/** One page of bookmarks, newest first. */
export type BookmarkPage = z.output<(typeof bookmarksRoutes.listBookmarks.answers)[200]["body"]>;

/** A bookmark that could not be processed. */
export type FailedJob = FailedJobPage["failed_jobs"][number];
/** One page of failed jobs, newest first. */
export type FailedJobPage = z.output<(typeof bookmarksRoutes.listFailedJobs.answers)[200]["body"]>;

/** A saved slide deck. */
export type Stock = z.output<(typeof slidesRoutes.getStock.answers)[200]["body"]>;
/** A slide deck to save. */
export type NewStock = z.input<typeof slidesRoutes.createStock.body>;
/** What of a stock may change. */
export type StockChanges = z.input<typeof slidesRoutes.updateStock.body>;
/** One page of stocks, newest first. */
export type StockPage = z.output<(typeof slidesRoutes.listStocks.answers)[200]["body"]>;

/** A queue and its dead letters. */
export type QueueDepths = QueueList["queues"][number];
/** All queues. */
export type QueueList = z.output<(typeof operationsRoutes.listQueues.answers)[200]["body"]>;
/** A queue whose dead letters are being moved back. */
export type StartedRedrive = z.output<(typeof operationsRoutes.redriveQueue.answers)[202]["body"]>;
