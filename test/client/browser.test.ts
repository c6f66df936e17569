import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { inPage, pageWorld } from "./page-world.ts";
import { ScriptedApi } from "./scripted-api.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The script of the page: a queue that a test reaches as `queue`. */
const PAGE_SCRIPT = `
  import { MagpieClient, OfflineQueue } from "./index.ts";
  import { indexedDbStorage } from "./browser/index.ts";
  const client = new MagpieClient({ baseUrl: location.origin, token: "t" });
  window.indexedDbStorage = indexedDbStorage;
  window.queue = new OfflineQueue({ client, storage: indexedDbStorage("queue") });
  if (!location.search.includes("idle")) window.queue.start();
`;

const world = pageWorld(PAGE_SCRIPT, () => new ScriptedApi());

const enqueue = (page: Page, ...names: string[]) =>
  inPage<string[]>(
    page,
    `(async () => {
      const keys = [];
      for (const name of ${JSON.stringify(names)}) {
        const body = { url: "https://example.com/" + name };
        keys.push((await queue.enqueue({ create: "bookmark", body })).idempotencyKey);
      }
      return keys;
    })()`,
  );
const waiting = (page: Page) =>
  inPage<string[]>(page, "queue.contents().then(({ waiting }) => waiting.map(({ idempotencyKey }) => idempotencyKey))");

describe("indexedDbStorage in Chromium", () => {
  it("keeps offline entries through a reload, and sends them in order when the network is back", async () => {
    const page = await world.opened();
    await world.context.setOffline(true);
    const keys = await enqueue(page, "a", "b", "c");
    expect(await inPage(page, "queue.flush()")).toMatchObject({ sent: 0, stopped: "trouble" });
    expect(await waiting(page)).toEqual(keys);

    // A page can't be loaded offline, so that only the API is unreachable now.
    await world.context.route("**/v1/**", (route) => route.abort("internetdisconnected"));
    await world.context.setOffline(false);
    await page.reload();
    await page.waitForFunction("window.queue !== undefined");
    expect(await waiting(page)).toEqual(keys);
    expect(world.api.requests).toEqual([]);

    await world.context.setOffline(true);
    await world.context.unroute("**/v1/**");
    await world.context.setOffline(false);
    await expect
      .poll(() => world.api.created.map(({ url }) => url))
      .toEqual(["https://example.com/a", "https://example.com/b", "https://example.com/c"]);
    expect(world.api.requests.map(({ key }) => key)).toEqual(keys);
    await expect.poll(() => waiting(page)).toEqual([]);
  });

  it("lets one tab flush at a time", async () => {
    const [one, other] = [await world.opened("/?idle"), await world.opened("/?idle")];
    await enqueue(one, "a");
    await enqueue(other, "b");
    world.api.faults.push({ kind: "hang" });
    const arrived = world.api.nextRequest();
    await inPage(one, "void (window.flushed = queue.flush())");
    await arrived;
    expect(await inPage(other, "queue.flush()")).toMatchObject({ sent: 0, stopped: "busy" });
    // A closed tab releases the lock, and another tab sends its current entry.
    await one.close();
    await expect.poll(() => inPage(other, "queue.flush()")).toMatchObject({ sent: 2, stopped: null });
    expect(world.api.requests).toHaveLength(3);
    expect(world.api.requests[1]?.key).toBe(world.api.requests[0]?.key);
    expect(world.api.created.map(({ url }) => url)).toEqual(["https://example.com/a", "https://example.com/b"]);
  });

  it("opens its database again after it was deleted", async () => {
    const page = await world.opened("/?idle");
    await enqueue(page, "a");
    await inPage(
      page,
      `new Promise((done) => {
        indexedDB.deleteDatabase("queue").onsuccess = () => done(true);
      })`,
    );
    expect(await waiting(page)).toEqual([]);
    const keys = await enqueue(page, "b");
    expect(await waiting(page)).toEqual(keys);
  });
});

describe("the bookmarklet of docs/bookmarklet.md", () => {
  const docs = readFileSync(resolve(ROOT, "docs/bookmarklet.md"), "utf8");
  const source = /```js bookmarklet\njavascript: ([\s\S]*?)```/.exec(docs)?.[1] ?? "";

  /** A page with what clicks the bookmarklet, and what that has said. */
  async function article() {
    const page = await world.opened("/article?idle");
    const alerts: string[] = [];
    page.on("dialog", async (dialog) => {
      alerts.push(dialog.message());
      await dialog.dismiss();
    });
    // In the form that a browser gets: one line.
    const line = source.replaceAll(/\s*\n\s*/g, " ").replace('"API"', JSON.stringify(world.origin));
    const click = () => inPage(page, `void (location.href = ${JSON.stringify(`javascript:${encodeURI(line)}`)})`);
    return { page, alerts, click };
  }

  it("saves the page with one key, and repeats the request after transient failures", async () => {
    const { alerts, click } = await article();
    world.api.faults.push({ kind: "answer", status: 400, body: "{}" });
    await click();
    await expect.poll(() => alerts).toEqual(["Not saved: 400."]);
    world.api.faults.push({ kind: "cut", after: true });
    await click();
    await expect.poll(() => alerts).toEqual(["Not saved: 400.", "Saved."]);
    expect(world.api.created).toEqual([{ key: world.api.requests[0]?.key, url: `${world.origin}/article?idle` }]);
    expect(world.api.requests).toHaveLength(3);
    expect(new Set(world.api.requests.map(({ key }) => key)).size).toBe(1);
    expect(world.api.requests[0]?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(world.api.requests[0]?.body).toEqual({
      url: `${world.origin}/article?idle`,
      title: "A page",
      created_from: "bookmarklet",
    });
  });

  it("waits as long as Retry-After says, up to half a minute", async () => {
    const { page, alerts, click } = await article();
    // Time does not pass; the waits are recorded.
    await inPage(page, "(window.waits = [], window.setTimeout = (end, wait) => { waits.push(wait); end(); }, true)");
    world.api.faults.push({ kind: "answer", status: 429, headers: { "retry-after": "7" }, body: "{}" });
    world.api.faults.push({ kind: "answer", status: 503, headers: { "retry-after": "1" }, body: "{}" });
    await click();
    await expect.poll(() => alerts).toEqual(["Saved."]);
    expect(await inPage(page, "waits")).toEqual([7_000, 2_000]);

    world.api.faults.push({ kind: "answer", status: 429, headers: { "retry-after": "31" }, body: "{}" });
    await click();
    await expect.poll(() => alerts).toEqual(["Saved.", "Not saved: 429. Try again in 31 s."]);
    expect(await inPage(page, "waits")).toHaveLength(2);
  });
});
