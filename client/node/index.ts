export { fileStorage } from "./file-storage.ts";
export { folderSyncStorage } from "./folder-sync-storage.ts";
