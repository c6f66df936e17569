import { createHash } from "node:crypto";
import type { EventBatch, ReaderEvent, ReaderEventKind } from "../domain/reader-event.ts";

/** The partition of all batches. */
export const BATCHES = "event-batches";

/**
 * A batch is full from this number of bytes on. With one more event of a member, the keys and the attributes' names, its
 * item is still below 1 KB, so that saving an event is one write unit: DynamoDB charges the size of the whole item.
 */
export const FULL_BYTES = 860;

/**
 * The item of a batch: `pk` = `event-batches`, `sk` = its number in ten digits; `entries`, a set of
 * `<kind's letter><seconds since 1970, base 36> <recommendation's id> <fingerprint>[ <member's id>]`; `used_bytes`, the sum
 * of their lengths, or `FULL_BYTES` if the batch was turned over; and `expires_at`, 400 days after the last event was saved.
 * An empty batch has neither `entries` nor `expires_at`.
 */
export interface BatchItem {
  readonly sk: string;
  readonly used_bytes: number;
  readonly entries?: ReadonlySet<string>;
}

const LETTERS = { clicked: "c", subscribed: "s" } as const satisfies Record<ReaderEventKind, string>;
const DIGITS = 10;

/** The key of a batch's item. */
export function batchKey(batch: number) {
  return { pk: BATCHES, sk: String(batch).padStart(DIGITS, "0") };
}

/** The number of a batch. */
export function numberOf({ sk }: Pick<BatchItem, "sk">): number {
  return Number(sk);
}

/** Whether no event is added to a batch any more. */
export function isFull({ used_bytes }: Pick<BatchItem, "used_bytes">): boolean {
  return used_bytes >= FULL_BYTES;
}

/** An event's id, which names the batch in which the event is first to be saved: `<batch>.<random id>`. */
export function eventIdIn(batch: number, randomId: string): string {
  return `${batch}.${randomId}`;
}

/** The batch that an event's id names. */
export function firstBatchOf(eventId: string): number {
  return Number.parseInt(eventId, 10);
}

/** What a batch stores of an event: the same for all requests that save it. */
export function entryOf({ id, recommendationId, kind, memberId, at }: ReaderEvent): string {
  const seconds = Math.floor(at.getTime() / 1_000).toString(36);
  return [
    `${LETTERS[kind]}${seconds}`,
    recommendationId,
    fingerprintOf(id),
    ...(memberId === null ? [] : [memberId]),
  ].join(" ");
}

/** The batch of an item. */
export function batchOf(item: BatchItem): EventBatch {
  const events = [...(item.entries ?? [])].map((entry) => {
    const [what = "", recommendationId = ""] = entry.split(" ", 2);
    return { recommendationId, kind: what.startsWith(LETTERS.clicked) ? "clicked" : "subscribed" } as const;
  });
  return { number: numberOf(item), isFull: isFull(item), events };
}

/** What tells an event from the some twenty others of its batch: 66 bits of its id's hash. */
function fingerprintOf(eventId: string): string {
  return createHash("sha256").update(eventId).digest("base64url").slice(0, 11);
}
