import type { NewBookmark, NewStock } from "../answers.ts";

/** What a user wanted to save. */
export type Intent =
  | { readonly create: "bookmark"; readonly body: NewBookmark }
  | { readonly create: "stock"; readonly body: NewStock };

/** An intent that is stored until the API has accepted it. Plain JSON. */
export interface NewQueueEntry {
  /** Created with the entry and never changed: the intent takes effect once, however often it is sent. */
  readonly idempotencyKey: string;
  readonly intent: Intent;
  /** ISO 8601 UTC. */
  readonly enqueuedAt: string;
  /** `failed` is not retried automatically. */
  readonly state: "waiting" | "failed";
  /** The number of attempts. */
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

/** The error of an attempt. */
export interface EntryError {
  /** The API's status; null without an answer. */
  readonly status: number | null;
  /** The API's error code, or the kind of network failure; null when the gateway refused. */
  readonly code: string | null;
  readonly message: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Whether a stored value is a complete entry. */
export function isQueueEntry(value: unknown): value is QueueEntry {
  if (!isObject(value) || !isObject(value.intent) || !isObject(value.intent.body)) return false;
  return (
    typeof value.place === "number" &&
    typeof value.idempotencyKey === "string" &&
    (value.intent.create === "bookmark" || value.intent.create === "stock") &&
    typeof value.intent.body.url === "string" &&
    typeof value.enqueuedAt === "string" &&
    (value.state === "waiting" || value.state === "failed") &&
    typeof value.attempts === "number" &&
    typeof value.strikes === "number" &&
    (value.lastError === null || isObject(value.lastError))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
