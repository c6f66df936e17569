import { Database } from "../../client/browser/database.ts";
import { withWebLock } from "../../client/browser/web-lock.ts";
import type { ImportReport } from "../../client/moving/index.ts";
import type { EntryError } from "../../client/offline/queue-entry.ts";
import { inGeneration } from "../session/generation.ts";

/** An import of this device. Plain JSON. */
export interface StoredImport {
  readonly id: string;
  /** The screen on which it was begun: an import of stocks leaves out every other page. */
  readonly type: "bookmark" | "stock";
  /** As the importer takes it. */
  readonly slides: boolean | "only";
  /** When it was begun, ISO 8601 UTC: the keys of its entries are derived from that in all of its parts. */
  readonly now: string;
  /** Entries of the file. */
  readonly total: number;
  /** What has been reported of the first entries. */
  readonly report: ImportReport;
  /** Whether entries have been sent. */
  readonly isSent: boolean;
  /** Why it sends nothing more: it is done, a person has stopped it, or the API refuses all of it. Null while it goes on. */
  readonly end: "done" | "stopped" | EntryError | null;
}

/** The one import of a person on this device, with its file until it is done. Tabs share it. */
export interface ImportStorage {
  read(): Promise<StoredImport | null>;
  /** The file; null when there is none. */
  file(): Promise<Blob | null>;
  /** Stores a new import instead of one that has ended. @returns false when one is running */
  begin(begun: StoredImport, file: Blob): Promise<boolean>;
  /** Changes a running import. @returns false when it is not running, or is another one */
  change(id: string, changes: Partial<Pick<StoredImport, "report" | "isSent" | "end">>): Promise<boolean>;
  /** Resumes an import that ended before it was done. */
  goOn(id: string): Promise<void>;
  /** Deletes an import that has ended, and its file. */
  dismiss(id: string): Promise<void>;
  /** Does the work unless another tab holds the lock. @returns whether it was done */
  exclusively(work: () => Promise<void>): Promise<boolean>;
  /** Calls back after a write of another tab. @returns a function that ends it */
  subscribe(listener: () => void): () => void;
}

/** Both have one value, under the store's name. */
const IMPORT = "import";
const FILE = "file";

/**
 * The import of a person on this device, for as long as the session of this generation lasts. Each call may throw `SignedOut`,
 * and errors of IndexedDB: `QuotaExceededError` when the device has no space for the file.
 *
 * @param name the database's
 */
export function importStorage(name: string, generation: number): ImportStorage {
  const lock = `magpie-import:${name}`;
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(lock) : null;
  const database = new Database(name, (created) => {
    created.createObjectStore(IMPORT);
    created.createObjectStore(FILE);
  });
  const read = <T>(store: string) =>
    inGeneration(generation, () =>
      database.transaction([store], "readonly", (...[values]) => {
        const value = values?.get(store);
        return { value: () => (value?.result as T | undefined) ?? null };
      }),
    );
  /** @param write returns false when nothing is to be written */
  const write = async (
    change: (there: StoredImport | null, imports: IDBObjectStore, files: IDBObjectStore) => boolean,
  ): Promise<boolean> => {
    const isWritten = await inGeneration(generation, () =>
      database.transaction([IMPORT, FILE], "readwrite", (...stores) => {
        const [imports, files] = stores as [IDBObjectStore, IDBObjectStore];
        const there = imports.get(IMPORT);
        let isWritten = false;
        there.onsuccess = () => {
          isWritten = change((there.result as StoredImport | undefined) ?? null, imports, files);
        };
        return { value: () => isWritten };
      }),
    );
    if (isWritten) channel?.postMessage(null);
    return isWritten;
  };

  return {
    read: () => read<StoredImport>(IMPORT),
    file: () => read<Blob>(FILE),

    begin: (begun, file) =>
      write((there, imports, files) => {
        if (there?.end === null) return false;
        imports.put(begun, IMPORT);
        files.put(file, FILE);
        return true;
      }),

    change: (id, changes) =>
      write((there, imports, files) => {
        if (there?.id !== id || there.end !== null) return false;
        imports.put({ ...there, ...changes }, IMPORT);
        if (changes.end === "done") files.delete(FILE);
        return true;
      }),

    goOn: async (id) => {
      await write((there, imports) => {
        if (there?.id !== id || there.end === "done") return false;
        imports.put({ ...there, end: null }, IMPORT);
        return true;
      });
    },

    dismiss: async (id) => {
      await write((there, imports, files) => {
        if (there?.id !== id || there.end === null) return false;
        imports.delete(IMPORT);
        files.delete(FILE);
        return true;
      });
    },

    exclusively: (work) => withWebLock(lock, work),

    subscribe(listener) {
      channel?.addEventListener("message", listener);
      return () => channel?.removeEventListener("message", listener);
    },
  };
}
