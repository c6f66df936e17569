import { pendingKeys, workItemPartition } from "../../shared/work/pending-index.ts";
import type { Bookmark, Failure, JobType } from "../domain/bookmark.ts";
import type { SearchedTexts } from "../domain/bookmark-search.ts";
import { ownTagTexts, ownTexts, readTexts } from "../domain/bookmark-search.ts";
import type { ProcessingSubject } from "../work/request-processing.ts";

/** Identifies a bookmark: its owner and its id. */
export type BookmarkKey = Pick<Bookmark, "userId" | "id">;

/** The only partition key of index `failed_jobs`. */
export const FAILED_PARTITION = "failed";

/** The names of the attributes that every bookmark has beside its key, by field. */
const ATTRIBUTES = {
  url: "url",
  canonicalUrl: "canonical_url",
  title: "title",
  note: "note",
  userTags: "user_tags",
  sourceHint: "source_hint",
  createdFrom: "created_from",
  llmStatus: "llm_status",
  retrying: "retrying",
  pageTitle: "page_title",
  siteName: "site_name",
  author: "author",
  language: "language",
  imageUrl: "image_url",
  summary: "summary",
  tags: "tags",
  summaryBy: "summary_by",
  idempotencyKey: "idempotency_key",
  createdAt: "created_at",
  updatedAt: "updated_at",
  processingId: "processing_id",
  requestedAt: "requested_at",
  reconcileRounds: "reconcile_rounds",
} as const satisfies Record<keyof Omit<Bookmark, "userId" | "id" | "failure" | "reconcileAt">, string>;

/**
 * The texts of a bookmark as they are searched, carried by index `search`: the user's, the user's tags, and those that were
 * read from the page.
 */
export const SEARCH_ATTRIBUTES = { own: "search_own", ownTags: "search_tags", read: "search_read" } as const;

/** The attributes of a failed bookmark. */
export const FAILURE_ATTRIBUTES = [
  "failed_partition",
  "failed_job_id",
  "failure_job_type",
  "failure_code",
  "failure_retryable",
  "failed_at",
] as const;

/** The attributes that are removed when a bookmark is deleted; its tombstone has a time of change as well. */
export const DELETED_ATTRIBUTES: readonly string[] = [
  ...Object.values(ATTRIBUTES).filter((name) => name !== ATTRIBUTES.updatedAt),
  ...Object.values(SEARCH_ATTRIBUTES),
  ...FAILURE_ATTRIBUTES,
  "pending_partition",
  "reconcile_at",
];

/** An item of the table: a bookmark, or the tombstone of a deleted one. */
export interface BookmarkItem {
  readonly user_id: string;
  readonly id: string;
  readonly creations?: ReadonlySet<string>;
  readonly deleted_at?: string;
  readonly idempotency_key?: string | null;
  readonly reconcile_at?: string;
  readonly failure_job_type?: JobType;
  readonly failure_code?: string;
  readonly failure_retryable?: boolean;
  readonly failed_at?: string;
  readonly search_own: string;
  readonly search_tags: string | null;
  readonly search_read: string;
  readonly [attribute: string]: unknown;
}

export function toKey(key: BookmarkKey) {
  return { user_id: key.userId, id: key.id };
}

/** The attributes of a new bookmark, without its key. */
export function toAttributes(bookmark: Bookmark): Readonly<Record<string, unknown>> {
  return {
    ...Object.fromEntries(
      Object.entries(ATTRIBUTES).map(([field, attribute]) => [attribute, bookmark[field as keyof typeof ATTRIBUTES]]),
    ),
    [SEARCH_ATTRIBUTES.own]: ownTexts(bookmark),
    [SEARCH_ATTRIBUTES.ownTags]: ownTagTexts(bookmark),
    [SEARCH_ATTRIBUTES.read]: readTexts(bookmark),
    ...(bookmark.reconcileAt === null ? {} : pendingKeys(workItemPartition(bookmark.id), bookmark.reconcileAt)),
  };
}

export function toBookmark(item: BookmarkItem): Bookmark {
  const fields = Object.fromEntries(
    Object.entries(ATTRIBUTES).map(([field, attribute]) => [field, item[attribute]]),
  ) as Pick<Bookmark, keyof typeof ATTRIBUTES>;
  return {
    ...fields,
    userId: item.user_id,
    id: item.id,
    failure: toFailure(item),
    reconcileAt: item.reconcile_at ?? null,
  };
}

/** The texts of an item as they are searched. */
export function toSearchedTexts({ search_own, search_tags, search_read }: BookmarkItem): SearchedTexts {
  return { own: search_own, ownTags: search_tags, read: search_read };
}

/** Why a bookmark failed; null unless it is failed. */
export function toFailure(item: BookmarkItem): Failure | null {
  if (item.failed_at === undefined) return null;
  // They are written together.
  const { failure_job_type, failure_code, failure_retryable, failed_at } = item as Required<BookmarkItem>;
  return { jobType: failure_job_type, code: failure_code, retryable: failure_retryable, at: failed_at };
}

/** The fields of a bookmark that its indexes contain. */
export function toSubject(item: BookmarkItem): ProcessingSubject {
  return {
    userId: item.user_id,
    id: item.id,
    url: String(item.url),
    processingId: String(item.processing_id),
  };
}
