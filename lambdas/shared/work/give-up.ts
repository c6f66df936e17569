import * as z from "zod/mini";
import type { GiveUpReason, GiveUpResult } from "./worker.ts";

/**
 * How one kind of work items differs from the others when a message is given up. `M`: a message of the queue; `T`: what
 * identifies its work item, and the request that the message belongs to.
 */
export interface GivenUp<M, T, S> {
  readonly message: z.ZodMiniType<M>;
  /** Reads the work item of a message, also of messages with other schema versions. */
  readonly subject: z.ZodMiniType<T>;
  /**
   * Ends the work, under the condition that it is still to be done, so that it may be called twice and late.
   *
   * @param message null for one of another version
   * @returns what happens to the message; null when the work was not to be done any more
   */
  readonly end: (subject: T, reason: GiveUpReason, services: S, message: M | null) => Promise<GiveUpResult | null>;
  /** Whether the work has failed by the same request. Without it, a redrive has no effect once the work has ended. */
  readonly isFailed?: (subject: T, services: S) => Promise<boolean>;
}

/**
 * Makes the `giveUp` of a worker. The message of work that was not to be done any more is returned if it is of another
 * version, which another worker may understand, or if its work item failed at an earlier receive, so that SQS is about to
 * dead-letter it. Else a redrive would have no effect, and the message is deleted.
 */
export function givingUp<M, T, S>({ message, subject, end, isFailed = async () => false }: GivenUp<M, T, S>) {
  return async (body: unknown, reason: GiveUpReason, services: S): Promise<GiveUpResult> => {
    const about = z.safeParse(subject, body);
    if (!about.success) return "return_message";
    const parsed = z.safeParse(message, body);
    const ended = await end(about.data, reason, services, parsed.success ? parsed.data : null);
    if (ended !== null) return ended;
    return !parsed.success || (await isFailed(about.data, services)) ? "return_message" : "delete_message";
  };
}
