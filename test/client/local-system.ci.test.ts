import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../client/clock.ts";
import type { Bookmark, FlushReport, MagpieClientOptions, QueueEvent } from "../../client/index.ts";
import { ApiProblem, MagpieClient, OfflineQueue, sync } from "../../client/index.ts";
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
import { savedUrl } from "./saved-url.ts";
import { TestClock } from "./test-clock.ts";

/** Loses the first response, and passes the next request on. */
const FIRST_ANSWER_LOST = 9;
/**
 * Drops and doubles requests among five saves and three lists, then loses the first responses to a deletion and a reprocess.
 */
const EVERY_CALL_ONCE = 9_799;
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
async function world(seed: number, options: Partial<MagpieClientOptions> = {}) {
  users += 1;
  const sub = `user-${users}`;
  const tokenFor = (expiresInSeconds: number) => tokens.sign({ sub, groups: [], expiresInSeconds });
  const token = await tokenFor(3_600);
  const link = await startHostileProxy(runner.outputs.api_url, seed);
  links.push(link);
  const clock = new TestClock({ skipping: true });
  const client = new MagpieClient({ baseUrl: link.origin, token, clock, ...options });
  const direct = new MagpieClient({ baseUrl: runner.outputs.api_url, token });
  const done = (id: string) =>
    until(
      `bookmark ${id} is done`,
      () => direct.bookmarks.get(id),
      ({ status }) => status === "done",
    );
  const queueFolder = join(folder.path, "queues", sub);
  const queueOf = (from: MagpieClient, onEvent: (event: QueueEvent) => void = () => undefined) =>
    new OfflineQueue({ client: from, storage: fileStorage(queueFolder), clock, onEvent });
  return { link, client, direct, done, tokenFor, queueOf };
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

describe("the client over an unreliable link to the system", () => {
  it("saves, lists, changes, reprocesses and deletes, each with one effect", async () => {
    const { client, direct, done, link } = await world(EVERY_CALL_ONCE);
    const names = ["dunnock", "wren", "blackcap", "firecrest", "goldfinch"];
    const saved: Bookmark[] = [];
    for (const name of names) saved.push(await client.bookmarks.save({ url: pageOf(name), note: name }));
    const ids = saved.map(({ id }) => id);
    const newestFirst = ids.toReversed();

    const { bookmarks: newest, next_cursor: cursor } = await client.bookmarks.list({ limit: 2 });
    expect(newest.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
    const next = await client.bookmarks.list({ limit: 2, cursor: cursor ?? "" });
    expect(next.bookmarks.map(({ id }) => id)).toEqual(newestFirst.slice(2, 4));
    expect((await listed(client.bookmarks.all())).map(({ id }) => id)).toEqual(newestFirst);

    const [first = "", second = ""] = ids;
    await done(first);
    const changed = await client.bookmarks.update(first, { title: "A shy bird" });
    expect(changed).toMatchObject({ title: "A shy bird", note: "dunnock" });

    await client.bookmarks.delete(second);
    expect(link.fates.slice(-2)).toEqual(["dropped_after", "delayed"]);
    const gone = await client.bookmarks.get(second).catch((error: unknown) => error);
    expect(gone).toBeInstanceOf(ApiProblem);
    expect(gone).toMatchObject({ status: 404, code: "not_found" });

    const before = link.fates.length;
    expect(await client.bookmarks.reprocess(first)).toMatchObject({ id: first, title: "A shy bird" });
    expect(link.fates.slice(before, before + 2)).toEqual(["dropped_after", "delayed"]);
    expect(await done(first)).toMatchObject({ title: "A shy bird", summary: expect.any(String) });

    const left = await listed(direct.bookmarks.all());
    expect(left.map(({ id }) => id)).toEqual(newestFirst.filter((id) => id !== second));
    expect(new Set(link.fates).size).toBe(4);
  });

  it("gets the first answer after a lost response, even if the bookmark has changed since", async () => {
    const url = pageOf("bullfinch");
    // The wait before the second attempt ends when the page has been processed.
    const sleep: Clock["sleep"] = async () => {
      const [bookmark] = await listed(direct.bookmarks.all());
      await done(bookmark?.id ?? "");
    };
    const clock = Object.assign(new TestClock({ skipping: true }), { sleep });
    const { client, direct, done, link } = await world(FIRST_ANSWER_LOST, { clock });

    const answer = await client.bookmarks.save({ url });

    expect(link.fates).toEqual(["dropped_after", "delayed"]);
    expect(answer).toMatchObject({ url, status: "saving", title: null, summary: null });
    expect(answer.updated_at).toBe(answer.created_at);
    expect(await listed(direct.bookmarks.all())).toEqual([await done(answer.id)]);
  });
});

describe("the client of an administrator over an unreliable link to the system", () => {
  it("creates, tracks, changes and deletes recommendations, each with one effect", async () => {
    const token = runner.outputs.tokens.admin;
    const { client, link } = await world(FIRST_ANSWER_LOST, { token });
    const { recommendations } = client;
    const all = () => listed(recommendations.all({ include: "count.clicks" }));

    const { id } = await recommendations.create({ title: "Hedge", url: "https://blog.example/" });
    expect(link.fates).toEqual(["dropped_after", "delayed"]);
    expect(await all()).toMatchObject([{ id, title: "Hedge", count: { clicks: 0 } }]);
    await recommendations.clicked(id);
    expect(await all()).toMatchObject([{ id, count: { clicks: 1 } }]);
    expect(await recommendations.update(id, { title: "Hedges" })).toMatchObject({ id, title: "Hedges" });
    expect(await recommendations.get(id)).toMatchObject({ id, title: "Hedges" });
    expect(await recommendations.check("https://blog.example/")).toMatchObject({ id, title: "Hedges" });
    expect(await recommendations.settings()).toMatchObject({ recommendations_enabled: true });
    expect(await recommendations.deliveries(id)).toMatchObject([{ target: "https://blog.example/" }]);
    expect(await listed(recommendations.allIncoming())).toEqual([]);
    expect(await client.mentions.block("Farm.example")).toMatchObject({ host: "farm.example" });
    expect(await listed(client.mentions.allBlockedHosts())).toMatchObject([{ host: "farm.example" }]);
    await client.mentions.unblock("farm.example");
    expect(await listed(client.mentions.all())).toEqual([]);
    await recommendations.delete(id);
    expect(await all()).toEqual([]);
  });
});

describe("the offline queue over an unreliable link to the system", () => {
  it("continues from the disk after it was ended during a request", async () => {
    const { link, client, direct, queueOf, tokenFor } = await world(BAD_FROM_THE_START);
    const urls = ["swift", "swallow", "martin", "wagtail", "pipit", "lark"].map(pageOf);
    let sent = 0;
    const interrupted = new MagpieClient({
      baseUrl: link.origin,
      token: await tokenFor(3_600),
      fetch(request) {
        const answer = fetch(request);
        if (sent === 3) void before.stop();
        return answer;
      },
    });
    const before = queueOf(interrupted, ({ type }) => {
      sent += type === "sent" ? 1 : 0;
    });
    await enqueue(before, ...urls);
    expect(await flushed(before)).toBe("ended");
    const left = (await before.contents()).waiting;
    expect(left.map(savedUrl)).toEqual(urls.slice(3));

    const restarted = queueOf(client);
    expect((await restarted.contents()).waiting).toEqual(left);
    expect(await flushed(restarted)).toBeNull();
    expect(await restarted.contents()).toEqual({ waiting: [], places: [], failed: [], unreadable: [] });
    expect((await listed(direct.bookmarks.all())).map(({ url }) => url)).toEqual(urls.toReversed());
  });
});

describe("a sync over an unreliable link to the system", () => {
  it("keeps a copy in step with the lists, in which what was saved offline is always there once", async () => {
    const { client, direct, done, queueOf } = await world(BAD_FROM_THE_START);
    const queue = queueOf(client);
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
