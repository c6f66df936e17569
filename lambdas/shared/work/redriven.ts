import * as z from "zod/mini";
import type { GiveUpResult } from "./worker.ts";

/**
 * Whether a message starts anew: at its first receive, which a message that was redriven from the dead-letter queue has
 * again. Only then may a `failed` thing be worked once more: a later receive of the message that has failed the thing
 * must not undo that.
 */
export function isFirstReceive({ receiveCount }: { readonly receiveCount: number }): boolean {
  return receiveCount === 1;
}

/**
 * Whether a message may work on its thing: one that is pending, or one that failed if the message starts anew.
 *
 * @param isLatest whether no newer request was made for the thing since the message was sent
 */
export function isProcessable<T extends { readonly status: string }>(
  thing: T | null,
  isLatest: (thing: T) => boolean,
  receive: { readonly receiveCount: number },
): thing is T {
  if (thing === null || !isLatest(thing)) return false;
  return thing.status === "pending" || (thing.status === "failed" && isFirstReceive(receive));
}

/**
 * What to do with a message whose thing was not there to be failed: a message of another version is kept. Else the thing
 * failed at an earlier receive, and SQS is about to dead-letter the message; or a redrive could do nothing any more.
 *
 * @param schema of the queue's messages
 * @param isFailed reads whether the thing is failed, and waits for this very message
 */
export async function alreadyGivenUp(
  schema: z.ZodMiniType,
  body: unknown,
  isFailed: () => Promise<boolean>,
): Promise<GiveUpResult> {
  if (!z.safeParse(schema, body).success) return "return_message";
  return (await isFailed()) ? "return_message" : "delete_message";
}
