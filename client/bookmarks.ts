import { withSourceHint } from "./addresses/source-hint.ts";
import type {
  Bookmark,
  BookmarkChanges,
  BookmarkContent,
  BookmarkMerge,
  BookmarkPage,
  FailedJob,
  FailedJobPage,
  NewBookmark,
  PageChecks,
  Place,
} from "./answers.ts";
import type { Items, PageQuery, SearchQuery, TagQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { Change, Create, Find, OfOne, Read } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions } from "./transport.ts";

/** A filter of bookmarks, or a search. */
export interface BookmarkFilter extends SearchQuery, TagQuery {
  readonly status?: Bookmark["status"];
}

/** Whether the kept text is older than the latest reading: that one failed, or found less than a third of it. */
export function hasEarlierText({ status, read_at, requested_at }: Bookmark): boolean {
  return (status === "done" || status === "failed") && read_at !== null && read_at < requested_at;
}

/** HTML in UTF-8, at most 8 MB, and 4 MB as it is sent. */
export interface SentPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isGzip: boolean;
}

/** Half a megabit a second is enough for a page of 4 MB. */
const PAGE_TIMEOUT_MS = 60_000;

/** The user's saved pages. */
export class Bookmarks extends Resource {
  readonly #create = this.creates<NewBookmark, Bookmark>("/v1/bookmarks");
  readonly #reprocess = this.requests<Bookmark | null>("/v1/bookmarks/{id}/reprocess", ["already_processing"]);

  /**
   * Saves a page once, however often it is sent. A page that was saved before is answered as it is. Without a
   * `source_hint` the client derives it from the URL.
   */
  save: Create<NewBookmark, Bookmark> = (bookmark, options) => this.#create(withSourceHint(bookmark), options);

  list: Find<BookmarkFilter & PageQuery, BookmarkPage> = this.finds("/v1/bookmarks");

  /** All of them, or all that a search finds, newest first. */
  all = (filter?: BookmarkFilter, options?: CallOptions): Items<Bookmark> =>
    everyItem("bookmarks", (query) => this.list(query, options), filter);

  get: OfOne<Bookmark> = this.readsOne("/v1/bookmarks/{id}");

  /** The kept text of a page. @throws ApiProblem `no_content` if none was kept */
  content: OfOne<BookmarkContent> = this.readsOne("/v1/bookmarks/{id}/content");

  update: Change<BookmarkChanges, Bookmark> = this.changes("PATCH", "/v1/bookmarks/{id}");

  /** Keeps where the user is in the text; the latest place by `at` stays, whatever the order of arrival. */
  setPlace: Change<Place, Bookmark> = this.changes("PUT", "/v1/bookmarks/{id}/place");

  delete: OfOne<void> = this.deletes("/v1/bookmarks/{id}");

  /** Requests that the page be processed again. @returns the pending bookmark */
  reprocess: OfOne<Bookmark> = async (id, options) => (await this.#reprocess(id, options)) ?? this.get(id, options);

  /**
   * Sends the page as a browser shows it, to be read in place of the page that the API can fetch. Repeated, it is read again.
   *
   * @returns the pending bookmark
   */
  sendPage: Change<SentPage, Bookmark> = (id, { bytes, isGzip }, options) => {
    const headers = { "content-type": "text/html; charset=utf-8", ...(isGzip && { "content-encoding": "gzip" }) };
    const retry = { attemptTimeoutMs: PAGE_TIMEOUT_MS, ...options?.retry };
    return this.send("PUT", "/v1/bookmarks/{id}/page", { id, upload: { bytes, headers } }, { ...options, retry });
  };

  /**
   * Merges a bookmark into another one of the same page: that one stays, with both notes and all own tags. The merged one is
   * deleted, and its address leads to the one that stays. A repetition returns the same.
   *
   * @returns the bookmark that stays
   */
  merge: Change<BookmarkMerge, Bookmark> = (id, merge, options) =>
    this.send("POST", "/v1/bookmarks/{id}/merge", { id, body: merge }, options);

  /** How often the user's saved pages are checked for being gone. */
  checks: Read<PageChecks> = this.reads("/v1/page-checks");

  setChecks = (checks: PageChecks, options?: CallOptions): Promise<PageChecks> =>
    this.send("PUT", "/v1/page-checks", { body: checks }, options);
}

/** A filter of failed jobs: only the retryable ones, or only the others. */
export interface FailedJobFilter {
  readonly retryable?: boolean;
}

/** For administrators: the bookmarks of all users that failed. */
export class FailedJobs extends Resource {
  list: Find<FailedJobFilter & PageQuery, FailedJobPage> = this.finds("/v1/failed-jobs");

  /** All of them, newest first. */
  all = (filter?: FailedJobFilter, options?: CallOptions): Items<FailedJob> =>
    everyItem("failed_jobs", (query) => this.list(query, options), filter);

  /**
   * Requests that the job's bookmark be processed again, which ends the failed job.
   *
   * @returns the job as it was; null when a repeated attempt found that it has ended already
   */
  retry: OfOne<FailedJob | null> = this.requests("/v1/failed-jobs/{id}/retry", [
    "not_found",
    // The jobs are read from an index, which may still have one whose bookmark is pending already.
    "already_processing",
  ]);
}
