import type { QueueStorage, Sync, SyncOptions, SyncStorage } from "../../../client/index.ts";
import { OfflineQueue, sync } from "../../../client/index.ts";
import { memoryStorage } from "../memory-storage.ts";
import type { ChangesApi } from "./changes-api.ts";
import { memorySyncStorage } from "./memory-sync-storage.ts";

/** A tab: a queue, and a sync that shows its entries. */
export interface Tab {
  readonly queue: OfflineQueue;
  readonly sync: Sync;
}

/** Opens a tab over storages that others may share. */
export async function openTab(
  api: ChangesApi,
  queueStorage: QueueStorage = memoryStorage(),
  storage: SyncStorage = memorySyncStorage(),
  options: Partial<SyncOptions> = {},
): Promise<Tab> {
  const client = api.client();
  const queue = new OfflineQueue({ client, storage: queueStorage });
  const opened = await sync({ client, storage, queue, ...options });
  return { queue, sync: opened };
}
