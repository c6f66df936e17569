import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startChromium } from "./chromium.ts";
import { ScriptedApi, serve } from "./scripted-api.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** The script of the page: a queue that a test reaches as `queue`. */
const PAGE_SCRIPT = `
  import { MagpieClient, OfflineQueue } from "./index.ts";
  import { indexedDbStorage } from "./browser/index.ts";
  const client = new MagpieClient({ baseUrl: location.origin, token: "t" });
  window.open_queue = (name) => new OfflineQueue({ client, storage: indexedDbStorage(name) });
  window.queue = window.open_queue("queue");
  window.indexedDbStorage = indexedDbStorage;
  if (!location.search.includes("idle")) window.queue.start();
`;

let browser: Browser;
let script: string;
beforeAll(async () => {
  const [started, { outputFiles }] = await Promise.all([
    startChromium(),
    build({
      stdin: { contents: PAGE_SCRIPT, resolveDir: resolve(ROOT, "client"), loader: "ts" },
      bundle: true,
      write: false,
      platform: "browser",
      format: "esm",
    }),
  ]);
  browser = started;
  script = outputFiles[0]?.text ?? "";
});
afterAll(() => browser.close());

let api: ScriptedApi;
let served: Awaited<ReturnType<typeof serve>>;
let context: BrowserContext;
beforeEach(async () => {
  api = new ScriptedApi();
  served = await serve(api, (path) => {
    if (path.startsWith("/v1/")) return undefined;
    if (path === "/page.js") return { type: "text/javascript", body: script };
    return { type: "text/html", body: '<title>A page</title><script type="module" src="/page.js"></script>' };
  });
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  await served.close();
});

async function opened(path = "/"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(served.origin + path);
  await page.waitForFunction("window.queue !== undefined");
  return page;
}

