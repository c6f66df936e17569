import type { StoredItem, SyncStorage } from "../../../client/index.ts";
import { NO_PROGRESS } from "../../../client/sync/sync-storage.ts";
import { memoryLock } from "../memory-storage.ts";

/** A storage in memory that several syncs of a test share, as tabs do. It stores copies, like a disk. */
export function memorySyncStorage(): SyncStorage {
  const items = new Map<string, StoredItem & { readonly revision: number }>();
  const listeners = new Set<() => void>();
  let progress = NO_PROGRESS;
  let revision = 0;
  const announce = () => {
    for (const listener of listeners) listener();
  };
  return {
    async read(since) {
      const all = [...items.values()].filter((stored) => since === null || stored.revision > since);
      return structuredClone({ items: all, progress, revision, isAll: since === null });
    },
    async newest(count) {
      const bookmarks = [...items.values()].flatMap(({ type, item }) =>
        type === "bookmark" && item !== null ? [item] : [],
      );
      const newest = bookmarks.sort((one, other) => (one.created_at < other.created_at ? 1 : -1)).slice(0, count);
      return structuredClone(newest);
    },
    async write(since, write) {
      if (since !== revision) return false;
      revision += 1;
      progress = structuredClone(write.progress);
      for (const stored of structuredClone(write.items)) items.set(stored.id, { ...stored, revision });
      announce();
      return true;
    },
    exclusively: memoryLock(),
    announce,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
