import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Bookmark, QueueEvent } from "../../../client/index.ts";
import { MagpieClient, OfflineQueue } from "../../../client/index.ts";
import { fileStorage } from "../../../client/node/index.ts";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite, titleOf } from "../../../lib/local/sites/blog-site.ts";
import { savedUrl } from "../../client/saved-url.ts";
import type { HostileProxy } from "../../upstreams/hostile-proxy.ts";
import { startHostileProxy } from "../../upstreams/hostile-proxy.ts";
import { residentMemory } from "../resident-memory.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { TIME_SCALE, temporaryFolder } from "../system.ts";
import { until } from "../until.ts";

const PAGES = 300;
/** One user's phones and browsers. Each sends one entry at a time, so that together they keep the system busy. */
const DEVICES = 8;
/** The runner is killed when this many were sent, while requests of the other devices are pending. */
const KILLS_AFTER = [0.3 * PAGES, 0.65 * PAGES].map(Math.round);
/** Megabytes that the runner takes at most, whatever the load. */
const MOST_MB = 600;
/** Determines the fate of each request; another number gives another sequence. */
const SEED = 20_261_121;

const folder = temporaryFolder();
let blog: BlogSite;
let runner: SpawnedRunner;
let link: HostileProxy;
/** A runner's address, which it keeps when it is started again. */
let origin: string;

beforeAll(async () => {
  blog = await startBlogSite();
  runner = await startRunner("0");
  origin = runner.outputs.api_url;
  link = await startHostileProxy(origin, SEED);
});

afterAll(async () => {
  await link?.close();
  await runner?.end("SIGKILL");
  await blog?.close();
  folder.remove();
});

function startRunner(port: string): Promise<SpawnedRunner> {
  const dataFolder = join(folder.path, "runner");
  return SpawnedRunner.start({ dataFolder, egressMap: blog.egressMap, env: { PORT: port } });
}

async function killAndRestart(): Promise<void> {
  expect(await runner.end("SIGKILL")).toBeNull();
  runner = await startRunner(new URL(origin).port);
}

/** The client unchanged, except for waits that are as short as the system's. */
function clientOf(token: string): MagpieClient {
  // More attempts than a person would wait for: the test's own requests must be answered on any link.
  const retry = { maxAttempts: 20, firstWaitMs: 500 * TIME_SCALE, longestWaitMs: 30_000 * TIME_SCALE };
  return new MagpieClient({ baseUrl: link.origin, token, retry });
}

function queueOf(device: number, client: MagpieClient, onEvent: (event: QueueEvent) => void): OfflineQueue {
  const storage = fileStorage(join(folder.path, `device-${device}`));
  const backOff = { firstWaitMs: 500 * TIME_SCALE, longestWaitMs: 60_000 * TIME_SCALE };
  return new OfflineQueue({ client, storage, backOff, onEvent });
}

async function listed<T>(things: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const thing of things) all.push(thing);
  return all;
}

const pathOf = (url: string) => new URL(url).pathname;

it(`${PAGES} bookmarks over a link that drops, doubles and delays, with two kills, are ${PAGES} and all done`, async () => {
  const { member, admin } = runner.outputs.tokens;
  const client = clientOf(member);
  const answers = new Map<string, Bookmark["id"]>();
  const kills = [...KILLS_AFTER];
  const allSent = Promise.withResolvers<void>();
  const restarts: Promise<void>[] = [];

  const queues = Array.from({ length: DEVICES }, (_, device) =>
    queueOf(device, client, (event) => {
      if (event.type === "failed") allSent.reject(new Error(`Set aside: ${JSON.stringify(event.entry)}`));
      if (event.type !== "sent") return;
      answers.set(savedUrl(event.entry), event.answer?.id ?? "none");
      if (answers.size === kills[0]) {
        kills.shift();
        const restart = killAndRestart();
        restart.catch(allSent.reject);
        restarts.push(restart);
      }
      if (answers.size === PAGES) allSent.resolve();
    }),
  );
  const urls = Array.from({ length: PAGES }, (_, number) => `https://blog.example/birds/sparrow-number-${number}`);
  await Promise.all(
    urls.map((url, number) => queues[number % DEVICES]?.enqueue({ create: "bookmark", body: { url } })),
  );
  onTestFinished(async () => {
    await Promise.allSettled([...restarts, ...queues.map((queue) => queue.stop())]);
  });
  for (const queue of queues) queue.start();
  await allSent.promise;
  await Promise.all(restarts);
  for (const queue of queues) {
    await queue.stop();
    expect(await queue.contents()).toEqual({ waiting: [], failed: [], unreadable: [] });
  }
  expect(restarts).toHaveLength(KILLS_AFTER.length);
  expect(new Set(link.fates)).toEqual(new Set(["dropped_before", "dropped_after", "duplicated", "delayed"]));

  const bookmarks = await until(
    "no bookmark is pending",
    () => listed(client.bookmarks.all()),
    (all) => all.every(({ status }) => status === "done" || status === "failed"),
  );
  expect(bookmarks).toHaveLength(PAGES);
  expect(bookmarks.filter(({ status }) => status !== "done")).toEqual([]);
  expect(new Set(bookmarks.map(({ url }) => url))).toEqual(new Set(urls));
  expect(new Map(bookmarks.map(({ url, id }) => [url, id]))).toEqual(answers);
  expect(bookmarks.filter(({ url, title }) => title !== titleOf(pathOf(url)))).toEqual([]);
  expect(new Set(blog.requests().map(({ path }) => path))).toEqual(new Set(urls.map(pathOf)));

  if (existsSync("/proc/self/status")) expect(residentMemory(Number(runner.child.pid)).peak).toBeLessThan(MOST_MB);

  const operator = clientOf(admin);
  expect(await listed(operator.failedJobs.all())).toEqual([]);
  const letters = (await operator.queues.list()).map(({ name, dlq_depth }) => [name, dlq_depth]);
  expect(letters).toContainEqual(["bookmark-processing", 0]);
});
