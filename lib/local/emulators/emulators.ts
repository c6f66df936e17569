import { mkdirSync } from "node:fs";
import { Server as HttpServer } from "node:http";
import type { ListenOptions } from "node:net";
import { Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FauxqsServer } from "fauxqs";
import { startFauxqs } from "fauxqs";
import { DynamoEmulator } from "./dynamo-emulator.ts";
import { rejectForeignRequests } from "./emulator-http.ts";
import { rebuildIndexes } from "./rebuild-indexes.ts";

/** The embedded emulators, on loopback ports of their own that only the runner uses. */
export interface Emulators {
  readonly dynamo: DynamoEmulator;
  /** SQS and S3. */
  readonly fauxqs: FauxqsServer;
  close(): Promise<void>;
}

/**
 * Starts DynamoDB (dynalite) and SQS with S3 (fauxqs), whose state is stored in `folder`.
 *
 * @param killed whether the last runner was killed
 */
export async function startEmulators(folder: string, killed: boolean): Promise<Emulators> {
  mkdirSync(folder, { recursive: true });
  const tables = join(folder, "dynamodb");
  if (killed) await rebuildIndexes(tables);
  const dynamo = await DynamoEmulator.start(tables);
  const fauxqs = await privately(() =>
    withoutFlushes(() =>
      startFauxqs({ port: 0, logger: false, dataDir: join(folder, "sqs"), s3StorageDir: join(folder, "s3") }),
    ),
  );
  return {
    dynamo,
    fauxqs,
    async close() {
      await Promise.all([fauxqs.stop(), dynamo.close()]);
    },
  };
}

/**
 * fauxqs listens on every interface and has no option for it. While it starts, `listen` is replaced so that it listens
 * on loopback and answers only the runner's own requests. Two runners of one process must not start at the same time.
 */
async function privately<T>(start: () => Promise<T>): Promise<T> {
  const listen = Server.prototype.listen;
  Server.prototype.listen = function (this: Server, ...rest: unknown[]) {
    const [options] = rest;
    if (typeof options === "object" && options !== null) rest[0] = { ...(options as ListenOptions), host: "127.0.0.1" };
    if (this instanceof HttpServer) rejectForeignRequests(this);
    return Reflect.apply(listen, this, rest);
  } as typeof listen;
  try {
    return await start();
  } finally {
    Server.prototype.listen = listen;
  }
}

const WRITE_AHEAD_LOG = "PRAGMA journal_mode = WAL";

/**
 * By default SQLite flushes each message sent, received or deleted to the disk, which takes most of the time of a
 * message; fauxqs has no option for it. Its write-ahead log survives a kill of the runner without the flushes, as the
 * tables and the runner's own records do. While fauxqs starts, its database is opened without them.
 */
async function withoutFlushes<T>(start: () => Promise<T>): Promise<T> {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    exec.call(this, sql === WRITE_AHEAD_LOG ? `${sql}; PRAGMA synchronous = NORMAL` : sql);
  };
  try {
    return await start();
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}
