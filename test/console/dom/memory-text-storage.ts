import type { BookmarkContent } from "../../../client/index.ts";
import type { TextRecord, TextStorage } from "../../../console/library/text-storage.ts";
import { NO_TEXT } from "../../../console/library/text-storage.ts";

/** The texts of a device in memory. */
export interface MemoryTextStorage extends TextStorage {
  /** How many texts there is space for. */
  space: number;
  readonly texts: ReadonlyMap<string, BookmarkContent>;
}

export function memoryTextStorage(): MemoryTextStorage {
  const records = new Map<string, TextRecord>();
  const texts = new Map<string, BookmarkContent>();
  let isHeld = false;
  return {
    space: Number.POSITIVE_INFINITY,
    texts,
    records: async () => [...records.values()],
    read: async (id) => ({ record: records.get(id) ?? null, text: texts.get(id) ?? null }),
    async change(id, changes, text) {
      if (text && !texts.has(id) && texts.size >= this.space) throw new DOMException("Full.", "QuotaExceededError");
      records.set(id, { ...NO_TEXT, ...records.get(id), ...changes, id });
      if (text === null) texts.delete(id);
      else if (text !== undefined) texts.set(id, text);
    },
    async forget(ids) {
      for (const id of ids) {
        records.delete(id);
        texts.delete(id);
      }
    },
    async exclusively(work) {
      if (isHeld) return false;
      isHeld = true;
      await work().finally(() => {
        isHeld = false;
      });
      return true;
    },
  };
}
