import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Change } from "../../../client/index.ts";
import { ApiProblem, MagpieClient, NetworkFailure } from "../../../client/index.ts";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import type { SlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { startSlideSites } from "../../../lib/local/sites/slide-sites.ts";
import { seeded } from "../../upstreams/seeded.ts";
import { SpawnedRunner } from "../spawned-runner.ts";
import { TIME_SCALE, temporaryFolder } from "../system.ts";
import { untilDrained } from "./until-drained.ts";

const WRITERS = 10;
/** Writes of all writers together. */
const WRITES = 500;
/** The shares of the writes after which the system is killed. */
const KILLS = [0.2, 0.45, 0.7].map((share) => Math.round(share * WRITES));
/** Things of each type: few, so that the writers meet. */
const THINGS = 40;
/** Determines who writes what; another number gives another sequence. */
const SEED = 20_261_122;

const folder = temporaryFolder();
let blog: BlogSite;
let decks: SlideSites;
let runner: SpawnedRunner;
/** The runner's address, which it keeps when it is started again. */
let origin: string;

beforeAll(async () => {
  [blog, decks] = await Promise.all([startBlogSite(), startSlideSites()]);
  runner = await start("0");
  origin = runner.outputs.api_url;
});

afterAll(async () => {
  await runner?.end("SIGKILL");
  await Promise.all([blog?.close(), decks?.close()]);
  folder.remove();
});

function start(port: string): Promise<SpawnedRunner> {
  const egressMap = { ...decks.egressMap, ...blog.egressMap };
  return SpawnedRunner.start({ dataFolder: join(folder.path, "runner"), egressMap, env: { PORT: port } });
}

/** The member's client, with waits that are as short as the system's, and patience for a system that starts again. */
function client(): MagpieClient {
  const retry = { maxAttempts: 400, firstWaitMs: 500 * TIME_SCALE, longestWaitMs: 30_000 * TIME_SCALE };
  return new MagpieClient({ baseUrl: origin, token: runner.outputs.tokens.member, retry });
}

/** A thing may be deleted by another writer, or be worked on, at any moment. */
async function unlessGone(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ApiProblem) || ![404, 409].includes(error.status)) throw error;
  }
}

/** Saves, changes, deletes and requests again, in turns that the seed determines. */
async function write({ bookmarks, stocks }: MagpieClient, random: () => number, ids: Map<string, string>) {
  const number = Math.floor(random() * THINGS);
  const kind = random();
  if (random() < 0.5) {
    const url = `https://blog.example/birds/bird-${number}`;
    const id = ids.get(url);
    if (id === undefined || kind < 0.4) ids.set(url, (await bookmarks.save({ url })).id);
    else if (kind < 0.7) await unlessGone(bookmarks.update(id, { note: `note ${random()}`, tags: [`tag ${number}`] }));
    else if (kind < 0.9) await unlessGone(bookmarks.delete(id));
    else await unlessGone(bookmarks.reprocess(id));
  } else {
    const url = `https://speakerdeck.com/birds/deck-${number}`;
    const id = ids.get(url);
    if (id === undefined || kind < 0.4) ids.set(url, (await stocks.save({ url })).id);
    else if (kind < 0.7) await unlessGone(stocks.update(id, { memo: `memo ${random()}` }));
    else if (kind < 0.9) await unlessGone(stocks.delete(id));
    else await unlessGone(stocks.refetch(id));
  }
}

/** A follower that holds what it was told, and may be ended between any two calls: what it holds, and its cursor, remain. */
class Follower {
  readonly things = new Map<string, Change["item"]>();
  #cursor: string | undefined;
  pages = 0;

  /** Reads one page. @returns whether more follow */
  async page(limit: number): Promise<boolean> {
    const { changes, next_cursor, more } = await client().changes.list({ limit, cursor: this.#cursor });
    for (const { type, id, deleted, item } of changes) {
      if (deleted) this.things.delete(`${type} ${id}`);
      else this.things.set(`${type} ${id}`, item);
    }
    this.#cursor = next_cursor;
    this.pages += 1;
    return more;
  }
}

async function lists(): Promise<Map<string, unknown>> {
  const things = new Map<string, unknown>();
  for await (const bookmark of client().bookmarks.all()) things.set(`bookmark ${bookmark.id}`, bookmark);
  for await (const stock of client().stocks.all()) things.set(`stock ${stock.id}`, stock);
  return things;
}

// About a minute: test/changes forces every order of a writer's and a follower's calls in every run.
it("a follower beside ten writers and kills ends with exactly the lists", async () => {
  const random = seeded(SEED);
  const ids = new Map<string, string>();
  const kills = [...KILLS];
  let written = 0;
  let restarted = Promise.resolve();

  const writer = async () => {
    while (written < WRITES) {
      written += 1;
      if (written === kills[0]) {
        kills.shift();
        restarted = runner.end("SIGKILL").then(async () => {
          runner = await start(new URL(origin).port);
        });
      }
      await write(client(), random, ids);
    }
  };
  const followers = [new Follower(), new Follower()];
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const follow = async (follower: Follower, limit: number) => {
    while (!isOver) {
      try {
        await follower.page(limit);
      } catch (error) {
        if (!(error instanceof NetworkFailure)) throw error;
      }
    }
  };
  const following = [follow(followers[0] as Follower, 3), follow(followers[1] as Follower, 200)];
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await restarted;
  await untilDrained(async () => {
    const admin = new MagpieClient({ baseUrl: origin, token: runner.outputs.tokens.admin });
    return admin.queues.list();
  });
  isOver = true;
  await Promise.all(following);

  expect(kills).toEqual([]);
  const expected = await lists();
  expect(expected.size).toBeGreaterThan(THINGS / 2);
  for (const follower of followers) {
    while (await follower.page(200));
    expect(follower.things).toEqual(expected);
  }
  const fresh = new Follower();
  while (await fresh.page(7));
  expect(fresh.things).toEqual(expected);
});
