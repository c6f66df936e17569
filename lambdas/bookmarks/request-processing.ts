import { errorFields, log } from "../shared/log.ts";
import { RECONCILE_GRACE_MS } from "../shared/reconcile.ts";
import type { Bookmark, ProcessingRequest } from "./bookmark.ts";
import { processingMessageOf } from "./processing-message.ts";
import type { BookmarksServices } from "./services.ts";

/** A fresh request to read a page, now. */
export function newProcessingRequest({ clock, newId }: Pick<BookmarksServices, "clock" | "newId">): ProcessingRequest {
  return { processingId: newId(), now: clock.now(), graceMilliseconds: clock.wait(RECONCILE_GRACE_MS) };
}

/**
 * Sends the message for a bookmark that is pending in the table already.
 *
 * A queue that does not take it is no reason to refuse: the bookmark is safe in the table, and the reconcile schedule
 * sends what the queue never got. An alarm counts the log line.
 */
export async function sendProcessing(
  bookmark: Bookmark,
  correlationId: string,
  { processingQueue }: Pick<BookmarksServices, "processingQueue">,
): Promise<void> {
  try {
    await processingQueue.send(processingMessageOf(bookmark), correlationId);
  } catch (error) {
    log.error("send_left_to_reconcile", {
      queue: "bookmark-processing",
      correlation_id: correlationId,
      ...errorFields(error),
    });
  }
}
