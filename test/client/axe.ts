import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose verdict depends on the colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page, a line each. */
export function axeFindings(page: Page): Promise<string[]> {
  return findings(page, LEVELS);
}

/** What axe finds of the colours of a page whose markup it has judged in other ones. */
export function axeFindingsOfColours(page: Page): Promise<string[]> {
  return findings(page, OF_COLOURS);
}

/** @param runOnly levels, or rules */
async function findings(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // A script element would need trusted types: this is evaluated from outside, once for each load.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly, resultTypes: ["violations"] });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
