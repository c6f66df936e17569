import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import { System } from "../local/system.ts";
import { until } from "../local/until.ts";
import { CHROMIUM, ExtensionBrowser, newProfile, removeFolders, unpackedExtension } from "./extension-world.ts";
import { RecordingProxy } from "./recording-proxy.ts";
import { setUp } from "./sign-in.ts";

const ROUNDS = 5;
const SAVES = 10;
const addressOf = (number: number) => `http://pages.example/page-${number}`;
const PAGES = new Map(
  Array.from({ length: ROUNDS * SAVES }, (_, number) => [
    addressOf(number),
    `<!doctype html><title>Page ${number}</title>`,
  ]),
);

describe.skipIf(CHROMIUM === null)("fifty saves without a network", () => {
  let system: System;
  let proxy: RecordingProxy;
  let extension: string;
  const profile = newProfile();
  let start: () => Promise<ExtensionBrowser>;
  beforeAll(async () => {
    [system, extension] = await Promise.all([System.start(), unpackedExtension()]);
    proxy = new RecordingProxy(system.api, PAGES);
    const proxyUrl = await proxy.start();
    start = () => ExtensionBrowser.start({ extension, profile, proxy: proxyUrl });
  });
  afterAll(async () => {
    await proxy?.close();
    await system?.close();
    removeFolders(extension, profile);
  });

  it("arrive exactly once, although the browser is killed between them, and while they are sent and answers are lost", async () => {
    let browser = await start();
    const first = await browser.context.newPage();
    await first.goto(system.consoleUrl);
    await setUp(browser, system.api, "fifty");
    const client = new MagpieClient({ baseUrl: system.api, token: () => system.token("fifty") });
    const saved = async () => (await client.bookmarks.list({ limit: 100 })).bookmarks.map(({ url }) => url);

    proxy.stage = "away";
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let number = round * SAVES; number < (round + 1) * SAVES; number += 1) {
        const page = await browser.context.newPage();
        await page.goto(addressOf(number));
        const popup = await browser.popup(page);
        await popup.getByRole("button", { name: "Save", exact: true }).click();
        // From here on it is promised. The browser may be killed in this very moment.
        await popup
          .getByRole("status")
          .getByText(/^(?:Saving…|Kept in this browser\.)/)
          .waitFor();
        if (number % SAVES === SAVES - 1) break;
        await popup.close();
        await page.close();
      }
      await browser.kill();
      browser = await start();
    }
    expect(await saved()).toEqual([]);

    // The API takes them, and the browser never learns that it did; then the browser is killed while it sends.
    proxy.requests.length = 0;
    proxy.stage = "losing-answers";
    await (await browser.background()).evaluate("chrome.runtime.getPlatformInfo()");
    await browser.popup(await browser.context.newPage());
    await until("some have arrived", saved, ({ length }) => length >= 1);
    await browser.kill();
    browser = await start();
    proxy.stage = "reached";
    await until("more have arrived", saved, ({ length }) => length >= 5);
    await browser.kill();
    browser = await start();

    await until("all have arrived", saved, ({ length }) => length >= PAGES.size);
    const background = await browser.background();
    await until(
      "nothing waits",
      () => background.evaluate<string>("chrome.action.getBadgeText({})"),
      (text) => text === "",
    );
    expect((await saved()).sort()).toEqual([...PAGES.keys()].sort());
    // Each under one key, however often it was sent.
    const posts = proxy.requests.filter(({ method, path }) => method === "POST" && path === "/v1/bookmarks");
    expect(new Set(posts.map(({ key }) => key)).size).toBe(PAGES.size);
    expect(posts.length).toBeGreaterThan(PAGES.size);
    await browser.close();
  });
});
