import { MagpieClient, sync } from "../../client/index.ts";
import { folderSyncStorage } from "../../client/node/index.ts";

// Follows the changes into a folder once.
const [folder = "", baseUrl = ""] = process.argv.slice(2);
const client = new MagpieClient({ baseUrl, token: "t" });
await (await sync({ client, storage: folderSyncStorage(folder) })).refresh();
