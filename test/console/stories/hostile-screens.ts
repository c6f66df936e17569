import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../../local/until.ts";
import { everyScreen, follow, turnTo } from "../every-screen.ts";
import type { PopulatedWorld } from "../populated-world.ts";
import { signIn } from "../sign-in.ts";
import { ADDRESSES, answerHostilely, HOSTILE, MARKUP } from "./hostile-answers.ts";

/** Screens that show nothing of the API here, the settings with their bookmarklet among them. */
const OWN = new Set(["settings", "waiting", "share", "add", "blocked-hosts"]);

/** What of the page could run, or lead, where it must not; each as the markup of its element. */
function dangers(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        const leads = ["href", "xlink:href", "src", "srcset", "srcdoc", "action", "formaction", "data", "poster"];
        const isAddress = leads.includes(name) && !["http:", "https:"].includes(new URL(value, location.href).protocol);
        if (isAddress || name.startsWith("on")) found.push(element.outerHTML.slice(0, 300));
      }
    }
    if (document.querySelector("iframe, object, embed, #console script") !== null) found.push("a frame or a script");
    if (window.ran !== undefined) found.push("a script has run");
    return found;
  })()`);
}

/** Requests of a page that are not over. */
function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

/** Waits until the screen asks for nothing more: after a frame in which nothing was requested or busy. */
async function settled(page: Page, open: ReadonlySet<Request>): Promise<void> {
  await until(
    "the screen asks for nothing more",
    async () => {
      await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
      return open.size + (await page.locator("#content [aria-busy=true]").count());
    },
    (busy) => busy === 0,
  );
}

/** What the API answers runs nowhere, whatever it is. */
export function hostileScreens(world: PopulatedWorld): void {
  describe("hostile answers of the API", () => {
    it("are shown as text on every screen: nothing runs, and nothing leads anywhere but to the web", async () => {
      const { page, context } = await world.visit("/app/settings", { isSignedOut: true });
      await page.evaluate(`localStorage.setItem("magpie-preferences", JSON.stringify({ images: true }))`);
      // Before signing in: what was synced once is not fetched again.
      await answerHostilely(context, world.populated.system.api);
      await signIn(page, world.populated.name, true);
      const found: Record<string, string[]> = {};
      const screens = everyScreen(world.populated).filter(({ name }) => !OWN.has(name));
      const open = openRequests(page);
      for (const screen of screens) {
        await follow(page, { ...screen, shows: HOSTILE });
        await settled(page, open);
        // What is folded, and the deck's player.
        const folded = page.locator("#content").locator("summary, button[aria-expanded=false]");
        for (const opener of await folded.elementHandles()) await opener.dispatchEvent("click");
        await settled(page, open);
        found[screen.name] = await dangers(page);
      }
      expect(found).toEqual(Object.fromEntries(screens.map(({ name }) => [name, []])));
    });
  });

  it("a shared address that is not on the web is left out, and the text beside it stays text", async () => {
    const { page } = await world.visit("/app/settings", { name: world.populated.name });
    for (const url of ADDRESSES) {
      await turnTo(page, { path: `/app/share?${new URLSearchParams({ url, title: MARKUP, text: MARKUP })}` });
      expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toMatch(/^(?:https:|$)/);
      expect(await dangers(page)).toEqual([]);
    }
  });
}
