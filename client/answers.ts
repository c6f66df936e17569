import type * as z from "zod/mini";
import type { bookmarksRoutes } from "../lambdas/bookmarks/routes.ts";
import type { booksRoutes } from "../lambdas/books/routes.ts";
import type { changesRoutes } from "../lambdas/changes/routes.ts";
import type { mercariRoutes } from "../lambdas/mercari/routes.ts";
import type { noticesRoutes } from "../lambdas/notices/routes.ts";
import type { operationsRoutes } from "../lambdas/operations/routes.ts";
import type { recommendationsRoutes } from "../lambdas/recommendations/routes.ts";
import type { slidesRoutes } from "../lambdas/slides/routes.ts";
import type { usersRoutes } from "../lambdas/users/routes.ts";

// The types of the API's requests and answers, from its schemas. The packed client has these types written out
// (build.ts), so that a program that installs it needs neither the server's files nor zod.

/** A saved page. */
export type Bookmark = z.output<(typeof bookmarksRoutes.getBookmark.answers)[200]["body"]>;
/** The text of a saved page as it was read: safe HTML (docs/security.md). */
export type BookmarkContent = z.output<(typeof bookmarksRoutes.getBookmarkContent.answers)[200]["body"]>;
/** A page to save. */
export type NewBookmark = z.input<typeof bookmarksRoutes.createBookmark.body>;
/** The changeable fields of a bookmark; a title of null restores the page's own. */
export type BookmarkChanges = z.input<typeof bookmarksRoutes.updateBookmark.body>;
/** Where a person is in a bookmark's text. */
export type Place = z.input<typeof bookmarksRoutes.setBookmarkPlace.body>;
/** The bookmark into which another one is merged. */
export type BookmarkMerge = z.input<typeof bookmarksRoutes.mergeBookmark.body>;
/** One page of bookmarks, newest first. */
export type BookmarkPage = z.output<(typeof bookmarksRoutes.listBookmarks.answers)[200]["body"]>;

/** How often the user's saved pages are checked: `monthly` or `never`. */
export type PageChecks = z.output<(typeof bookmarksRoutes.getPageChecks.answers)[200]["body"]>;

/** A bookmark that could not be processed. */
export type FailedJob = FailedJobPage["failed_jobs"][number];
/** One page of failed jobs, newest first. */
export type FailedJobPage = z.output<(typeof bookmarksRoutes.listFailedJobs.answers)[200]["body"]>;

/** A bookmark or a stock that was made, changed or deleted: as it is now, or null. */
export type Change = ChangePage["changes"][number];
/** One page of changes, oldest first; with the cursor of the next page even when there is no `more`. */
export type ChangePage = z.output<(typeof changesRoutes.listChanges.answers)[200]["body"]>;

/** A job: a search on Google Books, collected page by page over many runs. */
export type Job = z.output<(typeof booksRoutes.getJob.answers)[200]["body"]>;
export type NewJob = z.input<typeof booksRoutes.createJob.body>;
/** All settings of a job but its name; an omitted one has its default. */
export type JobSettings = z.input<typeof booksRoutes.replaceJob.body>;
/** One page of jobs, by name. */
export type JobPage = z.output<(typeof booksRoutes.listJobs.answers)[200]["body"]>;
/** One run of a job. */
export type Run = RunPage["runs"][number];
/** One page of a job's runs, newest first. */
export type RunPage = z.output<(typeof booksRoutes.listRuns.answers)[200]["body"]>;
/** The kind of run; `collect` by default. */
export type RunRequest = z.input<typeof booksRoutes.runJob.body>;
/** A requested run. */
export type StartedRun = z.output<(typeof booksRoutes.runJob.answers)[202]["body"]>;
/** A job's position in one set of queries. */
export type JobCursor = JobCursorList["cursors"][number];
/** A job's cursors. */
export type JobCursorList = z.output<(typeof booksRoutes.listCursors.answers)[200]["body"]>;
/** The number of deleted cursors. */
export type ResetCursors = z.output<(typeof booksRoutes.resetCursors.answers)[200]["body"]>;

/** A book that jobs have found. */
export type Book = BookPage["books"][number];
/** One page of books, newest first. */
export type BookPage = z.output<(typeof booksRoutes.listBooks.answers)[200]["body"]>;

/** Something whose second-hand prices on Mercari are watched. */
export type Product = z.output<(typeof mercariRoutes.getProduct.answers)[200]["body"]>;
/** A product to create; an omitted part of its crawl setting has its default. */
export type NewProduct = z.input<typeof mercariRoutes.createProduct.body>;
/** Changes of a product: an omitted field stays, null removes it. */
export type ProductChanges = z.input<typeof mercariRoutes.updateProduct.body>;
/** One page of products, newest first. */
export type ProductPage = z.output<(typeof mercariRoutes.listProducts.answers)[200]["body"]>;
/** The outcomes of requested crawls. */
export type ExecutedCrawls = z.output<(typeof mercariRoutes.executeCrawl.answers)[200]["body"]>;
/** The outcome of one requested crawl. */
export type ExecutedCrawl = ExecutedCrawls["products"][number];
/** A listing that was found for a product. */
export type CrawlResult = CrawlResultPage["results"][number];
/** One page of a product's listings. */
export type CrawlResultPage = z.output<(typeof mercariRoutes.listResults.answers)[200]["body"]>;
/** The prices of a product's sales, by day or week, and of its current offers. */
export type PriceTrend = z.output<(typeof mercariRoutes.getPriceTrend.answers)[200]["body"]>;
/** One crawl of a product. */
export type CrawlRun = CrawlRunPage["crawl_runs"][number];
/** One page of a product's crawls, newest first. */
export type CrawlRunPage = z.output<(typeof mercariRoutes.listCrawlRuns.answers)[200]["body"]>;

