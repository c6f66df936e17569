import type { Intent, PlaceIntent, SaveIntent } from "./intent.ts";
import { isIntent } from "./intent.ts";

/** An intent that is stored until the API has accepted it. Plain JSON. */
export interface NewQueueEntry {
  /** Created with the entry and never changed: a save takes effect once, however often it is sent. */
  readonly idempotencyKey: string;
  readonly intent: Intent;
  /** ISO 8601 UTC. */
  readonly enqueuedAt: string;
  /** The end of the time for which the entry is held back, ISO 8601 UTC; missing if it may be sent at once. */
  readonly notBefore?: string;
  /** `failed` is not retried automatically. */
  readonly state: "waiting" | "failed";
  readonly attempts: number;
  /** The attempts that count against the maximum: one without a connection does not. */
  readonly strikes: number;
  /** Why the latest attempt failed; null before the first. */
  readonly lastError: EntryError | null;
}

/** An entry with its place in the queue, which the storage assigns. */
export interface QueueEntry extends NewQueueEntry {
  /** Grows with each new entry. */
  readonly place: number;
}

/** An entry that saves something. */
export interface SaveEntry extends QueueEntry {
  readonly intent: SaveIntent;
}

/** An entry that keeps where a person is in a text. */
export interface PlaceEntry extends QueueEntry {
  readonly intent: PlaceIntent;
}

export interface EntryError {
  /** The API's status; null without an answer. */
  readonly status: number | null;
  /** The API's error code, or the kind of network failure; null when the gateway refused. */
  readonly code: string | null;
  readonly message: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export function isSaveEntry(entry: QueueEntry): entry is SaveEntry {
  return "create" in entry.intent;
}

export function isPlaceEntry(entry: QueueEntry): entry is PlaceEntry {
  return "place" in entry.intent;
}

/** An entry that this version of the client or another one has stored. */
export interface EntryOfAnyVersion extends Omit<QueueEntry, "intent"> {
  readonly intent: object;
}

/** Whether a stored value is a complete entry whose intent this version of the client knows. */
export function isQueueEntry(value: unknown): value is QueueEntry {
  return isEntryOfAnyVersion(value) && isIntent(value.intent);
}

/** Whether a stored value has what entries of every version have. */
export function isEntryOfAnyVersion(value: unknown): value is EntryOfAnyVersion {
  return (
    isObject(value) &&
    isObject(value.intent) &&
    typeof value.place === "number" &&
    typeof value.idempotencyKey === "string" &&
    typeof value.enqueuedAt === "string" &&
    (value.notBefore === undefined || typeof value.notBefore === "string") &&
    (value.state === "waiting" || value.state === "failed") &&
    typeof value.attempts === "number" &&
    typeof value.strikes === "number" &&
    (value.lastError === null || isObject(value.lastError))
  );
}

/** Why a stored value is no entry that can be sent. */
export function whyUnreadable(value: unknown): string {
  return isEntryOfAnyVersion(value)
    ? "This version of the client can't handle this entry. A newer version stored it, and will send it."
    : "It is not a valid entry.";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
