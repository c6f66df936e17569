import * as z from "zod/mini";
import type { Bookmark } from "../domain/bookmark.ts";

/** A message of queue `bookmark-processing`: read one bookmark's page and summarise it. */
export const processingMessage = z.object({
  schemaVersion: z.literal(1),
  bookmarkId: z.string(),
  /** The bookmark's owner: with `bookmarkId`, its key. */
  userId: z.string(),
  /** The request to read that this message belongs to. */
  processingId: z.string(),
  url: z.string(),
});

export type ProcessingMessage = z.output<typeof processingMessage>;

/** The part of a message that says which bookmark it is about; readable in messages of other versions, too. */
export const processingMessageSubject = z.object({
  bookmarkId: z.string(),
  userId: z.string(),
  processingId: z.string(),
});

/** The part of a bookmark that its message needs. */
export type ProcessingSubject = Pick<Bookmark, "userId" | "id" | "url" | "processingId">;

/** The message that asks for a bookmark's page to be read. The attempt is SQS's receive count and stands in no body. */
export function processingMessageOf(bookmark: ProcessingSubject): ProcessingMessage {
  return {
    schemaVersion: 1,
    bookmarkId: bookmark.id,
    userId: bookmark.userId,
    processingId: bookmark.processingId,
    url: bookmark.url,
  };
}
