import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { FileFolders } from "../../shared/saved-items/item-files.ts";
import { DeletedFiles, inBoth } from "../../shared/saved-items/item-files.ts";
import type { ItemFilter } from "../../shared/saved-items/item-lists.ts";
import { itemStates } from "../../shared/saved-items/item-states.ts";
import type { ItemKey, WorkRequest } from "../../shared/saved-items/saved-item.ts";
import type { SavedItemKind } from "../../shared/saved-items/saved-item-kind.ts";
import type { WorkWrite } from "../../shared/saved-items/saved-item-table.ts";
import { SavedItemTable } from "../../shared/saved-items/saved-item-table.ts";
import { transitions } from "../../shared/table/transitions.ts";
import { isFirstReceive } from "../../shared/work/redriven.ts";
import type {
  Bookmark,
  ContentFacts,
  Failure,
  PageAbsence,
  PageFacts,
  PagePictures,
  ScreenStatus,
} from "../domain/bookmark.ts";
import { failedJobId } from "../domain/bookmark.ts";
import { BOOKMARK_FIELDS } from "../domain/bookmark-fields.ts";
import { fetchedTexts, ownTagTexts, ownTexts, searched } from "../domain/bookmark-search.ts";
import type { ProcessingMessage, ProcessingSubject } from "../work/processing-message.ts";
import { processingMessageOf } from "../work/processing-message.ts";

/** The only partition key of index `failed_jobs`. */
export const FAILED_PARTITION = "failed";

/** The keys of a failed bookmark in index `failed_jobs`. */
const FAILED_ATTRIBUTES = ["failed_partition", "failed_job_id"];

/** `retrying`: whether the next attempt is a retry. After a failure, any further attempt is one, also after a redrive. */
const STATES = itemStates(["pending", "processing"], "done", {
  set: { pending: { retrying: true }, done: { retrying: false }, failed: { retrying: true } },
  failedAttributes: FAILED_ATTRIBUTES,
});

const LATEST = "the processing is the latest that was requested";

const BOOKMARK_TRANSITIONS = transitions("Bookmark", STATES, {
  request: { from: ["done", "failed"], to: "pending", when: "the user or an administrator requests it" },
  sendPage: {
    from: ["pending", "processing", "done", "failed"],
    to: "pending",
    when: "the user sends the page as the browser shows it",
  },
  begin: { from: ["pending", "processing"], to: "processing", when: LATEST },
  beginFirst: {
    from: ["pending", "processing", "failed"],
    to: "processing",
    when: `${LATEST}, and this is the first receive of its message`,
  },
  waitForRetry: { from: ["processing"], to: "pending", when: LATEST },
  complete: { from: ["pending", "processing", "failed"], to: "done", when: LATEST },
  fail: { from: ["pending", "processing"], to: "failed", when: LATEST },
  check: { from: ["done"], to: "done", when: "the check is the one that is due" },
});

export interface BookmarkTypes {
  readonly item: Bookmark;
  /** Without a text or a picture, an earlier one stays. */
  readonly facts: PageFacts &
    Partial<ContentFacts & PagePictures & PageAbsence & Pick<Bookmark, "duplicateOf" | "sentPageKey">>;
  readonly subject: ProcessingSubject;
  readonly message: ProcessingMessage;
  readonly move: "sendPage" | "begin" | "beginFirst" | "waitForRetry" | "check";
}

/** The files of a bookmark: its kept texts and pictures. */
const FILES = {
  folder: "content_folder",
  about: [
    "content_key",
    "words",
    "read_at",
    "read_from",
    "text_stays",
    "sent_page_key",
    "icon_path",
    "image_path",
    "thumbnail_path",
  ],
};

/** The texts and pictures of the deleted bookmarks. */
export function deletedContents(
  client: DynamoDBDocumentClient,
  table: string,
  { contents, pictures }: { readonly contents: FileFolders; readonly pictures: FileFolders },
): DeletedFiles {
  return new DeletedFiles(client, table, FILES, inBoth(contents, pictures));
}

