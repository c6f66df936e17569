import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { ConsoleWorld } from "../console-world.ts";
import { changeSession } from "../session-changes.ts";
import { signIn } from "../sign-in.ts";

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

/** Signing in, the start without a network, and what the page preloads. */
export function frameInBrowser(world: ConsoleWorld): void {
  describe("signing in", () => {
    it("leads to the screen that was asked for, without a code in its address", async () => {
      const { page, name } = await world.visit("/app/slides?q=ferry", { isSignedOut: true });
      await signIn(page, name, false);
      await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
      expect(page.url()).toBe(`${world.system.api}/app/slides?q=ferry`);
      await page.goBack().catch(() => null);
      expect(page.url()).not.toContain("code=");
    });

    it("lasts after a reload, in other tabs, and after its token has expired", async () => {
      const { page, context } = await world.visit("/app/bookmarks");
      await page.reload();
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      // By the tab that needs the token first: the reloaded one may still be asking for changes.
      const renewed = context.waitForEvent("response", (answer) => answer.url().endsWith("/oauth2/token"));
      await changeSession(page, "user.expires_at = 1;");
      const other = await context.newPage();
      // Of changes only one tab of a browser asks.
      const asked = other.waitForResponse((answer) => answer.url().includes("/v1/products"));
      await other.goto("/app/prices");
      expect([(await renewed).status(), (await asked).status()]).toEqual([200, 200]);
    });

    it("works in Japanese, in which the first screen is from its first frame on", async () => {
      const { page, name } = await world.visit("/app/", { locale: "ja-JP", isSignedOut: true });
      await page.addInitScript(`
        globalThis.english = [];
        new MutationObserver(() => {
          const text = document.querySelector("#console")?.textContent ?? "";
          if (/Loading|Bookmarks/.test(text)) english.push(text);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      `);
      await signIn(page, name, false);
      await page.getByRole("heading", { name: "ブックマーク", level: 1 }).waitFor();
      expect(await page.evaluate("english")).toEqual([]);
      expect(await page.evaluate("document.documentElement.lang")).toBe("ja");
    });
  });

  describe("without a network", () => {
    it("the console starts, at any of its addresses, and says so", async () => {
      const { page, context } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
      await context.setOffline(true);
      await page.goto("/app/settings");
      await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
      await page.getByText("Offline. Bookmarks").waitFor();
      await context.setOffline(false);
      await page.getByText("Offline. Bookmarks").waitFor({ state: "detached" });
    });

    it("the console changes its language", async () => {
      const { page, context } = await world.visit("/app/settings", { hasServiceWorker: true });
      await context.setOffline(true);
      await page.getByRole("combobox", { name: "Language" }).selectOption("ja");
      await page.getByRole("heading", { name: "設定", level: 1 }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: "設定", level: 1 }).waitFor();
      await page.getByRole("link", { name: "スライド" }).waitFor();
    });

    it("the console says why it stays in its language if the texts of another are not on the device", async () => {
      const { page, context } = await world.visit("/app/settings");
      // The visit begins when the navigation is shown; without a worker the code of the screen may still be loading.
      const language = page.getByRole("combobox", { name: "Language" });
      await language.waitFor();
      await context.setOffline(true);
      await language.selectOption("ja");
      await page.getByRole("alert").getByText("could not be loaded").waitFor();
      await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    });

    it("the page of this device is shown when the site's server fails", async () => {
      const { page, context } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
      await context.route("**/app/**", (route) => route.fulfill({ status: 503, body: "busy" }));
      await page.goto("/app/slides");
      await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
    });
  });

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
}
