import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../../local/until.ts";
import type { Visitor } from "../console-world.ts";
import { isKept } from "../is-kept.ts";
import { hasFocus, keys, tabAndEnter, tabTo } from "./keyboard.ts";
import type { StoriesWorld } from "./stories-world.ts";

/** The first screen, and what is found on it by the names that a person hears. */
async function atKeyboard(world: StoriesWorld, path: string, visitor?: Visitor) {
  const visit = await world.visit(path, visitor);
  const { page } = visit;
  return {
    ...visit,
    button: (name: string | RegExp) => page.getByRole("button", { name, exact: true }),
    article: (name: string) => page.getByRole("article", { name, exact: true }),
    dialog: page.getByRole("dialog"),
  };
}

/** Waits for a screen by its heading. */
async function onScreen(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole("heading", { name: title, level: 1, exact: true }).waitFor();
}

/** What the status messages told. */
function told(page: Page, text: string | RegExp): Promise<void> {
  return page.getByRole("status", { name: "Status" }).getByText(text).waitFor();
}

/** Opens another tab of the tabs from the current one. */
async function toTab(page: Page, current: string, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole("tab", { name: current, selected: true }));
  const tab = page.getByRole("tab", { name });
  while ((await tab.and(page.locator(":focus")).count()) === 0) await keys(page, "ArrowRight");
  await keys(page, "Enter");
  await page.getByRole("tab", { name, selected: true }).waitFor();
}

