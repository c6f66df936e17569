import type { Bookmark, Stock } from "../answers.ts";

/** A bookmark or a stock as it is stored. Plain JSON. */
export type StoredItem = StoredBookmark | StoredStock;

export interface StoredBookmark extends Stored {
  readonly type: "bookmark";
  /** Null when it was deleted: other tabs find the deletion among what was written. */
  readonly item: Bookmark | null;
}

export interface StoredStock extends Stored {
  readonly type: "stock";
  /** Null when it was deleted. */
  readonly item: Stock | null;
}

interface Stored {
  readonly id: string;
  /** Of the latest change, ISO 8601 UTC; empty if no change has brought it yet. */
  readonly changedAt: string;
  /** When the answer of a save was stored that no change has brought yet, ISO 8601 UTC; otherwise null. */
  readonly answeredAt: string | null;
  /** The generation in which a change has brought it last. */
  readonly generation: number;
  /** The Idempotency-Key of the queue's entry by which it was saved here; null for others. */
  readonly savedUnder: string | null;
}

/** How far the changes were followed. Plain JSON. */
export interface Progress {
  /** The `next_cursor` of the last page that was stored; null before the first of a first pass. */
  readonly cursor: string | null;
  /** The number of first passes begun before: a further one begins when a cursor has expired. */
  readonly generation: number;
  /** Whether the first pass of this generation has come to the end of the changes, so that nothing else is there. */
  readonly isWhole: boolean;
  /** When the end of the changes was reached for the last time, ISO 8601 UTC; null if never. */
  readonly syncedAt: string | null;
}

/** A write: items, each of which replaces the one of its type and id, and how far the changes were followed with them. */
export interface SyncWrite {
  readonly items: readonly StoredItem[];
  readonly progress: Progress;
}

/** What a storage holds, or what was written to it since an earlier reading. */
export interface Reading extends SyncWrite {
  /** The number of writes that the storage has taken. */
  readonly revision: number;
  /** Whether these are all stored items. */
  readonly isAll: boolean;
}

/** The progress of an empty storage. */
export const NO_PROGRESS: Progress = { cursor: null, generation: 0, isWhole: false, syncedAt: null };

/** The storage of what was synced. A write is atomic, also at a crash; tabs or processes may share one storage. */
export interface SyncStorage {
  /**
   * Everything, or what was written since the last reading of this object.
   *
   * @param revision of that reading; null for everything. Everything is also returned when the storage can't tell.
   */
  read(revision: number | null): Promise<Reading>;
  /** So many bookmarks, newest first; of a storage that has them long before everything. */
  newest?(count: number): Promise<readonly Bookmark[]>;
  /**
   * Writes, unless another tab or process has written since the reading of this revision.
   *
   * @returns whether it was written
   */
  write(revision: number, write: SyncWrite): Promise<boolean>;
  /**
   * Does the work unless another tab or process holds the lock of the same storage.
   *
   * @returns whether the work was done
   */
  exclusively(work: () => Promise<void>): Promise<boolean>;
  /** Tells the other tabs or processes to read again. */
  announce(): void;
  /** Calls back after a write or an announcement of another tab or process. @returns a function that ends it */
  subscribe(listener: () => void): () => void;
}
