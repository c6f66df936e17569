import { withSourceHint } from "../addresses/source-hint.ts";
import { newKey } from "../transport.ts";
import type { Intent } from "./intent.ts";
import { isIntent } from "./intent.ts";
import type { NewQueueEntry, QueueEntry } from "./queue-entry.ts";

/**
 * The entry of an intent, with a new Idempotency-Key.
 *
 * @param holdMs for how long it is held back, in milliseconds
 * @throws TypeError for what is no intent or can't be sent
 */
export function newEntry(intent: Intent, now: Date, holdMs = 0): NewQueueEntry {
  return {
    idempotencyKey: newKey(),
    intent: sendable(intent),
    enqueuedAt: now.toISOString(),
    ...(holdMs > 0 ? { notBefore: new Date(now.getTime() + holdMs).toISOString() } : {}),
    state: "waiting",
    attempts: 0,
    strikes: 0,
    lastError: null,
  };
}

/** The end of an entry's hold; null when it may be sent. Setting the clock back does not prolong a hold. */
export function endOfHold({ notBefore, enqueuedAt }: QueueEntry, now: Date): Date | null {
  if (notBefore === undefined || now < new Date(enqueuedAt)) return null;
  const end = new Date(notBefore);
  return now < end ? end : null;
}

/**
 * The intent as it will be sent, with all that is derived from it: a later version of the client must send the same content.
 *
 * @throws TypeError for what is no intent or not JSON, here and not in every later flush
 */
function sendable(intent: Intent): Intent {
  if (!isIntent(intent)) {
    throw new TypeError(
      'An intent has one of create, update, place, delete, refresh and merge, which is "bookmark" or "stock"; beside it a body with a url to create, an id and a body to update or place, the ids of two bookmarks as id and into to merge, otherwise an id.',
    );
  }
  const derived =
    "create" in intent && intent.create === "bookmark" ? { ...intent, body: withSourceHint(intent.body) } : intent;
  return JSON.parse(JSON.stringify(derived)) as Intent;
}
