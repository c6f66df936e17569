/**
 * Who invokes an entry, and goes on after the invocation was broken. A client sends its request with a key, or without; a
 * reader's request changes nothing.
 */
export type Caller = "reader" | "operator" | "client" | "client with a key" | "queue" | "schedule";

/** What the caller does after a broken invocation. The schedules and the queues go on in every case. */
export const ENDINGS = {
  reader: ["repeated"],
  /** Who runs a command that was interrupted runs it again. */
  operator: ["repeated"],
  /** The client sends the same request again at once, or never. */
  client: ["repeated", "abandoned"],
  /** With the key of the first request, it may also do so when all work of the first one is done. */
  "client with a key": ["repeated", "abandoned", "repeated_late"],
  /** SQS delivers the message again, or has lost it. */
  queue: ["repeated", "abandoned"],
  /** The schedule's retry runs, or nothing before the next time. */
  schedule: ["repeated", "abandoned"],
} as const satisfies Readonly<Record<Caller, readonly string[]>>;
export type Ending = (typeof ENDINGS)[Caller][number];
