import type { NewBookmark, NewStock } from "./answers.ts";

/** What somebody wanted to save. */
export type Intent =
  | { readonly create: "bookmark"; readonly body: NewBookmark }
  | { readonly create: "stock"; readonly body: NewStock };

/** An intent that is being kept until the API has taken it. Plain JSON. */
export interface NewQueueEntry {
  /** Made when the entry was, and never changed: the API takes the intent once, however often it is sent. */
  readonly idempotencyKey: string;
  readonly intent: Intent;
  /** ISO 8601 UTC. */
  readonly enqueuedAt: string;
  /** `failed` is tried no more by itself. */
  readonly state: "waiting" | "failed";
  /** How often it was sent. */
  readonly attempts: number;
  /** Of the attempts, those that count against the maximum: without a connection none does. */
  readonly strikes: number;
  /** Why the latest attempt failed; null before the first. */
  readonly lastError: EntryError | null;
}

/** An entry with its place in the queue, which the storage gives. */
export interface QueueEntry extends NewQueueEntry {
  /** Grows with each new entry. */
  readonly place: number;
}

/** What an attempt ended with. */
export interface EntryError {
  /** The API's; null when it did not answer. */
  readonly status: number | null;
  /** The API's stable word, or the kind of trouble with the network; null when the gateway refused. */
  readonly code: string | null;
  readonly message: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Whether what a storage gave back is an entry, and not what is left of one. */
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
