export { indexedDbStorage } from "./indexed-db-storage.ts";
export { indexedDbSyncStorage } from "./indexed-db-sync-storage.ts";
