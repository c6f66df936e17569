import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listenOn } from "../listen.ts";
import type { StorageFailed } from "../storage-failure.ts";
import { isStorageFailure } from "../storage-failure.ts";
import { storeActiveTables } from "./active-tables.ts";
import type { Level, Store } from "./dynalite.ts";
import { database, readOperation, validations } from "./dynalite.ts";
import type { EmulatorAnswer } from "./emulator-http.ts";
import { writeJointly } from "./joint-writes.ts";
import { storeParsedExpressions } from "./parsed-expressions.ts";
import { storeDefinitions } from "./stored-definitions.ts";

/** The operations of dynalite that it answers. */
const OPERATIONS = [
  "BatchGetItem",
  "BatchWriteItem",
  "CreateTable",
  "DeleteItem",
  "DeleteTable",
  "DescribeTable",
  "DescribeTimeToLive",
  "GetItem",
  "ListTables",
  "PutItem",
  "Query",
  "Scan",
  "UpdateItem",
  "UpdateTable",
];

const operations = new Map(OPERATIONS.map((operation) => [operation, readOperation(operation)]));

/** An error of dynalite with its response. */
interface Refusal {
  readonly statusCode: number;
  readonly body: unknown;
}

/**
 * The DynamoDB emulator: dynalite, which stores its tables in a folder, or in memory. Its operations are called
 * without its HTTP handler, which would take a tenth of the CPU time of a test that mostly reads and writes tables.
 */
export class DynamoEmulator {
  readonly #store: Store;
  #server: Server | undefined;
  readonly #calls = new Set<Promise<unknown>>();
  #isClosed = false;

  /**
   * @param folder the tables' folder; without one they are in memory
   * @param failed called with the error of a write that the folder does not accept, before any later call is answered
   */
  constructor(folder?: string, failed?: StorageFailed) {
    const path = folder === undefined ? {} : { path: folder };
    this.#store = database.create({ ...path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
    readSynchronously(this.#store.db);
    closeIterators(this.#store.db);
    if (failed !== undefined) watchWrites(this.#store.db, failed);
    storeActiveTables(this.#store);
    storeDefinitions(this.#store);
    writeJointly(this.#store);
    storeParsedExpressions();
  }

  /** From now on a server answers every program on this machine. @returns its address */
  async open(): Promise<string> {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error));
    });
    return listenOn(this.#server, 0);
  }

  /**
   * One call, with a body of DynamoDB's JSON protocol.
   *
   * @throws Error once the emulator is closed
   */
  async send(operation: string, body: Buffer): Promise<EmulatorAnswer> {
    return this.#count(() => this.#answer(operation, body));
  }

  /**
   * One call, with the input and output as objects of DynamoDB's JSON.
   *
   * @param input is changed
   * @throws Refusal of DynamoDB, Error once the emulator is closed
   */
  async call(operation: string, input: Record<string, unknown>): Promise<unknown> {
    return this.#count(() => this.#output(operation, input));
  }

  /** Makes a call, for which `close` waits. */
  async #count<T>(act: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("The DynamoDB emulator is closed.");
    const call = act();
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  async #answer(operation: string, body: Buffer): Promise<EmulatorAnswer> {
    try {
      return answerOf(200, await this.#output(operation, inputOf(body)));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return answerOf(error.statusCode, error.body);
    }
  }

  /** @throws Refusal */
  #output(operation: string, given: Record<string, unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const known = operations.get(operation);
      if (known === undefined) throw refusal("com.amazon.coral.service#UnknownOperationException");
      const { types, custom } = known.validation;
      const input = validations.checkTypes(given, types);
      validations.checkValidations(input, types, custom, this.#store);
      known.act(this.#store, input, (error, output) => {
        if (error) reject(error);
        else resolve(output);
      });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, operation = ""] = String(request.headers["x-amz-target"]).split(".");
    const { status, headers, body } = await this.send(operation, await buffer(request));
    response.writeHead(status, headers).end(body);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#calls);
    if (this.#server !== undefined) await closeServer(this.#server);
    await this.#store.lifecycleManager.gracefulClose();
  }
}

/**
 * Makes dynalite read single values in this thread, without the switches to libuv's thread pool and back: each operation
 * reads at least the table's definition.
 */
function readSynchronously(level: Level): void {
  const get = level.get.bind(level);
  level.get = (key, done) => {
    // While the database opens, reads wait in it; afterwards it reads them itself, with options instead of a callback.
    if (level.status !== "open" || typeof done !== "function") return get(key, done);
    try {
      // Not in a microtask: a program that polls a table would never let the timers run that change it.
      const value = level.getSync(key);
      return setImmediate(() => done(null, value));
    } catch (error) {
      return setImmediate(() => done(error));
    }
  };
}

/**
 * Lets a stream of the database close its iterator at its end. Dynalite calls `return`, which the iterators of abstract-level
 * do not have: each query would keep its iterator, and what it reads from, as long as the emulator runs.
 */
function closeIterators(level: Level): void {
  for (const name of ["keys", "values"] as const) {
    const read = level[name].bind(level);
    level[name] = (options) => {
      const iterator = read(options);
      return Object.assign(iterator, { return: () => iterator.close() });
    };
  }
}

/**
 * Reports the writes that the database can't store. Dynalite itself would pass the error on in a later turn, when writes
 * behind the failed one, which the database then can't read any more, have been answered.
 */
function watchWrites(level: Level, failed: StorageFailed): void {
  for (const name of ["put", "del", "batch"] as const) {
    const write = level[name].bind(level) as (...parts: unknown[]) => Promise<void>;
    Object.assign(level, {
      [name](...parts: unknown[]): Promise<void> | undefined {
        const done = typeof parts.at(-1) === "function" ? (parts.pop() as (error: unknown) => void) : undefined;
        const written = write(...parts).catch((error: unknown) => {
          if (isStorageFailure(error)) failed(error);
          throw error;
        });
        if (done === undefined) return written;
        written.then(
          () => setImmediate(done, null),
          (error: unknown) => setImmediate(done, error),
        );
        return undefined;
      },
    });
  }
}

function inputOf(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw refusal("com.amazon.coral.service#SerializationException");
  }
}

function refusal(type: string): Refusal {
  return Object.assign(new Error(type), { statusCode: 400, body: { __type: type } });
}

function isRefusal(error: unknown): error is Refusal {
  return typeof error === "object" && error !== null && "statusCode" in error && "body" in error;
}

function answerOf(status: number, output: unknown): EmulatorAnswer {
  const body = Buffer.from(JSON.stringify(output));
  return {
    status,
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "content-length": String(body.byteLength),
      "x-amzn-requestid": randomUUID(),
    },
    body,
  };
}