export const BOOKMARKS: SavedItemKind<BookmarkTypes> = {
  name: "bookmark",
  plural: "bookmarks",
  fields: {
    ...BOOKMARK_FIELDS,
    url: "url",
    sourceHint: "source_hint",
    createdFrom: "created_from",
    retrying: "retrying",
    pageTitle: "page_title",
    siteName: "site_name",
    author: "author",
    language: "language",
    iconPath: "icon_path",
    imagePath: "image_path",
    thumbnailPath: "thumbnail_path",
    summary: "summary",
    tags: "tags",
    summaryBy: "summary_by",
    duplicateOf: "duplicate_of",
    aliases: "aliases",
    mergeId: "merge_id",
    idempotencyKey: "idempotency_key",
    contentFolder: "content_folder",
    contentKey: "content_key",
    words: "words",
    readAt: "read_at",
    missingAt: "missing_at",
    goneAt: "gone_at",
    readFrom: "read_from",
    textStays: "text_stays",
    sentPageKey: "sent_page_key",
  },
  userFields: BOOKMARK_FIELDS,
  files: FILES,
  failedAttributes: FAILED_ATTRIBUTES,
  transitions: BOOKMARK_TRANSITIONS,
  reviveBy: null,
  working: ["pending", "processing"],
  ownFields: ["title", "note"],
  tagField: "userTags",
  ownTexts,
  tagTexts: ownTagTexts,
  fetchedTexts,
  searched,
  queue: "bookmark-processing",
  toMessage: processingMessageOf,
};

/** The attributes of the bookmarks that have a screen status; `screenStatus` is the inverse. */
export const SCREEN_FILTERS: Readonly<Record<ScreenStatus, ItemFilter>> = {
  saving: { status: ["pending"], retrying: [false] },
  processing: { status: ["processing"], retrying: [false] },
  retrying: { status: ["pending", "processing"], retrying: [true] },
  done: { status: ["done"] },
  failed: { status: ["failed"] },
};

export type BookmarkTable = SavedItemTable<BookmarkTypes>;

/**
 * Table `bookmarks`: the attributes are those of `SavedItemTable` and of its kind; failed_partition and failed_job_id when
 * failed.
 */
export function bookmarkTable(client: DynamoDBDocumentClient, name: string): BookmarkTable {
  return new SavedItemTable(client, name, BOOKMARKS);
}

/**
 * Begins an attempt: the bookmark is `processing`, and overdue from `reconcileAt` on. A failed bookmark is processed only at
 * the first receive of a message.
 *
 * @returns null when there is nothing to do: the bookmark does not exist or is done, or a newer request was made
 */
export async function beginProcessing(
  bookmarks: BookmarkTable,
  key: ItemKey,
  receive: { readonly receiveCount: number },
  write: WorkWrite & Pick<WorkRequest, "reconcileAt">,
): Promise<Bookmark | null> {
  return bookmarks.moveWork(key, isFirstReceive(receive) ? "beginFirst" : "begin", write);
}

/**
 * Makes a pending or processing bookmark `failed`, with its failed job. @returns false when this request is no longer
 * pending or processing
 */
export async function failProcessing(
  bookmarks: Pick<BookmarkTable, "fail">,
  key: ItemKey,
  failure: Omit<Failure, "at">,
  write: WorkWrite,
): Promise<boolean> {
  const at = write.now.toISOString();
  const keys = { failed_partition: FAILED_PARTITION, failed_job_id: failedJobId(key, { at }) };
  // A page that was sent and can't be read: the next reading is a fetch. After any other failure it still waits.
  const unreadable = failure.jobType === "extraction" && !failure.retryable ? { sent_page_key: null } : {};
  return bookmarks.fail(key, { ...failure, at }, write, { ...keys, ...unreadable });
}
