import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Deletion } from "../../shared/changes/tombstone.ts";
import { creationOf, deletionOf } from "../../shared/changes/tombstone.ts";
import type { Page, Position } from "../../shared/http/pagination.ts";
import { searchedPage } from "../../shared/search/search-page.ts";
import type { TextSearch } from "../../shared/search/text-search.ts";
import type { Update } from "../../shared/table/conditional-write.ts";
import { conditionalUpdate, STILL_HOLDS, updatedItem } from "../../shared/table/conditional-write.ts";
import { queriedPage } from "../../shared/table/table-query.ts";
import {
  overdueItems,
  postponement,
  WORK_ITEM_PARTITIONS,
  workItemPartition,
} from "../../shared/work/pending-index.ts";
import { isFirstReceive } from "../../shared/work/redriven.ts";
import type { Bookmark, Failure, PageFacts, ProcessingRequest, ScreenStatus, UserChanges } from "../domain/bookmark.ts";
import { failedJobId, reconcileAt, screenStatus } from "../domain/bookmark.ts";
import { isFound, ownTagTexts, ownTexts, readTexts } from "../domain/bookmark-search.ts";
import type { ProcessingSubject } from "../work/request-processing.ts";
import type { BookmarkItem, BookmarkKey } from "./bookmark-item.ts";
import {
  DELETED_ATTRIBUTES,
  FAILED_PARTITION,
  FAILURE_ATTRIBUTES,
  SEARCH_ATTRIBUTES,
  toAttributes,
  toBookmark,
  toKey,
  toSearchedTexts,
  toSubject,
} from "./bookmark-item.ts";

/** An overdue bookmark. */
export type OverdueBookmark = ProcessingSubject & Pick<Bookmark, "reconcileRounds">;

/** Local index `by_created_at`: a user's bookmarks in order of creation. It supports consistent reads. */
const BY_CREATED_AT = "by_created_at";

/** The stored attributes of each screen status; `screenStatus` is the inverse. */
const FILTERS: Readonly<Record<ScreenStatus, { expression: string; values: Readonly<Record<string, unknown>> }>> = {
  saving: {
    expression: "llm_status = :pending AND retrying = :no",
    values: { ":pending": "pending", ":no": false },
  },
  processing: {
    expression: "llm_status = :processing AND retrying = :no",
    values: { ":processing": "processing", ":no": false },
  },
  retrying: {
    expression: "llm_status IN (:pending, :processing) AND retrying = :yes",
    values: { ":pending": "pending", ":processing": "processing", ":yes": true },
  },
  done: { expression: "llm_status = :done", values: { ":done": "done" } },
  failed: { expression: "llm_status = :failed", values: { ":failed": "failed" } },
};

const REMOVE_FAILURE = `REMOVE ${FAILURE_ATTRIBUTES.join(", ")}`;

/**
 * Table `bookmarks`. Partition key `user_id`, sort key `id`. One item for each bookmark: url, canonical_url, title, note,
 * user_tags, source_hint, created_from, llm_status, retrying, page_title, site_name, author, language, image_url, summary, tags,
 * summary_by, idempotency_key, created_at, updated_at, processing_id, requested_at, reconcile_rounds; search_own, search_tags
 * and search_read (the texts as they are searched, written with the fields they are made of); pending_partition and
 * reconcile_at while pending or processing; failed_partition, failed_job_id, failure_job_type, failure_code,
 * failure_retryable and failed_at when failed; creations (string set): the ids of the requests that created it, so that none
 * of them creates it twice. A deleted bookmark leaves a tombstone with user_id, id, creations, deletion_id, deleted_at,
 * updated_at (the same) and expires_at (epoch seconds, TTL). Every write has a condition that names the expected state, and
 * every write that a user can see sets updated_at, by which index `changes` is in order.
 */
