import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { consoleWorld } from "../console-world.ts";

const world = consoleWorld();

const CONFIG = "/app/config.json";
/** A file that the page does not use. */
const UNUSED = "/app/licenses.txt";

/** Has every page preload a file that it does not use: Chromium's warning of it comes along with those of others. */
async function preloadUnused(context: BrowserContext): Promise<void> {
  await context.addInitScript(`addEventListener("DOMContentLoaded", () => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: "${UNUSED}" });
    document.head.append(link);
  })`);
}

/** Waits for Chromium's warnings of what was preloaded and not used. */
async function unusedPreloads(page: Page): Promise<string[]> {
  const warnings: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  page.on("console", (message) => {
    const text = message.text();
    if (!text.includes("preload")) return;
    if (text.includes(UNUSED)) resolve();
    else warnings.push(text);
  });
  await page.reload();
  await promise;
  return warnings;
}

describe.each([
  ["without a service worker", false],
  ["with a service worker", true],
])("%s", (_, hasServiceWorker) => {
  it("the page uses what it has preloaded, and asks for its stage's addresses once", async () => {
    const { page, context } = await world.visit("/app/bookmarks", { hasServiceWorker });
    await preloadUnused(context);
    expect(await unusedPreloads(page)).toEqual([]);
    const asked = await page.evaluate<string[]>(
      `performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)`,
    );
    expect(asked.filter((path) => path === CONFIG)).toEqual([CONFIG]);
    expect(asked).toContain(UNUSED);
  });
});
