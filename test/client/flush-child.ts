import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import { fileStorage } from "../../client/node/index.ts";

// Flushes a folder's queue once.
const [folder = "", baseUrl = ""] = process.argv.slice(2);
const client = new MagpieClient({ baseUrl, token: "t" });
await new OfflineQueue({ client, storage: fileStorage(folder) }).flush();
