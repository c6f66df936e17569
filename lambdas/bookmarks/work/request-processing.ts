import * as z from "zod/mini";
import type { Clock } from "../../shared/clock.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { sendOrLeave } from "../../shared/work/queue.ts";
import { RECONCILE_GRACE_MS } from "../../shared/work/reconcile.ts";
import type { Bookmark, ProcessingRequest } from "../domain/bookmark.ts";

/** A message of queue `bookmark-processing`: read one bookmark's page and summarise it. */
export const processingMessage = z.object({
  schemaVersion: z.literal(1),
  bookmarkId: z.string(),
  /** The bookmark's owner: with `bookmarkId`, its key. */
  userId: z.string(),
  /** The request for processing that this message belongs to. */
  processingId: z.string(),
  url: z.string(),
});

export type ProcessingMessage = z.output<typeof processingMessage>;

/** The fields that identify a message's bookmark. They can be parsed in messages of other schema versions, too. */
export const processingMessageSubject = z.object({
  bookmarkId: z.string(),
  userId: z.string(),
  processingId: z.string(),
});

/** The fields of a bookmark that its message needs. */
export type ProcessingSubject = Pick<Bookmark, "userId" | "id" | "url" | "processingId">;

/** The message that requests the processing of a bookmark. It does not contain the attempt, which is SQS's receive count. */
export function processingMessageOf(bookmark: ProcessingSubject): ProcessingMessage {
  return {
    schemaVersion: 1,
    bookmarkId: bookmark.id,
    userId: bookmark.userId,
    processingId: bookmark.processingId,
    url: bookmark.url,
  };
}

/** The services of a request to read a page. */
export interface ProcessingRequester {
  readonly processingQueue: Queue<ProcessingMessage>;
  readonly clock: Clock;
  /** Returns a new random id. */
  readonly newId: () => string;
}

/** A new request for processing, made now. */
export function newProcessingRequest({
  clock,
  newId,
}: Pick<ProcessingRequester, "clock" | "newId">): ProcessingRequest {
  return { processingId: newId(), now: clock.now(), graceMilliseconds: clock.wait(RECONCILE_GRACE_MS) };
}

/**
 * Sends the message for a bookmark that the table already has as pending. If the queue does not accept it, reconcile sends
 * it.
 */
export async function sendProcessing(
  bookmark: Bookmark,
  correlationId: string,
  { processingQueue }: Pick<ProcessingRequester, "processingQueue">,
): Promise<void> {
  await sendOrLeave(processingQueue, "bookmark-processing", processingMessageOf(bookmark), correlationId);
}