export class BookmarkTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Writes a new bookmark. It fails if the user has this page, or if this creation wrote it before and it was deleted. */
  async create(bookmark: Bookmark, creationId: string): Promise<boolean> {
    return conditionalUpdate(
      this.#client,
      { TableName: this.#name, Key: toKey(bookmark) },
      creationOf(toAttributes(bookmark), creationId, "processing_id"),
    );
  }

  /** Reads one bookmark, consistently; null if it does not exist. */
  async get(key: BookmarkKey): Promise<Bookmark | null> {
    return (await this.getWithCreations(key)).bookmark;
  }

  /** Reads one bookmark and the ids of its creations, which are kept for a while after it is deleted. */
  async getWithCreations(key: BookmarkKey): Promise<{ bookmark: Bookmark | null; creations: ReadonlySet<string> }> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: toKey(key), ConsistentRead: true }),
    );
    const item = Item as BookmarkItem | undefined;
    return {
      bookmark: item === undefined || item.deleted_at !== undefined ? null : toBookmark(item),
      creations: item?.creations ?? new Set(),
    };
  }

  /**
   * A page of a user's bookmarks, newest first. Bookmarks with another status than the requested one are read, but don't
   * count towards the limit.
   */
  async list(
    userId: string,
    { status, limit, position }: { status?: ScreenStatus | undefined; limit: number; position: Position | undefined },
  ): Promise<Page<Bookmark>> {
    const filter = status && FILTERS[status];
    const { items, last } = await queriedPage<BookmarkItem>(
      this.#client,
      {
        TableName: this.#name,
        IndexName: BY_CREATED_AT,
        ConsistentRead: true,
        ScanIndexForward: false,
        KeyConditionExpression: "user_id = :user_id",
        ...(filter && { FilterExpression: filter.expression }),
        ExpressionAttributeValues: { ":user_id": userId, ...filter?.values },
      },
      limit,
      position && { ...position, user_id: userId },
    );
    return {
      items: items.map(toBookmark),
      position: last === null ? null : { id: last.id, created_at: String(last.created_at) },
    };
  }

  /**
   * A page of the user's bookmarks that a search finds, newest first. Index `search` is eventually consistent: a bookmark
   * may be found a moment after it was written.
   */
  async search(
    userId: string,
    { status, ...sought }: TextSearch & { readonly status?: ScreenStatus | undefined },
    page: { readonly limit: number; readonly position: Position | undefined },
  ): Promise<Page<Bookmark>> {
    const { items, position } = await searchedPage<BookmarkItem, BookmarkItem>(
      this.#client,
      this.#name,
      {
        partition: ["user_id", userId],
        sortKeys: ["id", "created_at"],
        mayMatch: (entry) => isFound(toSearchedTexts(entry), sought),
        matches: (item) =>
          item.deleted_at === undefined &&
          isFound(toSearchedTexts(item), sought) &&
          (status === undefined || screenStatus(toBookmark(item)) === status),
      },
      page,
    );
    return { items: items.map(toBookmark), position };
  }

  /**
   * Changes what the user wrote. Title and note are searched as one text: where one of the two stays, it must be as it was
   * read.
   *
   * @param read the bookmark as it was read before
   * @returns null when what stays has changed since, or the bookmark is gone
   */
  async saveTexts(read: Bookmark, changes: UserChanges, now: Date): Promise<Bookmark | null> {
    const { title = read.title, note = read.note, userTags } = changes;
    return this.#update(read, {
      UpdateExpression: `SET updated_at = :now, title = :title, note = :note, ${SEARCH_ATTRIBUTES.own} = :texts${userTags === undefined ? "" : `, user_tags = :tags, ${SEARCH_ATTRIBUTES.ownTags} = :tag_texts`}`,
      ConditionExpression: `attribute_exists(created_at)${changes.title === undefined ? " AND title = :title" : ""}${changes.note === undefined ? " AND note = :note" : ""}`,
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: {
        ":now": now.toISOString(),
        ":title": title,
        ":note": note,
        ":texts": ownTexts({ ...read, title, note }),
        ...(userTags === undefined ? {} : { ":tags": userTags, ":tag_texts": ownTagTexts({ userTags }) }),
      },
    });
  }

  /** Deletes a bookmark and leaves a tombstone. @returns false when the bookmark does not exist */
  async delete(key: BookmarkKey, deletion: Deletion): Promise<boolean> {
    return conditionalUpdate(
      this.#client,
      { TableName: this.#name, Key: toKey(key) },
      deletionOf(deletion, DELETED_ATTRIBUTES),
    );
  }

  /** Moves a bookmark that is done or failed back to `pending`. @returns null in any other state */
  async requestProcessing(key: BookmarkKey, request: ProcessingRequest): Promise<Bookmark | null> {
    return this.#update(key, {
      UpdateExpression: `SET llm_status = :pending, retrying = :yes, processing_id = :processing_id, requested_at = :now, updated_at = :now, pending_partition = :partition, reconcile_at = :reconcile_at, reconcile_rounds = :zero ${REMOVE_FAILURE}`,
      ConditionExpression: "llm_status IN (:done, :failed)",
      ownWrite: "processing_id = :processing_id",
      ExpressionAttributeValues: {
        ":pending": "pending",
        ":done": "done",
        ":failed": "failed",
        ":yes": true,
        ":processing_id": request.processingId,
        ":now": request.now.toISOString(),
        ":partition": workItemPartition(key.id),
        ":reconcile_at": reconcileAt(request),
        ":zero": 0,
      },
    });
  }

  /**
   * Begins an attempt: the bookmark is `processing`, and overdue from `until` on. A failed bookmark is processed only at the
   * first receive of a message.
   *
   * @returns null when there is nothing to do: the bookmark does not exist or is done, or a newer request was made
   */
  async begin(key: BookmarkKey, processingId: string, receiveCount: number, now: Date, until: Date) {
    const mayHaveFailed = isFirstReceive({ receiveCount });
    return this.#update(key, {
      UpdateExpression: `SET llm_status = :processing, updated_at = :now, pending_partition = :partition, reconcile_at = :until ${REMOVE_FAILURE}`,
      ConditionExpression: `processing_id = :processing_id AND llm_status IN (:pending, :processing${mayHaveFailed ? ", :failed" : ""})`,
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: {
        ":processing": "processing",
        ":pending": "pending",
        ...(mayHaveFailed ? { ":failed": "failed" } : {}),
        ":processing_id": processingId,
        ":now": now.toISOString(),
        ":partition": workItemPartition(key.id),
        ":until": until.toISOString(),
      },
    });
  }

  /** Makes a bookmark `pending` after a transient failure. @returns false when this attempt is no longer its latest */
  async waitForRetry(key: BookmarkKey, processingId: string, now: Date, until: Date): Promise<boolean> {
    const saved = await this.#update(key, {
      UpdateExpression: "SET llm_status = :pending, retrying = :yes, updated_at = :now, reconcile_at = :until",
      ConditionExpression: "processing_id = :processing_id AND llm_status = :processing",
      ownWrite: "processing_id = :processing_id AND llm_status = :pending AND updated_at = :now",
      ExpressionAttributeValues: {
        ":pending": "pending",
        ":processing": "processing",
        ":yes": true,
        ":processing_id": processingId,
        ":now": now.toISOString(),
        ":until": until.toISOString(),
      },
    });
    return saved !== null;
  }

  /** Makes a bookmark `done`. @returns null when it does not exist, is done, or a newer request was made */
  async saveFacts(key: BookmarkKey, processingId: string, facts: PageFacts, now: Date): Promise<Bookmark | null> {
    return this.#update(key, {
      UpdateExpression: `SET llm_status = :done, retrying = :no, page_title = :page_title, site_name = :site_name, author = :author, #language = :language, image_url = :image_url, summary = :summary, tags = :tags, summary_by = :summary_by, ${SEARCH_ATTRIBUTES.read} = :texts, updated_at = :now ${REMOVE_FAILURE}, pending_partition, reconcile_at`,
      ConditionExpression: "processing_id = :processing_id AND llm_status IN (:pending, :processing, :failed)",
      ownWrite: "processing_id = :processing_id AND llm_status = :done AND updated_at = :now",
      ExpressionAttributeNames: { "#language": "language" },
      ExpressionAttributeValues: {
        ":done": "done",
        ":no": false,
        ":pending": "pending",
        ":processing": "processing",
        ":failed": "failed",
        ":page_title": facts.pageTitle,
        ":site_name": facts.siteName,
        ":author": facts.author,
        ":language": facts.language,
        ":image_url": facts.imageUrl,
        ":summary": facts.summary,
        ":tags": facts.tags,
        ":summary_by": facts.summaryBy,
        ":texts": readTexts(facts),
        ":processing_id": processingId,
        ":now": now.toISOString(),
      },
    });
  }

  /**
   * Makes a pending or processing bookmark `failed`, with its failed job. @returns false when this request is no longer
   * pending or processing
   */
  async saveFailure(key: BookmarkKey, processingId: string, failure: Omit<Failure, "at">, now: Date): Promise<boolean> {
    const at = now.toISOString();
    const saved = await this.#update(key, {
      UpdateExpression:
        "SET llm_status = :failed, retrying = :yes, updated_at = :now, failed_at = :now, failed_partition = :partition, failed_job_id = :job_id, failure_job_type = :job_type, failure_code = :code, failure_retryable = :retryable, reconcile_rounds = :zero REMOVE pending_partition, reconcile_at",
      ConditionExpression: "processing_id = :processing_id AND llm_status IN (:pending, :processing)",
      ownWrite: "processing_id = :processing_id AND llm_status = :failed AND failed_at = :now",
      ExpressionAttributeValues: {
        ":failed": "failed",
        ":pending": "pending",
        ":processing": "processing",
        ":yes": true,
        ":now": at,
        ":partition": FAILED_PARTITION,
        ":job_id": failedJobId(key, { at }),
        ":job_type": failure.jobType,
        ":code": failure.code,
        ":retryable": failure.retryable,
        ":zero": 0,
        ":processing_id": processingId,
      },
    });
    return saved !== null;
  }

  /**
   * Postpones the time from which a bookmark is overdue. @returns false when this request is no longer pending or processing
   */
  async postponeReconcile(
    bookmark: BookmarkKey & Pick<Bookmark, "processingId">,
    until: Date,
    rounds: number,
  ): Promise<boolean> {
    const still = {
      ConditionExpression: "processing_id = :processing_id AND llm_status IN (:pending, :processing)",
      ExpressionAttributeValues: {
        ":pending": "pending",
        ":processing": "processing",
        ":processing_id": bookmark.processingId,
      },
    };
    return (await this.#update(bookmark, postponement(until, rounds, still))) !== null;
  }

  /** The overdue bookmarks, those that are overdue for the longest time first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueBookmark[]> {
    const items = await overdueItems<BookmarkItem>(this.#client, this.#name, WORK_ITEM_PARTITIONS, { now, limit });
    return items.map((item) => ({ ...toSubject(item), reconcileRounds: Number(item.reconcile_rounds) }));
  }

  async #update(key: BookmarkKey, update: Update): Promise<Bookmark | null> {
    const item = await updatedItem<BookmarkItem>(this.#client, { TableName: this.#name, Key: toKey(key) }, update);
    return item === null ? null : toBookmark(item);
  }
}
