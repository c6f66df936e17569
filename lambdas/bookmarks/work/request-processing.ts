import { sendOrLeave } from "../../shared/work/queue.ts";
import { RECONCILE_GRACE_MS } from "../../shared/work/reconcile.ts";
import type { Bookmark, ProcessingRequest } from "../domain/bookmark.ts";
import type { BookmarksServices } from "../http/services.ts";
import { processingMessageOf } from "./processing-message.ts";

/** A fresh request to read a page, now. */
export function newProcessingRequest({ clock, newId }: Pick<BookmarksServices, "clock" | "newId">): ProcessingRequest {
  return { processingId: newId(), now: clock.now(), graceMilliseconds: clock.wait(RECONCILE_GRACE_MS) };
}

/** Sends the message for a bookmark that is pending in the table already; reconcile sends what the queue does not take. */
export async function sendProcessing(
  bookmark: Bookmark,
  correlationId: string,
  { processingQueue }: Pick<BookmarksServices, "processingQueue">,
): Promise<void> {
  await sendOrLeave(processingQueue, "bookmark-processing", processingMessageOf(bookmark), correlationId);
}
