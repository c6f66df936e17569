import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { ownAnswer } from "../client/chromium.ts";
import type { PopulatedWorld } from "./populated-world.ts";

/** Each of these buttons is there, once. */
async function hasButtons(within: Page | Locator, names: readonly string[]): Promise<void> {
  for (const name of names) await within.getByRole("button", { name, exact: true }).waitFor();
}

/** The items of a list, which are articles named by their heading. */
function items(page: Page, list: string): Locator {
  return page.getByRole("list", { name: list, exact: true }).getByRole("listitem").getByRole("article");
}

/** The item of a list with a title. */
function item(page: Page, list: string, name: string): Locator {
  return page.getByRole("list", { name: list, exact: true }).getByRole("article", { name, exact: true });
}

/** The parts that are the same on the screens `Bookmarks` and `Slides`. */
async function hasSavingAndFinding(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Save or search", exact: true });
  await form.getByRole("textbox", { name: "Address or words", exact: true }).waitFor();
  await hasButtons(form, ["Save"]);
  await hasButtons(page, ["Export", "Import"]);
  await page.getByRole("status", { name: "Status", exact: true }).waitFor({ state: "attached" });
}

/** Programs find elements of the console by these roles and names: a change of one breaks them. */
export function rolesAndNames(world: PopulatedWorld): void {
  it("the roles and names of the console are those of the navigation, and of each screen to which it leads", async () => {
    const { page } = await world.visit("/app/", { name: world.populated.name, isAdmin: true });
    await hasNavigation(page);
    for (const [name, hasItsNames] of Object.entries(SCREENS)) {
      await page.getByRole("link", { name, exact: true }).click();
      await hasItsNames(page);
    }
  });
}

async function hasNavigation(page: Page): Promise<void> {
  const links = page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link");
  const names = ["Bookmarks", "Slides", "Books", "Prices", "Recommendations", "Notices", "Operations"];
  expect(await links.count()).toBe(names.length + 1);
  for (const [index, name] of [...names, "Settings"].entries()) {
    await links
      .nth(index)
      .and(page.getByRole("link", { name, exact: true }))
      .waitFor();
  }
  for (const name of names) {
    await links.filter({ hasText: name }).click();
    await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  }
}

/** By the name of the link to each screen. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async Bookmarks(page) {
    await hasSavingAndFinding(page);
    const done = item(page, "Bookmarks", "Hawthorn and rowan");
    await done.getByText("Done", { exact: true }).waitFor();
    await hasButtons(done, ["Edit", "Delete", "Fetch again"]);
    const failed = items(page, "Bookmarks").filter({ has: page.getByText("Failed", { exact: true }) });
    await failed.getByText("The page does not exist.").waitFor();
    await hasButtons(failed, ["Edit", "Delete", "Fetch again", "Try again"]);
  },

  async Slides(page) {
    await hasSavingAndFinding(page);
    const ready = item(page, "Slides", "Birds of the hedge");
    await ready.getByText("Ready", { exact: true }).waitFor();
    await hasButtons(ready, ["Edit", "Delete", "Fetch again"]);
    const failed = item(page, "Slides", "speakerdeck.com/hedge/hidden");
    await failed.getByText("Failed", { exact: true }).waitFor();
    await failed.getByText("it may be private or deleted").waitFor();
    await hasButtons(failed, ["Edit", "Delete", "Fetch again", "Try again"]);
  },

  async Prices(page) {
    await hasButtons(page, ["New product"]);
    const product = item(page, "Products", "A camera");
    await product.getByRole("link", { name: /¥/ }).waitFor();
    const figure = product.getByRole("figure", { name: "Price trend", exact: true });
    await figure.getByRole("table").waitFor({ state: "attached" });
    await hasButtons(product, ["Crawl now", "Alert"]);
    await product.getByRole("link", { name: "A camera", exact: true }).click();
    await page.getByRole("figure", { name: "Price trend", exact: true }).getByRole("table").waitFor();
    await hasButtons(page, ["Crawl now", "Alert"]);
  },

  async Recommendations(page) {
    await page.getByRole("tab", { name: "Recommended", exact: true, selected: true }).waitFor();
    await hasButtons(page.getByRole("article", { name: "The garden", exact: true }), ["Announce again"]);
    await page.getByRole("tab", { name: "Incoming", exact: true }).click();
    await hasButtons(page.getByRole("article", { name: "The orchard", exact: true }), ["Recommend back", "Block"]);
  },

  async Operations(page) {
    // A queue with a dead letter: the screen has been shown without one.
    await page.route(/\/v1\/ops\/queues$/, async (route) => {
      const response = await ownAnswer(route);
      await route.fulfill({ response, body: (await response.text()).replace('"dlq_depth":0', '"dlq_depth":1') });
    });
    await page.getByRole("link", { name: "Notices", exact: true }).click();
    await items(page, "Notices").first().waitFor();
    await page.getByRole("link", { name: "Operations", exact: true }).click();
    await hasButtons(page.getByRole("table", { name: "Queues", exact: true }), ["Redrive"]);
    await hasButtons(items(page, "Failed jobs"), ["Try again"]);
    await hasButtons(items(page, "Jobs"), ["Run now", "Reset cursor"]);
    const tabs = page.getByRole("tablist").getByRole("tab");
    for (const name of ["Overview", "Failed jobs", "Jobs", "Alarms"])
      await tabs.and(page.getByRole("tab", { name: new RegExp(`^${name}`) })).waitFor();
  },
};
