import type { NewQueueEntry, QueueEntry } from "./queue-entry.ts";

/** Something in a storage that is no entry (any more). It is left for somebody to look at, and nothing waits for it. */
export interface Unreadable {
  /** Where it is: a file, or a place in the database. */
  readonly where: string;
  readonly reason: string;
}

/** Where an offline queue keeps its entries. Each method is one step: after a crash it was done or it was not. */
export interface QueueStorage {
  /** Keeps a new entry behind all others; it is on the disk when the promise resolves. */
  add(entry: NewQueueEntry): Promise<QueueEntry>;
  /** Puts a new version of an entry in its place. @returns false when the entry is gone */
  replace(entry: QueueEntry): Promise<boolean>;
  /** An entry that is gone already is no error. */
  delete(entry: QueueEntry): Promise<void>;
  /** All entries in order, and what is no entry. */
  list(): Promise<{ readonly entries: readonly QueueEntry[]; readonly unreadable: readonly Unreadable[] }>;
  /** The first waiting entry behind this one, or of all. */
  firstWaiting(behind: QueueEntry | null): Promise<QueueEntry | null>;
  /**
   * Does the work unless somebody else (another tab, another process) is doing theirs on the same storage.
   *
   * @returns whether the work was done
   */
  exclusively(work: () => Promise<void>): Promise<boolean>;
}
