import type { NewQueueEntry, QueueEntry } from "./queue-entry.ts";

/** An unreadable entry of a storage. It is kept for inspection and blocks no other entry. */
export interface Unreadable {
  /** Its location: a file, or a key in the database. */
  readonly where: string;
  readonly reason: string;
}

/** The storage of an offline queue's entries. Each method is atomic, also at a crash. */
export interface QueueStorage {
  /** Appends a new entry; it is on the disk when the promise resolves. */
  add(entry: NewQueueEntry): Promise<QueueEntry>;
  /** Replaces an entry. @returns false when the entry no longer exists */
  replace(entry: QueueEntry): Promise<boolean>;
  /** Deletes an entry; a missing one is no error. */
  delete(entry: QueueEntry): Promise<void>;
  /** All entries in order, and the unreadable ones. */
  list(): Promise<{ readonly entries: readonly QueueEntry[]; readonly unreadable: readonly Unreadable[] }>;
  /** The first waiting entry after this one, or of all. */
  firstWaiting(behind: QueueEntry | null): Promise<QueueEntry | null>;
  /**
   * Does the work unless another tab or process holds the lock of the same storage.
   *
   * @returns whether the work was done
   */
  exclusively(work: () => Promise<void>): Promise<boolean>;
}
