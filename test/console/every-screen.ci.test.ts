import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleVisits } from "./console-world.ts";
import { everyScreen, follow } from "./every-screen.ts";
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
  const options = JSON.stringify({ runOnly: LEVELS, resultTypes: ["violations"] });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];
/** Each is as tall as the whole, so that its width alone differs. */
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 720 };

/** What is noted of a screen in one look. */
interface Seen {
  readonly findings: readonly string[];
  readonly facts: unknown;
}

const FACTS = `({
  tooWide: document.documentElement.scrollWidth > innerWidth,
  headings: document.querySelectorAll("h1").length,
  lang: document.documentElement.lang,
  title: document.title.endsWith(" · Magpie"),
})`;

/** Opens every screen once, and looks at it in every look: a load costs as much as two looks. */
async function everyLook(locale: string): Promise<Record<Scheme, Record<string, Seen>>> {
  const { page } = await visit("/app/", {
    name: populated.name,
    isAdmin: true,
    // The screen of a deck shows its player.
    mayRequest: ["https://speakerdeck.com"],
    locale,
    browser: { viewport: NARROW, reducedMotion: "reduce" },
  });
  // A script element would need trusted types; this is evaluated from outside, and stays while no page is loaded.
  await page.evaluate(AXE);
  const seen: Record<Scheme, Record<string, Seen>> = { light: {}, dark: {} };
  for (const screen of everyScreen(populated)) {
    await page.setViewportSize(NARROW);
    await follow(page, screen);
    const facts = new Map<Scheme, unknown>();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      facts.set(colorScheme, await page.evaluate(FACTS));
    }
    await page.setViewportSize(WIDE);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      seen[colorScheme][screen.name] = { findings: await findings(page), facts: facts.get(colorScheme) };
    }
  }
  return seen;
}

describe.each(["en-GB", "ja-JP"])("in %s", (locale) => {
  let looks: ReturnType<typeof everyLook> | undefined;
  describe.each(SCHEMES)("and %s colours", (scheme) => {
    /** What was noted of each screen. The first test looks. */
    async function noted<Noted extends keyof Seen>(what: Noted): Promise<Record<string, Seen[Noted]>> {
      looks ??= everyLook(locale);
      const seen = (await looks)[scheme];
      return Object.fromEntries(Object.entries(seen).map(([name, screen]) => [name, screen[what]]));
    }
    const onEveryScreen = (expected: unknown) =>
      Object.fromEntries(everyScreen(populated).map(({ name }) => [name, expected]));

    it("no screen has a finding of axe", async () => {
      expect(await noted("findings")).toEqual(onEveryScreen([]));
    });

    it("every screen fits into 320 pixels, has one heading of the first level, and says its language", async () => {
      const lang = locale.slice(0, 2);
      expect(await noted("facts")).toEqual(onEveryScreen({ tooWide: false, headings: 1, lang, title: true }));
    });
  });
});
