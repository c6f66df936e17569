import { MagpieClient, OfflineQueue } from "../../client/index.ts";
import { fileStorage } from "../../client/node/index.ts";

// Enqueues until it is killed; prints the number and key of each entry as soon as it is stored.
const [folder = "", name = ""] = process.argv.slice(2);
const client = new MagpieClient({ baseUrl: "http://127.0.0.1:9", token: "t" });
const queue = new OfflineQueue({ client, storage: fileStorage(folder) });
for (let number = 1; ; number += 1) {
  const { idempotencyKey } = await queue.enqueue({
    create: "bookmark",
    body: { url: `https://example.com/${name}/${number}`, note: "x".repeat(20_000) },
  });
  process.stdout.write(`${number} ${idempotencyKey}\n`);
}
