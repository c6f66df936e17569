import type { NewQueueEntry, QueueEntry } from "../offline/queue-entry.ts";
import { isQueueEntry, whyUnreadable } from "../offline/queue-entry.ts";
import type { QueueStorage, Unreadable } from "../offline/queue-storage.ts";
import type { Result } from "./database.ts";
import { Database } from "./database.ts";
import { withWebLock } from "./web-lock.ts";

const ENTRIES = "entries";

/**
 * Keeps an offline queue in the browser's IndexedDB. All tabs of one origin that use the same name share the queue; one
 * of them flushes at a time (Web Locks; without them, before 2022, two tabs may send an entry twice, under the same key).
 *
 * @param name the database's, e.g. `magpie-queue`
 */
export function indexedDbStorage(name: string): QueueStorage {
  const database = new Database(name, (created) => {
    created.createObjectStore(ENTRIES, { keyPath: "place", autoIncrement: true });
  });
  const transaction = <T>(mode: IDBTransactionMode, work: (entries: IDBObjectStore) => Result<T>): Promise<T> =>
    database.transaction([ENTRIES], mode, work);

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
                : [{ where: `${name}, place ${places.result[index]}`, reason: whyUnreadable(value) }],
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

    exclusively: (work) => withWebLock(`magpie-queue:${name}`, work),
  };
}
