import type { Bookmark } from "../answers.ts";
import type { Progress, Reading, StoredItem, SyncStorage, SyncWrite } from "../sync/sync-storage.ts";
import { NO_PROGRESS } from "../sync/sync-storage.ts";
import { newKey } from "../transport.ts";
import type { Result } from "./database.ts";
import { Database } from "./database.ts";
import { withWebLock } from "./web-lock.ts";

/**
 * Items by type and id, each with the revision of the write that brought it, and indexes of the revisions and the times.
 */
const ITEMS = "things";
const REVISION = "revision";
/** By type and the time at which an item was saved. */
const SAVED = "saved";
/** One object, under this name as well. */
const STATE = "state";

/** Rows of one request: while the browser makes their objects, the page can't respond to its user. */
const ROWS_AT_ONCE = 1_000;

interface State {
  /** Identifies this database: one that was deleted and created again has another value. */
  readonly database: string;
  readonly revision: number;
  readonly progress: Progress;
}

/** An item with the revision of the write that brought it. */
type StoredRow = StoredItem & { readonly revision: number };

/**
 * Keeps what was synced in the browser's IndexedDB; a page of changes and its cursor are one transaction. All tabs of one
 * origin that use the same name share it: one of them at a time follows the changes (Web Locks), the others are told of each
 * write (BroadcastChannel).
 *
 * @param name the database's, e.g. `magpie-copy`; not the queue's
 */
export function indexedDbSyncStorage(name: string): Required<SyncStorage> {
  const lock = `magpie-sync:${name}`;
  const database = new Database(name, (created) => {
    const items = created.createObjectStore(ITEMS, { keyPath: ["type", "id"] });
    items.createIndex(REVISION, REVISION);
    items.createIndex(SAVED, ["type", "item.created_at"]);
    created.createObjectStore(STATE);
  });
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(lock) : null;
  let known: string | null = null;

  const transaction = <T>(
    mode: IDBTransactionMode,
    work: (items: IDBObjectStore, state: IDBObjectStore) => Result<T>,
  ) =>
    database.transaction([ITEMS, STATE], mode, (items, state) =>
      work(items as IDBObjectStore, state as IDBObjectStore),
    );

  return {
    read: (revision: number | null) =>
      transaction("readonly", (items, states) => {
        const read = states.get(STATE);
        const rows: StoredRow[] = [];
        let isAll = true;
        read.onsuccess = () => {
          const state = read.result as State | undefined;
          isAll = revision === null || state?.database !== known || state.revision < revision;
          if (isAll) return readInto(rows, items);
          const changed = items.index(REVISION).getAll(IDBKeyRange.lowerBound(revision, true));
          changed.onsuccess = () => rows.push(...(changed.result as StoredRow[]));
        };
        return {
          value: (): Reading => {
            const state = read.result as State | undefined;
            known = state?.database ?? null;
            return { items: rows, progress: state?.progress ?? NO_PROGRESS, revision: state?.revision ?? 0, isAll };
          },
        };
      }),

    newest: (count: number) =>
      transaction("readonly", (items) => {
        const newest: Bookmark[] = [];
        // No stocks: their type comes after that of bookmarks.
        const rows = items.index(SAVED).openCursor(IDBKeyRange.upperBound(["stock"]), "prev");
        rows.onsuccess = () => {
          const row = rows.result;
          if (row === null || newest.length === count) return;
          newest.push((row.value as StoredRow).item as Bookmark);
          row.continue();
        };
        return { value: () => newest };
      }),

    async write(revision: number, write: SyncWrite): Promise<boolean> {
      const isWritten = await transaction("readwrite", (items, states) => {
        const read = states.get(STATE);
        let isNext = false;
        read.onsuccess = () => {
          const state = read.result as State | undefined;
          isNext = (state?.revision ?? 0) === revision && (state?.database ?? null) === known;
          if (!isNext) return;
          const next: State = { database: known ?? newKey(), revision: revision + 1, progress: write.progress };
          states.put(next, STATE);
          for (const stored of write.items) items.put({ ...stored, revision: next.revision });
        };
        return { value: () => isNext };
      });
      if (isWritten) channel?.postMessage(null);
      return isWritten;
    },

    exclusively: (work) => withWebLock(lock, work),

    announce: () => channel?.postMessage(null),

    subscribe(listener) {
      channel?.addEventListener("message", listener);
      return () => channel?.removeEventListener("message", listener);
    },
  };
}

/** Reads all rows. The database reads the next ones while the page makes the objects of the last. */
function readInto(rows: StoredRow[], items: IDBObjectStore): void {
  const keys = items.openKeyCursor();
  keys.onsuccess = () => {
    const first = keys.result;
    if (first === null) return;
    const range = IDBKeyRange.lowerBound(first.key);
    // Before the rows are requested: otherwise it would wait for them.
    first.advance(ROWS_AT_ONCE);
    const read = items.getAll(range, ROWS_AT_ONCE);
    read.onsuccess = () => rows.push(...(read.result as StoredRow[]));
  };
}
