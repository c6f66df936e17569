import { afterAll, describe, expect, it } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import { until } from "../local/until.ts";
import type { ExtensionSystem } from "./extension-system.ts";
import type { ExtensionBrowser } from "./extension-world.ts";
import { CHROMIUM, killBrowserOf, newProfile, removeFolders } from "./extension-world.ts";
import { siteOf } from "./recording-proxy.ts";
import { setUp } from "./sign-in.ts";

/** With these numbers the last save before a kill is one of the window in the first round, and of the menu in the other. */
const ROUNDS = 2;
const SAVES = 7;
const addressOf = (number: number) => `http://pages.example/page-${number}`;
/** The pages that are saved. */
export const SAVED_PAGES: ReadonlyMap<string, string> = new Map(
  Array.from({ length: ROUNDS * SAVES }, (_, number) => [
    addressOf(number),
    `<!doctype html><title>Page ${number}</title>`,
  ]),
);

/** Saves in the window below the button. When it says that the page is kept, that is promised. */
async function saveInWindow(browser: ExtensionBrowser, address: string): Promise<void> {
  const popup = await browser.popup(await browser.open(address));
  await popup.getByRole("button", { name: "Save", exact: true }).click();
  await popup
    .getByRole("status")
    .getByText(/^(?:Saving…|Kept in this browser\.)/)
    .waitFor();
}

/** Saves by the menu of a page. When the button tells how many wait, that is promised. */
async function saveByMenu(browser: ExtensionBrowser, address: string, waiting: number): Promise<void> {
  await browser.chooseInMenu({ menuItemId: "page" }, { url: address, title: "A page" });
  await until(
    `${waiting} wait`,
    () => browser.badge(),
    (text) => text === String(waiting),
  );
}

/** No save is lost or doubled, whatever dies. */
export function lostSaves(world: ExtensionSystem): void {
  describe.skipIf(CHROMIUM === null)("saves without a network", () => {
    const profile = newProfile();
    const start = () => world.start(profile);
    afterAll(() => removeFolders(profile));

    it("arrive exactly once, although the browser is killed between them, and while they are sent and answers are lost", async () => {
      const { system, proxy } = world;
      proxy.stage = "reached";
      let browser = await start();
      await world.letIn(browser);
      await setUp(browser, siteOf(system.api), "traveller");
      const client = new MagpieClient({ baseUrl: system.api, token: () => system.token("traveller") });
      const saved = async () => (await client.bookmarks.list({ limit: 100 })).bookmarks.map(({ url }) => url);

      proxy.stage = "away";
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let number = round * SAVES; number < (round + 1) * SAVES; number += 1) {
          if ((number + round) % 3 === 0) await saveInWindow(browser, addressOf(number));
          else await saveByMenu(browser, addressOf(number), number + 1);
        }
        await browser.kill();
        if (round < ROUNDS - 1) browser = await start();
      }
      expect(await saved()).toEqual([]);

      // The API takes them, and the browser never learns that it did; then the browser is killed while it sends.
      proxy.requests.length = 0;
      proxy.stage = "losing-answers";
      world.startAlone(profile);
      await until("some have arrived", saved, ({ length }) => length >= 1);
      await killBrowserOf(profile);
      proxy.stage = "reached";
      world.startAlone(profile);
      await until("more have arrived", saved, ({ length }) => length >= 5);
      await killBrowserOf(profile);
      browser = await start();

      await until("all have arrived", saved, ({ length }) => length >= SAVED_PAGES.size);
      await until(
        "nothing waits",
        () => browser.badge(),
        (text) => text === "",
      );
      expect((await saved()).sort()).toEqual([...SAVED_PAGES.keys()].sort());
      // Each under one key, however often it was sent.
      const posts = proxy.requests.filter(({ method, path }) => method === "POST" && path === "/v1/bookmarks");
      expect(new Set(posts.map(({ key }) => key)).size).toBe(SAVED_PAGES.size);
      expect(posts.length).toBeGreaterThan(SAVED_PAGES.size);
      await browser.close();
    });
  });
}
