import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeFindings } from "../client/axe.ts";
import { System } from "../local/system.ts";
import { everyState } from "./every-state.ts";
import { CHROMIUM, ExtensionBrowser, newProfile, removeFolders, unpackedExtension } from "./extension-world.ts";
import { RecordingProxy, siteOf } from "./recording-proxy.ts";

const WIDTH = 320;
const PAGES = ["tea", "kettle", "pot", "cup"].map((name) => `http://pages.example/${name}`);

/** What is pressed has 44 px at least; a link in a text and a tag's own button inside the tag's line aside. */
const FACTS = `({
  tooWide: document.documentElement.scrollWidth > innerWidth,
  headings: document.querySelectorAll("h1").length,
  lang: document.documentElement.lang,
  small: Array.from(document.querySelectorAll("button, .button, input:not([type=checkbox]), label:has(> [type=checkbox]), textarea, [role=option]"))
    .filter((each) => each.checkVisibility())
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 44 || height < 44)
    .map(([html]) => html),
})`;

/** What axe finds on the page in one theme, a line each. */
async function findings(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  return (await axeFindings(page)).map((finding) => `${colorScheme}: ${finding}`);
}

describe.skipIf(CHROMIUM === null)("every state of the extension's pages", () => {
  let system: System;
  let proxy: RecordingProxy;
  let extension: string;
  beforeAll(async () => {
    [system, extension] = await Promise.all([System.start(), unpackedExtension()]);
    const html = "<!doctype html><title>Tea for beginners, and everything else about it</title><p>Boil the water.</p>";
    proxy = new RecordingProxy(system.api, new Map(PAGES.map((address) => [address, html])));
  });
  afterAll(async () => {
    await proxy?.close();
    await system?.close();
    removeFolders(extension);
  });

  let proxyUrl: string | undefined;
  it.each(["en", "ja"] as const)(
    "in %s is accessible at 320 px in both themes, and large enough to be pressed",
    async (language) => {
      proxyUrl ??= await proxy.start();
      const profile = newProfile();
      const browser = await ExtensionBrowser.start({ extension, profile, proxy: proxyUrl, language });
      const first = await browser.context.newPage();
      await first.goto(system.consoleUrl);
      const [tea = "", kettle = "", pot = "", cup = ""] = PAGES;
      const seen: Record<string, unknown> = {};
      const walk = {
        browser,
        proxy,
        stage: siteOf(system.api),
        person: `reader-${language}`,
        pages: [tea, kettle, pot, cup],
      } as const;
      for await (const { name, page } of everyState(walk)) {
        await page.setViewportSize({ width: WIDTH, height: 600 });
        const found = [...(await findings(page, "light")), ...(await findings(page, "dark"))];
        seen[name] = { found, ...(await page.evaluate<object>(FACTS)) };
      }
      expect(Object.keys(seen).length).toBeGreaterThan(12);
      const wanted = { found: [], tooWide: false, headings: 1, lang: language, small: [] };
      expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((name) => [name, wanted])));
      await browser.close();
      removeFolders(profile);
    },
  );
});
