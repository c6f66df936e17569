import * as z from "zod/mini";
import type { GiveUpResult } from "./worker.ts";

/**
 * Whether this is the first receive of a message; a redriven message has one again. Only then may a `failed` work item
 * be processed once more: a later receive of the message that failed the work item must not undo that.
 */
export function isFirstReceive({ receiveCount }: { readonly receiveCount: number }): boolean {
  return receiveCount === 1;
}

/**
 * Whether a message's work item is to be processed: pending, or failed if this is the message's first receive.
 *
 * @param isLatest whether the work was not requested again since the message was sent
 */
export function isProcessable<T extends { readonly status: string }>(
  workItem: T | null,
  isLatest: (workItem: T) => boolean,
  receive: { readonly receiveCount: number },
): workItem is T {
  if (workItem === null || !isLatest(workItem)) return false;
  return workItem.status === "pending" || (workItem.status === "failed" && isFirstReceive(receive));
}

/**
 * What to do with a message whose work item could not be marked failed. A message of another version is returned. Else the
 * work item failed at an earlier receive, and SQS is about to dead-letter the message; or a redrive would have no effect.
 *
 * @param schema of the queue's messages
 * @param isFailed reads whether the work item is failed, and this message is its latest
 */
export async function confirmGivenUp(
  schema: z.ZodMiniType,
  body: unknown,
  isFailed: () => Promise<boolean>,
): Promise<GiveUpResult> {
  if (!z.safeParse(schema, body).success) return "return_message";
  return (await isFailed()) ? "return_message" : "delete_message";
}