/** Runs a script in the page. Its names belong to the page, so that the compiler does not check them. */
const inPage = <T>(page: Page, text: string): Promise<T> => page.evaluate<T>(text);
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
    const page = await opened();
    await context.setOffline(true);
    const keys = await enqueue(page, "a", "b", "c");
    expect(await inPage(page, "queue.flush()")).toMatchObject({ sent: 0, stopped: "trouble" });
    expect(await waiting(page)).toEqual(keys);

    // A page can't be loaded offline, so that only the API is unreachable now.
    await context.route("**/v1/**", (route) => route.abort("internetdisconnected"));
    await context.setOffline(false);
    await page.reload();
    await page.waitForFunction("window.queue !== undefined");
    expect(await waiting(page)).toEqual(keys);
    expect(api.requests).toEqual([]);

    await context.setOffline(true);
    await context.unroute("**/v1/**");
    await context.setOffline(false);
    await expect
      .poll(() => api.created.map(({ url }) => url), { timeout: 120_000 })
      .toEqual(["https://example.com/a", "https://example.com/b", "https://example.com/c"]);
    expect(api.requests.map(({ key }) => key)).toEqual(keys);
    await expect.poll(() => waiting(page)).toEqual([]);
  });

  it("lets one tab flush at a time", async () => {
    const [one, other] = [await opened("/?idle"), await opened("/?idle")];
    await enqueue(one, "a");
    await enqueue(other, "b");
    api.faults.push({ kind: "hang" });
    const arrived = api.nextRequest();
    await inPage(one, "void (window.flushed = queue.flush())");
    await arrived;
    expect(await inPage(other, "queue.flush()")).toMatchObject({ sent: 0, stopped: "busy" });
    // A closed tab releases the lock, and another tab sends its current entry.
    await one.close();
    await expect.poll(() => inPage(other, "queue.flush()")).toMatchObject({ sent: 2, stopped: null });
    expect(api.requests).toHaveLength(3);
    expect(api.requests[1]?.key).toBe(api.requests[0]?.key);
    expect(api.created.map(({ url }) => url)).toEqual(["https://example.com/a", "https://example.com/b"]);
  });

  it("sets aside, retries and discards", async () => {
    const page = await opened("/?idle");
    await enqueue(page, "a", "b");
    const refusal = { kind: "answer", status: 400, body: '{"code":"invalid_url"}' } as const;
    api.faults.push(refusal, refusal);
    expect(await inPage(page, "queue.flush()")).toEqual({ sent: 0, failed: 2, stopped: null });
    const left = await inPage(
      page,
      `(async () => {
        const { failed } = await queue.contents();
        await queue.discard(failed[0]);
        const replaced = await indexedDbStorage("queue").replace(failed[0]);
        const retried = [replaced, await queue.retry(failed[0]), await queue.retry(failed[1])];
        const { waiting, failed: none } = await queue.contents();
        return [failed[0].lastError.code, retried, waiting.length, none.length];
      })()`,
    );
    expect(left).toEqual(["invalid_url", [false, false, true], 1, 0]);
    expect(await inPage(page, "queue.flush()")).toMatchObject({ sent: 1 });
    expect(api.created).toMatchObject([{ url: "https://example.com/b" }]);
  });

  it("reports an invalid entry, and continues", async () => {
    const page = await opened("/?idle");
    await enqueue(page, "a");
    await inPage(page, 'indexedDbStorage("queue").add({ hello: "world" })');
    await enqueue(page, "b");
    expect(await inPage(page, "queue.flush()")).toEqual({ sent: 2, failed: 0, stopped: null });
    expect(await inPage(page, "queue.contents()")).toEqual({
      waiting: [],
      failed: [],
      unreadable: [{ where: "queue, place 2", reason: "It has not the form of an entry." }],
    });
  });

  it("opens its database again after it was deleted", async () => {
    const page = await opened("/?idle");
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

describe("the bookmarklet of docs/client.md", () => {
  const docs = readFileSync(resolve(ROOT, "docs/client.md"), "utf8");
  const source = /```js bookmarklet\njavascript: ([\s\S]*?)```/.exec(docs)?.[1] ?? "";

  it("saves the page with one key, and repeats the request after transient failures", async () => {
    const page = await opened("/article?idle");
    const alerts: string[] = [];
    page.on("dialog", async (dialog) => {
      alerts.push(dialog.message());
      await dialog.dismiss();
    });
    // In the form that a browser gets: one line.
    const line = source.replaceAll(/\s*\n\s*/g, " ").replace('"API"', JSON.stringify(served.origin));
    const click = () => inPage(page, `void (location.href = ${JSON.stringify(`javascript:${encodeURI(line)}`)})`);

    api.faults.push({ kind: "answer", status: 400, body: "{}" });
    await click();
    await expect.poll(() => alerts).toEqual(["Not saved: 400."]);
    api.faults.push({ kind: "cut", after: true });
    await click();
    await expect.poll(() => alerts, { timeout: 120_000 }).toEqual(["Not saved: 400.", "Saved."]);
    expect(api.created).toEqual([{ key: api.requests[0]?.key, url: `${served.origin}/article?idle` }]);
    expect(api.requests).toHaveLength(3);
    expect(new Set(api.requests.map(({ key }) => key)).size).toBe(1);
    expect(api.requests[0]?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(api.requests[0]?.body).toEqual({
      url: `${served.origin}/article?idle`,
      title: "A page",
      created_from: "bookmarklet",
    });
  });

  it("waits as long as Retry-After says, up to half a minute", async () => {
    const page = await opened("/article?idle");
    const alerts: string[] = [];
    page.on("dialog", async (dialog) => {
      alerts.push(dialog.message());
      await dialog.dismiss();
    });
    // Time does not pass; the waits are recorded.
    await inPage(page, "(window.waits = [], window.setTimeout = (end, wait) => { waits.push(wait); end(); }, true)");
    const line = source.replaceAll(/\s*\n\s*/g, " ").replace('"API"', JSON.stringify(served.origin));
    const click = () => inPage(page, `void (location.href = ${JSON.stringify(`javascript:${encodeURI(line)}`)})`);

    api.faults.push({ kind: "answer", status: 429, headers: { "retry-after": "7" }, body: "{}" });
    api.faults.push({ kind: "answer", status: 503, headers: { "retry-after": "1" }, body: "{}" });
    await click();
    await expect.poll(() => alerts, { timeout: 120_000 }).toEqual(["Saved."]);
    expect(await inPage(page, "waits")).toEqual([7_000, 2_000]);

    api.faults.push({ kind: "answer", status: 429, headers: { "retry-after": "31" }, body: "{}" });
    await click();
    await expect.poll(() => alerts, { timeout: 120_000 }).toEqual(["Saved.", "Not saved: 429. Try again in 31 s."]);
    expect(await inPage(page, "waits")).toHaveLength(2);
  });
});