/** What people do on most days. */
export function tenJobs(world: StoriesWorld): void {
  describe("by keyboard alone a person", () => {
    it("finds last month's page", async () => {
      const { page, client } = await atKeyboard(world, "/app/prices");
      const now = new Date();
      const month = (back: number) =>
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 15)).toISOString();
      for (const [back, name] of [
        [1, "hawthorn-last-month"],
        [2, "hawthorn-before"],
      ] as const) {
        await client.bookmarks.save({ url: `https://blog.example/${name}`, saved_at: month(back) });
      }
      await client.bookmarks.save({ url: "https://blog.example/hawthorn-now" });
      await keys(page, "g", "b");
      await onScreen(page, "Bookmarks");
      await page.getByRole("article").nth(2).waitFor();
      await keys(page, "/");
      const first = (back: number) => `${month(back).slice(0, 7)}-01`;
      await page.keyboard.type(`hawthorn after:${first(1)} before:${first(0)}`);
      await keys(page, "Enter");
      await page.getByRole("article").nth(1).waitFor({ state: "detached" });
      // The page has its title once it was read.
      await page.getByRole("link", { name: "Hawthorn last month" }).waitFor();
      await tabAndEnter(page, page.getByRole("link", { name: "Hawthorn last month" }));
      await onScreen(page, "Hawthorn last month");
    });

    it("cleans 40 tags", async () => {
      const { page, client, button, dialog } = await atKeyboard(world, "/app/settings");
      for (let pair = 0; pair < 20; pair += 1) {
        const tags = [`garden ${pair}`, `old ${pair}`];
        await client.bookmarks.save({ url: `https://blog.example/tagged-${pair}`, tags });
      }
      await keys(page, "g", "b");
      await onScreen(page, "Bookmarks");
      await page.getByRole("article").nth(19).waitFor();
      await tabAndEnter(page, page.getByRole("link", { name: "Tags", exact: true }));
      await onScreen(page, "Tags");
      const find = page.getByRole("searchbox", { name: "Find a tag" });
      await tabTo(page, find);
      await page.keyboard.type("garden");
      await page.getByText("20 of 40").waitFor();
      await tabAndEnter(page, button("Select"));
      await tabAndEnter(page, button("Select all 20"));
      await tabAndEnter(page, button("Merge"));
      await tabTo(page, dialog.getByRole("radio").first());
      await tabAndEnter(page, dialog.getByRole("button", { name: "Merge" }));
      await told(page, /^Merged into garden \d+: 19 items changed\.$/);
      await dialog.waitFor({ state: "detached" });
      await keys(page, "/", "Control+a");
      await page.keyboard.type("old");
      await tabAndEnter(page, button("Select all 20"));
      await tabAndEnter(page, button("Delete").first());
      await told(page, "Tags deleted: 20 (20 items changed).");
      const { bookmarks } = await until(
        "one tag is left",
        () => client.bookmarks.list({ limit: 50 }),
        (answer) => new Set(answer.bookmarks.flatMap(({ tags }) => tags)).size === 1,
      );
      expect(bookmarks).toHaveLength(20);
    });

    it("imports a file, and puts its report away", async () => {
      const { page, button, dialog } = await atKeyboard(world, "/app/bookmarks");
      const addresses = Array.from({ length: 100 }, (_, at) => `https://blog.example/imported/${at}`);
      await tabAndEnter(page, button("Import"));
      await dialog.waitFor();
      await tabTo(page, dialog.getByLabel("File"));
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), keys(page, "Space")]);
      const buffer = Buffer.from(["url", ...addresses].join("\n"));
      await chooser.setFiles({ name: "many.csv", mimeType: "text/csv", buffer });
      await tabAndEnter(page, dialog.getByRole("button", { name: "Import 100" }));
      await dialog.getByRole("button", { name: "Stop" }).waitFor();
      await keys(page, "Escape");
      await dialog.waitFor({ state: "hidden" });
      await page.getByText("Import finished: 100 new, 0 already saved, 0 refused.").waitFor();
      // The report is behind all items of the list.
      await keys(page, "u");
      await tabAndEnter(page, button("Dismiss report"));
      await page.getByText(/^Import ended/).waitFor({ state: "detached" });
    });

    it("sees whether a price is good, and the prices along the plot", async () => {
      const { page, client } = await atKeyboard(world, "/app/bookmarks", { isAdmin: true });
      const product = await client.products.create({ name: "A lens", crawl: { keyword: "lens" } });
      const { mercari } = world;
      for (const { id } of mercari.items().slice(0, 6)) mercari.change(id, { state: "sold_out" });
      await client.products.crawl({ product_id: product.id });
      await until(
        "the crawl has found the sales",
        () => client.products.get(product.id),
        ({ verdict }) => (verdict?.sales ?? 0) >= 5,
      );
      await keys(page, "g", "p");
      await onScreen(page, "Prices");
      await tabAndEnter(page, page.getByRole("link", { name: "A lens", exact: true }));
      await onScreen(page, "A lens");
      await page.getByText(/^(?:Good|Usual|High) price: .*-day median/).waitFor();
      const along = page.getByRole("slider", { name: "Prices along the plot" });
      await tabTo(page, along);
      await keys(page, "Home", "End");
      expect(await along.getAttribute("aria-valuetext")).toMatch(/^today: \d+ offers?, the cheapest ¥/);
    });

    it("learns why a search finds nothing, changes it and is told of what it finds then", async () => {
      const { page, client, button, dialog } = await atKeyboard(world, "/app/bookmarks", { isAdmin: true });
      const product = await client.products.create({ name: "A tripod", crawl: { keyword: "tripod", max_price: 300 } });
      world.mercari.mood("nothing");
      await client.products.crawl({ product_id: product.id });
      await until(
        "the crawl has found nothing",
        () => client.products.get(product.id),
        ({ last_crawl: last }) => last !== null,
      );
      world.mercari.mood("fine");
      await keys(page, "g", "p");
      await onScreen(page, "Prices");
      await tabAndEnter(page, page.getByRole("link", { name: "A tripod", exact: true }));
      await page.getByRole("heading", { name: "Why nothing was found" }).waitFor();
      await page.getByText("Only prices up to ¥300 are included.").waitFor();
      await tabAndEnter(page, button("Remove the highest price"));
      await told(page, /^The search for A tripod was changed\./);

      await tabTo(page, button("Alert"), true);
      await keys(page, "Enter");
      await tabTo(page, dialog.getByRole("textbox"));
      await page.keyboard.type("9999999");
      await tabAndEnter(page, dialog.getByRole("button", { name: "Save" }));
      await dialog.waitFor({ state: "hidden" });
      await tabTo(page, button("Crawl now"), true);
      await keys(page, "Enter");
      await page.getByRole("heading", { name: "Why nothing was found" }).waitFor({ state: "detached" });

      await tabTo(page, page.getByRole("link", { name: "Notices", exact: true }));
      await keys(page, "Enter");
      await onScreen(page, "Notices");
      await page
        .getByRole("article", { name: /A tripod/ })
        .getByText("Offer", { exact: true })
        .waitFor();
    });

    it("reads a page without a network", async () => {
      const { page, context, client, article } = await atKeyboard(world, "/app/settings", {
        hasServiceWorker: true,
        mayRequest: ["https://blog.example"],
      });
      await client.bookmarks.save({ url: "https://blog.example/a-hedge-for-sparrows" });
      // So many texts are on the device.
      await page.getByText(/^1 \([\d.]+ \w+\)$/).waitFor();
      await isKept(page);
      await context.setOffline(true);
      await keys(page, "g", "b");
      await onScreen(page, "Bookmarks");
      await article("A hedge for sparrows").waitFor();
      await keys(page, "j");
      await hasFocus(page, page.getByRole("link", { name: "A hedge for sparrows" }));
      await page.keyboard.press("Enter");
      await onScreen(page, "A hedge for sparrows");
      await page.locator(".text").getByText("Sparrows live in the hedge").waitFor();
    });

    it("redrives dead letters", async () => {
      const { page, dialog } = await atKeyboard(world, "/app/bookmarks", { isAdmin: true });
      await world.system.queue.send("no message of ours");
      await until(
        "the message is a dead letter",
        () => world.system.queue.deadLetters(),
        ({ length }) => length === 1,
      );
      await keys(page, "g", "o");
      await onScreen(page, "Operations");
      const row = page.getByRole("row", { name: /oembed-fetch/ });
      await tabAndEnter(page, row.getByRole("button", { name: "Redrive" }));
      await dialog.waitFor();
      await tabAndEnter(page, dialog.getByRole("button", { name: "Move back" }));
      await told(page, /^oembed-fetch: /);
      await hasFocus(page, row.getByRole("button", { name: "Redrive" }));
    });

    it("hides a mention, and shows it again", async () => {
      const { page, button } = await atKeyboard(world, "/app/bookmarks", { isAdmin: true });
      const target = `${world.system.outputs.site_url}/`;
      const { garden } = world;
      garden.recommend(target);
      await fetch(`${world.system.api}/webmentions`, {
        method: "POST",
        body: new URLSearchParams({ source: garden.source, target }),
      });
      await keys(page, "g", "r");
      await onScreen(page, "Recommendations");
      await toTab(page, "Recommended", "Mentions");
      for (const [press, message] of [
        ["Hide", /^Hidden: /],
        ["Show again", /^Shown again: /],
      ] as const) {
        await button(press).waitFor();
        await tabAndEnter(page, button(press));
        await told(page, message);
      }
    });

    it("saves what a phone has shared", async () => {
      const text = encodeURIComponent("Look at this: https://blog.example/shared-page");
      const { page, button, article } = await atKeyboard(world, `/app/share?text=${text}&title=A%20shared%20page`);
      await tabTo(page, page.getByRole("combobox", { name: "Tags" }));
      await page.keyboard.type("phone");
      await keys(page, "Enter");
      await tabAndEnter(page, button("Save"));
      await hasFocus(page, page.getByText(/^Saved on this device/));
      await tabAndEnter(page, page.getByRole("link", { name: "Go to Bookmarks" }));
      await article("A shared page").getByRole("link", { name: "phone" }).waitFor();
    });
  });
}
