import type { NewQueueEntry, QueueEntry } from "../offline/queue-entry.ts";
import { isQueueEntry } from "../offline/queue-entry.ts";
import type { QueueStorage, Unreadable } from "../offline/queue-storage.ts";

const ENTRIES = "entries";

/** Names of databases that this page is flushing, for browsers without Web Locks. */
const flushing = new Set<string>();

/**
 * Keeps an offline queue in the browser's IndexedDB. All tabs of one origin that use the same name share the queue; one
 * of them flushes at a time (Web Locks; without them, before 2022, two tabs may send an entry twice, under the same key).
 *
 * @param name the database's, e.g. `magpie-queue`
 */
export function indexedDbStorage(name: string): QueueStorage {
  let opened: Promise<IDBDatabase> | null = null;

  function database(): Promise<IDBDatabase> {
    opened ??= open(name, () => {
      opened = null;
    }).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** Runs one transaction; the result is that of the last request of `work`, once the transaction is complete. */
  async function transaction<T>(mode: IDBTransactionMode, work: (entries: IDBObjectStore) => Result<T>): Promise<T> {
    const running = (await database()).transaction(ENTRIES, mode, { durability: "strict" });
    const result = work(running.objectStore(ENTRIES));
    await new Promise<void>((resolve, reject) => {
      running.oncomplete = () => resolve();
      running.onabort = () => reject(running.error ?? new DOMException("The transaction was aborted.", "AbortError"));
    });
    return result.value();
  }

  return {
    add: (entry: NewQueueEntry) =>
      transaction("readwrite", (entries) => {
        const place = entries.add(entry);
        return { value: () => ({ ...entry, place: place.result as number }) };
      }),

    replace: (entry: QueueEntry) =>
      transaction("readwrite", (entries) => {
        const there = entries.getKey(entry.place);
        there.onsuccess = () => {
          if (there.result !== undefined) entries.put(entry);
        };
        return { value: () => there.result !== undefined };
      }),

    delete: (entry: QueueEntry) =>
      transaction("readwrite", (entries) => {
        entries.delete(entry.place);
        return { value: () => undefined };
      }),

    list: () =>
      transaction("readonly", (entries) => {
        const values = entries.getAll();
        const places = entries.getAllKeys();
        return {
          value: () => ({
            entries: values.result.filter(isQueueEntry),
            unreadable: values.result.flatMap((value, index): Unreadable[] =>
              isQueueEntry(value)
                ? []
                : [{ where: `${name}, place ${places.result[index]}`, reason: "It has not the form of an entry." }],
            ),
          }),
        };
      }),

    firstWaiting: (behind: QueueEntry | null) =>
      transaction("readonly", (entries) => {
        let found: QueueEntry | null = null;
        const cursor = entries.openCursor(behind === null ? null : IDBKeyRange.lowerBound(behind.place, true));
        cursor.onsuccess = () => {
          const value: unknown = cursor.result?.value;
          if (isQueueEntry(value) && value.state === "waiting") found = value;
          else cursor.result?.continue();
        };
        return { value: () => found };
      }),

    async exclusively(work: () => Promise<void>): Promise<boolean> {
      const lock = `magpie-queue:${name}`;
      if ("locks" in navigator) {
        return navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
          if (held !== null) await work();
          return held !== null;
        });
      }
      if (flushing.has(lock)) return false;
      flushing.add(lock);
      try {
        await work();
        return true;
      } finally {
        flushing.delete(lock);
      }
    },
  };
}

/** The result of a transaction, to be read when it is complete. */
interface Result<T> {
  value(): T;
}

/** Opens the database. `closed` is called when the browser closes it. */
function open(name: string, closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(ENTRIES, { keyPath: "place", autoIncrement: true });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = closed;
      // A later version of the page, or a deletion of the database, must not wait for this tab.
      database.onversionchange = () => {
        database.close();
        closed();
      };
      resolve(database);
    };
  });
}
