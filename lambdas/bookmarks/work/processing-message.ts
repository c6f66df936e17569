import * as z from "zod/mini";
import type { Bookmark } from "../domain/bookmark.ts";

/** A message of queue `bookmark-processing`: read one bookmark's page and summarise it, or check the pages that are due. */
export const processingMessage = z.object({
  schemaVersion: z.literal(1),
  bookmarkId: z.string(),
  /** The bookmark's owner: with `bookmarkId`, its key. */
  userId: z.string(),
  processingId: z.string(),
  url: z.string(),
  /** Of the message that asks for checks. */
  pageChecks: z.optional(z.literal("due")),
});

export type ProcessingMessage = z.output<typeof processingMessage>;

/** The bookmark of a message, and its request for processing; messages of other schema versions can be parsed, too. */
export const processingMessageSubject = z.pipe(
  z.object({ bookmarkId: z.string(), userId: z.string(), processingId: z.string() }),
  z.transform(({ userId, bookmarkId, processingId }) => ({ userId, id: bookmarkId, workId: processingId })),
);

/** The fields of a bookmark that its message needs. */
export type ProcessingSubject = Pick<Bookmark, "userId" | "id" | "url" | "workId">;

/** The message that requests the processing of a bookmark. It does not contain the attempt, which is SQS's receive count. */
export function processingMessageOf(bookmark: ProcessingSubject): ProcessingMessage {
  return {
    schemaVersion: 1,
    bookmarkId: bookmark.id,
    userId: bookmark.userId,
    processingId: bookmark.workId,
    url: bookmark.url,
  };
}

/**
 * The message that asks for the checks that are due. It names a bookmark that nobody has, so that a worker of the last release
 * takes it for one about a deleted bookmark; its user is a message group by itself, which waits for those of people.
 */
export const PAGE_CHECKS: ProcessingMessage = {
  schemaVersion: 1,
  bookmarkId: "page-checks",
  userId: "page-checks",
  processingId: "page-checks",
  url: "",
  pageChecks: "due",
};
