import { indexedDbStorage, indexedDbSyncStorage } from "../../client/browser/index.ts";
import type { QueueStorage, SyncStorage } from "../../client/index.ts";
import { inGeneration } from "../session/generation.ts";

/** The queue of a person on this device, for as long as the session of this generation lasts. Each call may throw `SignedOut`. */
export function queueStorage(name: string, generation: number): QueueStorage {
  const storage = indexedDbStorage(name);
  return {
    add: (entry) => inGeneration(generation, () => storage.add(entry)),
    replace: (entry) => inGeneration(generation, () => storage.replace(entry)),
    delete: (entry) => inGeneration(generation, () => storage.delete(entry)),
    list: () => inGeneration(generation, () => storage.list()),
    firstWaiting: (behind) => inGeneration(generation, () => storage.firstWaiting(behind)),
    exclusively: (work) => storage.exclusively(work),
  };
}

/** The copy of a person's items on this device, in the same way. A reading makes the database, too. */
export function syncStorage(name: string, generation: number): SyncStorage {
  const storage = indexedDbSyncStorage(name);
  return {
    read: (revision) => inGeneration(generation, () => storage.read(revision)),
    newest: (count) => inGeneration(generation, () => storage.newest(count)),
    write: (revision, write) => inGeneration(generation, () => storage.write(revision, write)),
    exclusively: (work) => storage.exclusively(work),
    announce: () => storage.announce(),
    subscribe: (listener) => storage.subscribe(listener),
  };
}
