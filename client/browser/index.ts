export { indexedDbStorage } from "./indexed-db-storage.ts";
