import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Emulators } from "../../../lib/local/emulators/emulators.ts";
import { startEmulators } from "../../../lib/local/emulators/emulators.ts";
import { SqsEmulator } from "../../../lib/local/emulators/sqs-emulator.ts";
import { folderOfFile } from "../temporary-folders.ts";

/** The value of SQLite's `synchronous` for which it flushes every write. */
const FULL = 2;

const folder = folderOfFile();
let systems: readonly Emulators[];
/** Servers of the same process: one that begins to listen while the emulators start, one afterwards. */
let others: readonly Awaited<ReturnType<typeof otherServer>>[];

/** A server that has nothing to do with the emulators. */
async function otherServer() {
  const server = createServer((_request, response) => response.end("other")).listen({ port: 0 });
  await once(server, "listening");
  const { address, port } = server.address() as AddressInfo;
  const close = () => new Promise((closed) => server.close(closed));
  return { address, port, close };
}

beforeAll(async () => {
  const names = ["one", "two"];
  const starting = Promise.all(names.map((name) => startEmulators(join(folder, name), false)));
  const during = otherServer();
  systems = await starting;
  others = [await during, await otherServer()];
});

afterAll(async () => {
  await Promise.all([...systems, ...others].map((one) => one.close()));
});

const statusAt = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).status;

describe("two systems that start at the same time in one process", () => {
  it("have queues of their own, which refuse the requests of other programs", async () => {
    for (const [index, { fauxqs }] of systems.entries()) {
      const sqs = new SqsEmulator(fauxqs);
      await sqs.call("CreateQueue", { QueueName: `queue-${index}` });
      const listed = (await sqs.call("ListQueues", {})) as { readonly QueueUrls?: readonly string[] };
      expect(listed.QueueUrls?.map((url) => url.split("/").at(-1))).toEqual([`queue-${index}`]);
      expect(await statusAt(sqs.port)).toBe(403);
    }
  });

  it("leave the other servers of the process as they are", async () => {
    for (const { address, port } of others) {
      expect(await statusAt(port)).toBe(200);
      expect(address).not.toBe("127.0.0.1");
    }
  });

  it("leave the other databases of the process as they are", () => {
    const database = new DatabaseSync(join(folder, "other.db"));
    database.exec("PRAGMA journal_mode = WAL");
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: FULL });
    database.close();
  });
});
