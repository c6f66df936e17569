import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { TokenIssuer } from "../../lib/local/gateway/token-issuer.ts";
import type { Outputs } from "../../lib/local/outputs.ts";
import { startBlogSite } from "../../lib/local/sites/blog-site.ts";
import { startSlideSites } from "../../lib/local/sites/slide-sites.ts";
import type { QueuesAnswer, Reply } from "../local/api-client.ts";
import { ApiClient, request } from "../local/api-client.ts";
import { clientOptions } from "../local/client-options.ts";
import type { Memory } from "../resident-memory.ts";
import { residentMemory } from "../resident-memory.ts";
import { startLocal } from "./local-process.ts";
import { inTemporaryFolder, ROOT } from "./processes.ts";

/** The number of clients that work concurrently. */
export const CLIENTS = 10;
/** A user may save 400 bookmarks and stocks an hour, so that each client saves for one after the other. */
const USERS = 50 * CLIENTS;
const SAVES_OF_USER = 300;
const A_DAY = 86_400;

/** The local runner in a separate process with simulated sites, and its users. */
export interface LoadedRunner {
  readonly outputs: Outputs;
  readonly users: readonly ApiClient[];
  readonly dynamo: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  /** Calls the API as an administrator. */
  readonly admin: ApiClient;
  memory(): Memory;
  /** Milliseconds of the processor that the runner has taken. */
  cpuTime(): number;
  /** Resolves when no message is in a queue. */
  drained(): Promise<void>;
}

/** Calls a function with a runner whose waits have a scale. Its memory and its time are read from Linux's `/proc`. */
export async function withLoadedRunner<T>(scale: number, work: (runner: LoadedRunner) => Promise<T>): Promise<T> {
  const [slides, blog] = await Promise.all([startSlideSites(), startBlogSite()]);
  try {
    return await inTemporaryFolder(async (folder) => {
      const local = await startLocal(ROOT, folder, {
        env: {
          MAGPIE_TIME_SCALE: String(scale),
          MAGPIE_EGRESS_MAP: JSON.stringify({ ...slides.egressMap, ...blog.egressMap }),
        },
      });
      try {
        return await work(await connect(folder, local.pid));
      } finally {
        await local.stop();
      }
    });
  } finally {
    await Promise.all([slides.close(), blog.close()]);
  }
}

async function connect(folder: string, pid: number): Promise<LoadedRunner> {
  const outputs = JSON.parse(readFileSync(join(folder, "outputs.json"), "utf8")) as Outputs;
  const options = clientOptions(outputs, outputs.sqs_endpoint);
  const tokens = await TokenIssuer.open(folder);
  const users = await Promise.all(
    Array.from({ length: USERS }, async (_, number) => {
      const token = await tokens.sign({ sub: `user-${number}`, groups: [], expiresInSeconds: A_DAY });
      return new ApiClient(outputs.api_url, token);
    }),
  );
  const admin = new ApiClient(outputs.api_url, outputs.tokens.admin);
  return {
    outputs,
    users,
    admin,
    dynamo: DynamoDBDocumentClient.from(new DynamoDBClient(options)),
    sqs: new SQSClient(options),
    memory: () => residentMemory(pid),
    cpuTime: () => cpuTimeOf(pid),
    async drained() {
      for (;;) {
        const { body } = await admin.call<QueuesAnswer>("GET", "/v1/ops/queues");
        if (body.queues.every(({ depth, in_flight: inFlight }) => depth + inFlight === 0)) return;
        await pause(200);
      }
    },
  };
}

/** Fields 14 and 15 of `stat` count hundredths of a second (proc(5)); the process's name before them may hold spaces. */
function cpuTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

/** What a slice of a load took for each piece of work, in milliseconds. */
export interface Slice {
  /** Of the clock, until the clients ended. */
  readonly each: number;
  /** Of the clock, until the queues were empty as well. */
  readonly doneEach: number;
  /** Of the processors, this process with the clients included. */
  readonly cpuEach: number;
}

/** All clients do one piece of work after the other for a while; then the queues are drained. */
export async function slice(
  runner: LoadedRunner,
  milliseconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<Slice> {
  const began = performance.now();
  const cpuBegan = runner.cpuTime() + ownCpuTime();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (performance.now() - began < milliseconds) {
        await work(client);
        done += 1;
      }
    }),
  );
  const each = (performance.now() - began) / done;
  await runner.drained();
  const doneEach = (performance.now() - began) / done;
  return { each, doneEach, cpuEach: (runner.cpuTime() + ownCpuTime() - cpuBegan) / done };
}

function ownCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

let pages = 0;

/** The user for whom a client saves next: all clients change to others after so many saves of each. */
function saver(users: readonly ApiClient[], client: number): ApiClient | undefined {
  const turn = Math.floor(pages / (SAVES_OF_USER * CLIENTS));
  return users[(client + turn * CLIENTS) % users.length];
}

/** A user saves a new deck. */
export async function saveDeck({ users }: LoadedRunner, client: number): Promise<void> {
  accepted(await saver(users, client)?.callOnce("POST", "/v1/stocks", { url: newDeck() }));
}

/** The address of a deck that is not saved yet. */
export function newDeck(): string {
  pages += 1;
  return `https://speakerdeck.com/load/deck-${pages}`;
}

/** A user saves a new page, with a new key. */
export async function savePage({ outputs, users }: LoadedRunner, client: number): Promise<void> {
  pages += 1;
  const headers = {
    authorization: `Bearer ${saver(users, client)?.token}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  const body = JSON.stringify({ url: `https://blog.example/page-${pages}` });
  accepted(await request(outputs.api_url, "/v1/bookmarks", { method: "POST", headers, body }));
}

/** @throws Error unless the request was accepted */
export function accepted(reply: Reply<unknown> | undefined): void {
  if (reply === undefined || reply.status >= 300) throw new Error(`The answer is ${reply?.status}: ${reply?.text}`);
}
