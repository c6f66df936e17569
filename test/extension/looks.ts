import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings } from "../client/axe.ts";
import type { Walk } from "./every-state.ts";
import { everyState } from "./every-state.ts";
import type { ExtensionSystem } from "./extension-system.ts";
import { CHROMIUM, newProfile, removeFolders } from "./extension-world.ts";
import { siteOf } from "./recording-proxy.ts";

const WIDTH = 320;
const [TEA, KETTLE, POT, CUP] = ["tea", "kettle", "pot", "cup"].map((name) => `http://pages.example/looked-at/${name}`);
const HTML = "<!doctype html><title>Tea for beginners, and everything else about it</title><p>Boil the water.</p>";
/** The pages on which it is looked at. */
export const LOOKED_AT: ReadonlyMap<string, string> = new Map(
  [TEA, KETTLE, POT, CUP].map((address = "") => [address, HTML]),
);

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

/** Everything of the extension that one sees. */
export function looks(world: ExtensionSystem): void {
  describe.skipIf(CHROMIUM === null)("every state of the extension's pages", () => {
    it.each([
      ["en", ["light", "dark"]],
      // The colours are those of the other language.
      ["ja", ["light"]],
    ] as const)(
      "in %s is accessible at 320 px in its themes %j, and large enough to be pressed",
      async (language, themes) => {
        const { system, proxy } = world;
        const profile = newProfile();
        const browser = await world.start(profile, { language });
        proxy.stage = "reached";
        await world.letIn(browser);
        const seen: Record<string, unknown> = {};
        const walk = {
          browser,
          proxy,
          stage: siteOf(system.api),
          person: `onlooker-${language}`,
          pages: [TEA, KETTLE, POT, CUP],
        } as Walk;
        for await (const { name, page } of everyState(walk)) {
          await page.setViewportSize({ width: WIDTH, height: 600 });
          const found: string[] = [];
          for (const theme of themes) found.push(...(await findings(page, theme)));
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
}
