import type { ImportStorage, StoredImport } from "../../../console/library/import-storage.ts";
import { memoryLock } from "../../client/memory-storage.ts";

/** The import of a person in memory, for one test. Its tabs share it, and are told of each other's writes. */
export class MemoryImportStorage {
  stored: StoredImport | null = null;
  blob: Blob | null = null;
  readonly #exclusively = memoryLock();
  readonly #tabs = new Set<{ readonly listeners: Set<() => void> }>();

  /** The storage of one tab. */
  tab(): ImportStorage {
    const tab = { listeners: new Set<() => void>() };
    this.#tabs.add(tab);
    const write = (stored: StoredImport | null) => {
      this.stored = structuredClone(stored);
      for (const other of this.#tabs) if (other !== tab) for (const listener of other.listeners) listener();
    };
    const goesOn = (id: string) => this.stored?.id === id && this.stored.end === null;
    return {
      read: async () => structuredClone(this.stored),
      file: async () => this.blob,
      begin: async (begun, file) => {
        if (this.stored?.end === null) return false;
        this.blob = file;
        write(begun);
        return true;
      },
      change: async (id, changes) => {
        if (this.stored === null || !goesOn(id)) return false;
        write({ ...this.stored, ...changes });
        return true;
      },
      goOn: async () => {
        if (this.stored !== null) write({ ...this.stored, end: null });
      },
      dismiss: async (id) => {
        if (!goesOn(id)) write(null);
      },
      exclusively: this.#exclusively,
      subscribe: (listener) => {
        tab.listeners.add(listener);
        return () => tab.listeners.delete(listener);
      },
    };
  }
}
