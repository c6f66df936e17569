import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleVisits } from "./console-world.ts";
import type { NamedScreen } from "./every-screen.ts";
import { everyScreen } from "./every-screen.ts";
import type { PopulatedSystem } from "./populated-system.ts";
import { startPopulatedSystem } from "./populated-system.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let populated: PopulatedSystem;
beforeAll(async () => {
  populated = await startPopulatedSystem();
});
afterAll(() => populated?.close());
const visit = consoleVisits(() => populated.system);

/** What axe finds on the page, a line each. */
async function findings(page: Page): Promise<string[]> {
  // A script element would need trusted types; this is evaluated from outside.
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: LEVELS, resultTypes: ["violations"] });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Opens a screen, and waits until it shows its things. */
async function opened(page: Page, { path, shows }: NamedScreen): Promise<void> {
  await page.goto(path);
  // The page before the start is over has another heading.
  await page.locator("#content h1").waitFor();
  await page.locator("#content").getByText(shows).filter({ visible: true }).first().waitFor();
}

const LOOKS = (["en-GB", "ja-JP"] as const).flatMap((locale) =>
  (["light", "dark"] as const).map((colorScheme) => ({ locale, colorScheme })),
);

describe.each(LOOKS)("in $locale and $colorScheme colours", ({ locale, colorScheme }) => {
  it("no screen has a finding of axe", async () => {
    const { page } = await visit("/app/", {
      name: populated.name,
      isAdmin: true,
      // The screen of a deck shows its player.
      mayRequest: ["https://speakerdeck.com"],
      locale,
      browser: { colorScheme, reducedMotion: "reduce" },
    });
    const found: Record<string, string[]> = {};
    for (const screen of everyScreen(populated)) {
      await opened(page, screen);
      found[screen.name] = await findings(page);
    }
    expect(found).toEqual(Object.fromEntries(everyScreen(populated).map(({ name }) => [name, []])));
  });

  it("every screen fits into 320 pixels, has one heading of the first level, and says its language", async () => {
    const { page } = await visit("/app/", {
      name: populated.name,
      isAdmin: true,
      // The screen of a deck shows its player.
      mayRequest: ["https://speakerdeck.com"],
      locale,
      browser: { colorScheme, viewport: { width: 320, height: 640 } },
    });
    for (const screen of everyScreen(populated)) {
      await opened(page, screen);
      const facts = await page.evaluate<unknown>(`({
        tooWide: document.documentElement.scrollWidth > innerWidth,
        headings: document.querySelectorAll("h1").length,
        lang: document.documentElement.lang,
        title: document.title.endsWith(" · Magpie"),
      })`);
      expect({ [screen.name]: facts }).toEqual({
        [screen.name]: { tooWide: false, headings: 1, lang: locale.slice(0, 2), title: true },
      });
    }
  });
});
