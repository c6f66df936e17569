import type { QueueEntry } from "../../client/offline/queue-entry.ts";
import type { QueueStorage } from "../../client/offline/queue-storage.ts";

/** A storage in memory for one test. It stores copies, like a disk. */
export function memoryStorage(): QueueStorage {
  let entries: readonly QueueEntry[] = [];
  let places = 0;
  return {
    async add(entry) {
      places += 1;
      const placed = structuredClone({ ...entry, place: places });
      entries = [...entries, placed];
      return placed;
    },
    async replace(entry) {
      const there = entries.some(({ place }) => place === entry.place);
      entries = entries.map((other) => (other.place === entry.place ? structuredClone(entry) : other));
      return there;
    },
    async delete(entry) {
      entries = entries.filter(({ place }) => place !== entry.place);
    },
    async list() {
      return { entries, unreadable: [] };
    },
    async firstWaiting(behind) {
      return entries.find(({ state, place }) => state === "waiting" && place > (behind?.place ?? 0)) ?? null;
    },
    exclusively: memoryLock(),
  };
}

/** A lock in memory, which one caller holds at a time. */
export function memoryLock(): QueueStorage["exclusively"] {
  let held = false;
  return async (work) => {
    if (held) return false;
    held = true;
    try {
      await work();
      return true;
    } finally {
      held = false;
    }
  };
}
