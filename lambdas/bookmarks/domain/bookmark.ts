import { derivedId } from "../../shared/derived-id.ts";
import type { ItemCreation, SavedItem, WorkRequest } from "../../shared/saved-items/saved-item.ts";
import { newSavedItem } from "../../shared/saved-items/saved-item.ts";
import type { PageContent } from "../readers/page-content.ts";
import type { Summary } from "../summary/summariser.ts";
import type { WrittenOfBookmark } from "./bookmark-fields.ts";
import type { ReadFrom } from "./content.ts";

/**
 * The state of the processing of a bookmark's page. `pending` → `processing` → `done` or `failed`, and back to `pending`
 * after a transient failure; `done` and `failed` go back to `pending` when processing is requested again.
 */
export const LLM_STATUSES = ["pending", "processing", "done", "failed"] as const;
export type LlmStatus = (typeof LLM_STATUSES)[number];

/** The states that clients show: while the bookmark is being processed, they also tell whether an attempt has failed. */
export const SCREEN_STATUSES = ["saving", "processing", "done", "failed", "retrying"] as const;
export type ScreenStatus = (typeof SCREEN_STATUSES)[number];

export const CREATED_FROM = ["ios", "web", "bookmarklet", "extension", "api", "import"] as const;

export const JOB_TYPES = ["extraction", "llm_processing"] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** The fields of a bookmark that a user sends. */
export interface BookmarkContent extends WrittenOfBookmark {
  readonly url: string;
  readonly sourceHint: string | null;
  readonly createdFrom: (typeof CREATED_FROM)[number];
}

export type PageFacts = Pick<PageContent, "siteName" | "author" | "language"> & {
  readonly pageTitle: string | null;
  readonly summary: string | null;
  /** The summary's tags; the user's own hide them. */
  readonly tags: readonly string[];
  /** The summariser; null before the first summary. */
  readonly summaryBy: string | null;
};

/** The fields that a bookmark stores of its kept text; all null without one. */
export interface ContentFacts {
  /** The key of its object in bucket `content`. */
  readonly contentKey: string | null;
  readonly words: number | null;
  /** When the kept text was read. */
  readonly readAt: string | null;
  /** What it was read from; also null for a text that was kept before this was stored, which was fetched. */
  readonly readFrom?: ReadFrom | null;
  /** Whether the kept text stays until the user requests another reading: it was read from a page that the user sent. */
  readonly textStays?: boolean | null;
}

/** Where the copies of the page's pictures are on the site's domain, e.g. `/i/…`. */
export interface PagePictures {
  readonly iconPath: string | null;
  readonly imagePath: string | null;
  /** The same picture, for lists. */
  readonly thumbnailPath: string | null;
}

/** What the checks of a finished bookmark's page have found; ISO 8601 UTC. Bookmarks of the last release have neither. */
export interface PageAbsence {
  /** When the page was first missing, if it was missing at the latest check that proved anything; null otherwise. */
  readonly missingAt?: string | null;
  /** Since when the page is gone: the first of the answers that prove it; null while it is not. */
  readonly goneAt?: string | null;
}

/** A page that was just read. */
export const IS_THERE: Required<PageAbsence> = { missingAt: null, goneAt: null };

export interface Failure {
  readonly jobType: JobType;
  /** A stable code in snake_case. */
  readonly code: string;
  /** Whether a retry may succeed: the attempts were exhausted without a permanent failure. */
  readonly retryable: boolean;
  readonly at: string;
}

/** A page that a user has saved. Its work is to read and summarise the page. */
export interface Bookmark extends SavedItem, BookmarkContent, PageFacts, ContentFacts, PagePictures, PageAbsence {
  readonly status: LlmStatus;
  /** Whether the next attempt is a retry: an attempt has failed, or an earlier processing has ended. */
  readonly retrying: boolean;
  /** The key of the request that saved it; null if it was saved before keys were stored. */
  readonly idempotencyKey: string | null;
  /** The canonical address of another bookmark of the user, if the latest reading found that the page is the same. */
  readonly duplicateOf: string | null;
  /** The canonical addresses of the bookmarks that were merged into it. */
  readonly aliases: readonly string[];
  /** The id of the latest merge into it; null before the first. */
  readonly mergeId: string | null;
  readonly failure: Failure | null;
  /** The folder of its objects in bucket `content`, for this bookmark only; a move to another user keeps it. */
  readonly contentFolder: string;
  /** The key of the page that the user sent, and that waits to be read in place of a fetch; null without one. */
  readonly sentPageKey?: string | null;
}

const NOTHING_READ: PageFacts & ContentFacts & PagePictures & Pick<Bookmark, "sentPageKey"> = {
  pageTitle: null,
  siteName: null,
  author: null,
  language: null,
  iconPath: null,
  imagePath: null,
  thumbnailPath: null,
  summary: null,
  tags: [],
  summaryBy: null,
  contentKey: null,
  words: null,
  readAt: null,
  readFrom: null,
  textStays: null,
  sentPageKey: null,
};

export function newBookmark(
  userId: string,
  page: BookmarkContent & Pick<Bookmark, "canonicalUrl" | "idempotencyKey">,
  creation: Pick<ItemCreation, "at" | "savedAt">,
  request: WorkRequest,
): Bookmark {
  return {
    ...NOTHING_READ,
    ...page,
    ...newSavedItem(userId, page.canonicalUrl, creation, request),
    retrying: false,
    contentFolder: derivedId("content", request.workId),
    duplicateOf: null,
    aliases: [],
    mergeId: null,
  };
}

export function pageFacts(content: PageContent, summary: Summary): PageFacts {
  return {
    pageTitle: content.title,
    siteName: content.siteName,
    author: content.author,
    language: content.language,
    summary: summary.summary,
    tags: summary.tags,
    summaryBy: summary.by,
  };
}

export function screenStatus({ status, retrying }: Pick<Bookmark, "status" | "retrying">): ScreenStatus {
  if (status === "done" || status === "failed") return status;
  if (retrying) return "retrying";
  return status === "pending" ? "saving" : "processing";
}

/** The tags as a screen shows them: the user's, or else the summary's. */
export function shownTags({ userTags, tags }: Pick<Bookmark, "userTags" | "tags">): readonly string[] {
  return userTags ?? tags;
}

/** The id of a failed bookmark's failed job. The id begins with the time of the failure, so that ids sort by time. */
export function failedJobId({ id }: Pick<Bookmark, "id">, { at }: Pick<Failure, "at">): string {
  return `${String(Date.parse(at)).padStart(15, "0")}-${id}`;
}

/** Whether a text has the form of a failed job's id. */
export function isFailedJobId(text: string): boolean {
  return /^\d{15}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
