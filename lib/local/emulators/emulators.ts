import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { Server as HttpServer } from "node:http";
import type { ListenOptions } from "node:net";
import { Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FauxqsServer } from "fauxqs";
import { startFauxqs } from "fauxqs";
import type { StorageFailed } from "../storage-failure.ts";
import { watchDatabase } from "../storage-failure.ts";
import type { Template } from "../template/template.ts";
import { DynamoEmulator } from "./dynamo-emulator.ts";
import { answerPrivately } from "./emulator-http.ts";
import { rebuildIndexes } from "./recovery/rebuild-indexes.ts";
import { removeTornObjects } from "./recovery/torn-objects.ts";
import { updateTableIndexes } from "./table-indexes.ts";

/** The embedded emulators. DynamoDB's has no port; fauxqs has one on loopback that refuses every request: the runner calls fauxqs in this process. */
export interface Emulators {
  readonly dynamo: DynamoEmulator;
  /** SQS and S3. */
  readonly fauxqs: FauxqsServer;
  close(): Promise<void>;
}

export interface EmulatorsOptions {
  /** Whose indexes the stored tables get; without it they keep theirs. */
  readonly template?: Template;
  /** Called with the error of a write that the folder does not accept. */
  readonly failed?: StorageFailed;
}

/**
 * Starts DynamoDB (dynalite) and SQS with S3 (fauxqs), whose state is stored in `folder`.
 *
 * @param killed whether the last runner was killed
 */
export async function startEmulators(
  folder: string,
  killed: boolean,
  { template, failed = () => undefined }: EmulatorsOptions = {},
): Promise<Emulators> {
  mkdirSync(folder, { recursive: true });
  const tables = join(folder, "dynamodb");
  const isUpdated = template !== undefined && (await updateTableIndexes(tables, template));
  if (killed || isUpdated) await rebuildIndexes(tables);
  const objects = join(folder, "s3");
  if (killed) removeTornObjects(objects);
  const dynamo = new DynamoEmulator(tables, failed);
  const fauxqs = await startsFauxqs.run(failed, () =>
    startFauxqs({ port: 0, logger: false, dataDir: join(folder, "sqs"), s3StorageDir: objects }),
  );
  return {
    dynamo,
    fauxqs,
    async close() {
      await Promise.all([fauxqs.stop(), dynamo.close()]);
    },
  };
}

/** Set in the asynchronous context of a start of fauxqs, and only there: what is called when its database fails. */
const startsFauxqs = new AsyncLocalStorage<StorageFailed>();

/**
 * fauxqs has an option neither for the interface that it listens on nor for SQLite's flushes, so both are replaced for
 * the calls that its start makes. Everything else in the process keeps the built-ins, during a start, too.
 */
function replaceBuiltIns(): void {
  const { listen } = Server.prototype;
  Server.prototype.listen = function (this: Server, ...rest: unknown[]) {
    if (startsFauxqs.getStore() === undefined) return Reflect.apply(listen, this, rest);
    return listenPrivately(this, listen, rest);
  } as typeof listen;
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    const failed = startsFauxqs.getStore();
    if (failed === undefined || sql !== WRITE_AHEAD_LOG) return exec.call(this, sql);
    // Its first call of the database.
    exec.call(this, withoutFlushes(sql));
    watchDatabase(this, failed);
  };
}

replaceBuiltIns();

/** Lets a server of fauxqs listen on loopback, where the server refuses every request. */
function listenPrivately(server: Server, listen: Server["listen"], [options, ...rest]: unknown[]): Server {
  if (server instanceof HttpServer) answerPrivately(server);
  const isObject = typeof options === "object" && options !== null;
  return Reflect.apply(listen, server, [
    isObject ? { ...(options as ListenOptions), host: "127.0.0.1" } : options,
    ...rest,
  ]);
}

const WRITE_AHEAD_LOG = "PRAGMA journal_mode = WAL";

/**
 * By default SQLite flushes each message sent, received or deleted to the disk, which takes most of the time of a
 * message. The write-ahead log survives a kill of the runner without the flushes, as the tables and the runner's own
 * records do.
 */
const withoutFlushes = (sql: string) => `${sql}; PRAGMA synchronous = NORMAL`;