/** A saved slide deck. */
export type Stock = z.output<(typeof slidesRoutes.getStock.answers)[200]["body"]>;
/** A slide deck to save. */
export type NewStock = z.input<typeof slidesRoutes.createStock.body>;
/** The changeable fields of a stock. */
export type StockChanges = z.input<typeof slidesRoutes.updateStock.body>;
/** One page of stocks, newest first. */
export type StockPage = z.output<(typeof slidesRoutes.listStocks.answers)[200]["body"]>;

/** A site that the owner recommends; with counts where they were requested. */
export type Recommendation = RecommendationPage["recommendations"][number];
/** A site to recommend. */
export type NewRecommendation = z.input<typeof recommendationsRoutes.createRecommendation.body>["recommendations"][0];
/** Changes of a recommendation: an omitted field stays, null clears it. */
export type RecommendationChanges = z.input<
  typeof recommendationsRoutes.updateRecommendation.body
>["recommendations"][0];
/** The envelope of one recommendation. */
export type OneRecommendation = z.output<(typeof recommendationsRoutes.getRecommendation.answers)[200]["body"]>;
/** One page of recommendations, in Ghost's envelope. */
export type RecommendationPage = z.output<(typeof recommendationsRoutes.listRecommendations.answers)[200]["body"]>;
/** The metadata of a site; id and dates are those of its recommendation, or null. */
export type CheckedSite = CheckedSites["recommendations"][0];
/** The envelope of a checked site. */
export type CheckedSites = z.output<(typeof recommendationsRoutes.checkRecommendation.answers)[200]["body"]>;
/** The delivery of a recommendation to one site. */
export type Delivery = DeliveryList["deliveries"][number];
/** All of a recommendation's deliveries. */
export type DeliveryList = z.output<(typeof recommendationsRoutes.listDeliveries.answers)[200]["body"]>;
/** A delivery in the list of all. */
export type ListedDelivery = ListedDeliveryPage["deliveries"][number];
/** A page of the deliveries of all recommendations, the latest announced first. */
export type ListedDeliveryPage = z.output<(typeof recommendationsRoutes.listAllDeliveries.answers)[200]["body"]>;
/** A site that recommends the owner's. */
export type IncomingRecommendation = IncomingRecommendationPage["recommendations"][number];
/** One page of them, the latest first. */
export type IncomingRecommendationPage = z.output<
  (typeof recommendationsRoutes.listIncomingRecommendations.answers)[200]["body"]
>;
/** A page of another site that links to a page of the owner's. */
export type Mention = MentionPage["mentions"][number];
/** One page of them, newest first. */
export type MentionPage = z.output<(typeof recommendationsRoutes.listMentions.answers)[200]["body"]>;
/** Whether a mention is hidden. */
export type MentionChanges = z.input<typeof recommendationsRoutes.updateMention.body>;
/** A host whose mentions are dropped. */
export type BlockedHost = BlockedHostPage["blocked_hosts"][number];
/** One page of them, the latest first. */
export type BlockedHostPage = z.output<(typeof recommendationsRoutes.listBlockedHosts.answers)[200]["body"]>;
/** Whether there are recommendations, and the owner's site. */
export type SiteSettings = z.output<(typeof recommendationsRoutes.getSettings.answers)[200]["body"]>;

/** A message to the administrators. */
export type Notice = NoticePage["notices"][number];
/** A language of notices (BCP 47). */
export type NoticeLanguage = NonNullable<z.output<typeof noticesRoutes.listNotices.query>["language"]>;
/** One page of notices, newest first. */
export type NoticePage = z.output<(typeof noticesRoutes.listNotices.answers)[200]["body"]>;

/** A queue and its dead letters. */
export type QueueDepths = QueueList["queues"][number];
/** All queues. */
export type QueueList = z.output<(typeof operationsRoutes.listQueues.answers)[200]["body"]>;
/** An alarm of the stack with its state. */
export type Alarm = AlarmList["alarms"][number];
/** All alarms; those in state ALARM come first. */
export type AlarmList = z.output<(typeof operationsRoutes.listAlarms.answers)[200]["body"]>;
/** A queue whose dead letters are being moved back. */
export type StartedRedrive = z.output<(typeof operationsRoutes.redriveQueue.answers)[202]["body"]>;

/** A page of the deletion of a user's data. */
export type DeletedUserData = z.output<(typeof usersRoutes.deleteUserData.answers)[200]["body"]>;
/** The user to whom a user's data are moved. */
export type UserDataMove = z.input<typeof usersRoutes.moveUserData.body>;
/** A page of a move. */
export type MovedUserData = z.output<(typeof usersRoutes.moveUserData.answers)[200]["body"]>;
