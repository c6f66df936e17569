import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FlushReport } from "../../client/index.ts";
import { MagpieClient, OfflineQueue, sync } from "../../client/index.ts";
import { fileStorage, folderSyncStorage } from "../../client/node/index.ts";
import { TokenIssuer } from "../../lib/local/gateway/token-issuer.ts";
import { readLocalOptions } from "../../lib/local/options.ts";
import type { Runner } from "../../lib/local/runner.ts";
import { startRunner } from "../../lib/local/runner.ts";
import type { BlogSite } from "../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../lib/local/sites/blog-site.ts";
import { TIME_SCALE, temporaryFolder } from "../local/system.ts";
import { until } from "../local/until.ts";
import type { HostileProxy } from "../upstreams/hostile-proxy.ts";
import { startHostileProxy } from "../upstreams/hostile-proxy.ts";
import { TestClock } from "./test-clock.ts";

/** Doubles, drops and loses requests among the first four. */
const BAD_FROM_THE_START = 12;

const folder = temporaryFolder();
const links: HostileProxy[] = [];
let blog: BlogSite;
let runner: Runner;
let tokens: TokenIssuer;
let users = 0;

beforeAll(async () => {
  blog = await startBlogSite();
  runner = await startRunner({
    ...readLocalOptions({
      PORT: "0",
      MAGPIE_DATA_DIR: folder.path,
      MAGPIE_TIME_SCALE: String(TIME_SCALE),
      MAGPIE_EGRESS_MAP: JSON.stringify(blog.egressMap),
    }),
    watch: false,
    // At the scaled times they would fire every second, and load their functions for nothing.
    schedules: false,
    say: () => undefined,
  });
  tokens = await TokenIssuer.open(folder.path);
});
afterAll(async () => {
  await runner?.stop();
  await blog?.close();
  folder.remove();
});
afterEach(async () => {
  for (const link of links.splice(0)) await link.close();
});

const pageOf = (name: string) => `https://blog.example/hedge/${name}`;

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/**
 * A new user with two clients: one behind an unreliable link, whose waits are skipped, and a direct one for reading.
 *
 * @param seed determines which requests fail
 */
async function world(seed: number) {
  users += 1;
  const sub = `user-${users}`;
  const token = await tokens.sign({ sub, groups: [], expiresInSeconds: 3_600 });
  const link = await startHostileProxy(runner.outputs.api_url, seed);
  links.push(link);
  const clock = new TestClock({ skipping: true });
  const client = new MagpieClient({ baseUrl: link.origin, token, clock });
  const direct = new MagpieClient({ baseUrl: runner.outputs.api_url, token });
  const done = (id: string) =>
    until(
      `bookmark ${id} is done`,
      () => direct.bookmarks.get(id),
      ({ status }) => status === "done",
    );
  const queue = new OfflineQueue({ client, storage: fileStorage(join(folder.path, "queues", sub)), clock });
  return { client, direct, done, queue };
}

async function enqueue(queue: OfflineQueue, ...urls: readonly string[]): Promise<void> {
  for (const url of urls) await queue.enqueue({ create: "bookmark", body: { url } });
}

/** Flushes again after each failure, like a started queue after a wait. */
async function flushed(queue: OfflineQueue): Promise<FlushReport["stopped"]> {
  for (;;) {
    const { stopped } = await queue.flush();
    if (stopped !== "trouble") return stopped;
  }
}

describe("a sync over an unreliable link to the system", () => {
  it("keeps a copy in step with the lists, in which what was saved offline is always there once", async () => {
    const { client, direct, done, queue } = await world(BAD_FROM_THE_START);
    const storage = () => folderSyncStorage(join(folder.path, "copies", String(users)));
    const copy = await sync({ client, storage: storage(), queue });
    /** Refreshes until this is the copy. */
    const inStep = async (urls: readonly string[]) => {
      const expected = await listed(direct.bookmarks.all());
      expect(expected.map(({ url }) => url)).toEqual(urls);
      await until(
        "the copy has the list's bookmarks",
        async () => {
          await copy.refresh();
          return JSON.stringify(copy.list().map(({ item }) => item)) === JSON.stringify(expected);
        },
        Boolean,
      );
    };
    const urls = ["stonechat", "whinchat", "redstart"].map(pageOf);
    await enqueue(queue, ...urls);
    const shown = () => copy.list().map(({ item, waiting: [entry] }) => item ?? entry?.intent);
    expect(shown()).toHaveLength(3);
    expect(await flushed(queue)).toBeNull();
    expect(shown()).toHaveLength(3);
    const ids = copy.list().map(({ id }) => String(id));
    await Promise.all(ids.map(done));
    await inStep(urls.toReversed());
    expect(copy.search("redst").map(({ item }) => item)).toEqual(await listed(direct.bookmarks.all({ q: "redst" })));

    await direct.bookmarks.update(ids[1] ?? "", { title: "A chat", tags: ["Birds"] });
    await direct.bookmarks.delete(ids[0] ?? "");
    await inStep(urls.slice(0, 2).toReversed());
    expect(copy.list({ tag: "birds" }).map(({ id }) => id)).toEqual([ids[1]]);
    // Changed and deleted offline, over the same link.
    const [kept = "", gone = ""] = copy.list().map(({ id }) => String(id));
    await queue.enqueue({ update: "bookmark", id: kept, body: { note: "Seen in May", tags: ["May"] } });
    await queue.enqueue({ refresh: "bookmark", id: kept });
    await queue.enqueue({ delete: "bookmark", id: gone });
    expect(copy.list()).toMatchObject([{ id: kept, item: { note: "Seen in May" } }]);
    expect(await flushed(queue)).toBeNull();
    expect(copy.list({ tag: "may" })).toMatchObject([{ id: kept, waiting: [] }]);
    expect(copy.list()).toHaveLength(1);
    await done(kept);
    await inStep(urls.slice(1, 2));
    expect(await direct.bookmarks.get(kept)).toMatchObject({ note: "Seen in May", tags: ["May"] });

    await copy.close();
    const reopened = await sync({ client, storage: storage() });
    expect(reopened.list()).toEqual(copy.list());
    await reopened.close();
  });
});
