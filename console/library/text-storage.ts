import { Database } from "../../client/browser/database.ts";
import { withWebLock } from "../../client/browser/web-lock.ts";
import type { BookmarkContent, Place } from "../../client/index.ts";
import { inGeneration } from "../session/generation.ts";

/** A place in a text that was shown on this device. */
export interface KeptPlace extends Place {
  /** How its block begins: the page may have been read again, with other blocks before it. */
  readonly beginning: string;
}

/** What this device has of the text of a bookmark. Plain JSON. */
export interface TextRecord {
  /** The bookmark's. */
  readonly id: string;
  /** `read_at` of the text that is here, ISO 8601 UTC; null when none is here. */
  readonly readAt: string | null;
  /** Size of the text that is here, as JSON. */
  readonly bytes: number;
  /** Whether a person has opened the text on this device. */
  readonly isOpened: boolean;
  /** One that the last release has stored has the block and its beginning only. */
  readonly place: (Pick<KeptPlace, "block" | "beginning"> & Partial<KeptPlace>) | null;
}

/** The texts on this device, each with its record. */
export interface TextStorage {
  records(): Promise<readonly TextRecord[]>;
  /** A text with its record; null for what is not here. */
  read(id: string): Promise<{ readonly record: TextRecord | null; readonly text: BookmarkContent | null }>;
  /** Changes a record, or begins one; with a text, replaces it, and by null deletes it. */
  change(id: string, changes: Partial<TextRecord>, text?: BookmarkContent | null): Promise<void>;
  /** Deletes records and texts. */
  forget(ids: readonly string[]): Promise<void>;
  /** Does the work unless another tab holds the lock. @returns whether it was done */
  exclusively(work: () => Promise<void>): Promise<boolean>;
}

/** The record of a bookmark of which this device has nothing. */
export const NO_TEXT = { readAt: null, bytes: 0, isOpened: false, place: null } as const satisfies Omit<
  TextRecord,
  "id"
>;

/** Records apart from texts: all records are read at each start. Both by the bookmark's id. */
const RECORDS = "records";
const TEXTS = "texts";

/**
 * The texts of a person on this device, for as long as the session of this generation lasts. Each call may throw `SignedOut`,
 * and errors of IndexedDB: `QuotaExceededError` when the device has no space.
 *
 * @param name the database's
 */
export function textStorage(name: string, generation: number): TextStorage {
  const database = new Database(name, (created) => {
    created.createObjectStore(RECORDS, { keyPath: "id" });
    created.createObjectStore(TEXTS);
  });
  type Work = Parameters<typeof database.transaction>[2];
  const transaction = <T>(mode: IDBTransactionMode, work: (...stores: IDBObjectStore[]) => { value(): T }) =>
    inGeneration(generation, () => database.transaction([RECORDS, TEXTS], mode, work as Work) as Promise<T>);
  return {
    records: () =>
      transaction("readonly", (...[records]) => {
        const all = records?.getAll();
        return { value: () => (all?.result ?? []) as TextRecord[] };
      }),

    read: (id) =>
      transaction("readonly", (...[records, texts]) => {
        const record = records?.get(id);
        const text = texts?.get(id);
        return {
          value: () => ({
            record: (record?.result ?? null) as TextRecord | null,
            text: (text?.result ?? null) as BookmarkContent | null,
          }),
        };
      }),

    change: (id, changes, text) =>
      transaction("readwrite", (...[records, texts]) => {
        const before = records?.get(id);
        if (before !== undefined) {
          before.onsuccess = () => records?.put({ ...NO_TEXT, ...before.result, ...changes, id });
        }
        if (text === null) texts?.delete(id);
        else if (text !== undefined) texts?.put(text, id);
        return { value: () => undefined };
      }),

    forget: (ids) =>
      transaction("readwrite", (...stores) => {
        for (const store of stores) for (const id of ids) store.delete(id);
        return { value: () => undefined };
      }),

    exclusively: (work) => withWebLock(`magpie-texts:${name}`, work),
  };
}
