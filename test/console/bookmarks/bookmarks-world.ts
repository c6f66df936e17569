import type { Locator, Page } from "playwright-core";
import { afterAll } from "vitest";
import type { BlogSite } from "../../../lib/local/sites/blog-site.ts";
import { startBlogSite } from "../../../lib/local/sites/blog-site.ts";
import type { ConsoleWorld } from "../console-world.ts";
import { consoleWorld } from "../console-world.ts";

/** Starts the console with a simulated blog, whose pages can be saved, for the tests of a file. */
export function bookmarksWorld(): ConsoleWorld {
  let blog: BlogSite;
  const world = consoleWorld(async () => {
    blog = await startBlogSite();
    return blog.egressMap;
  });
  afterAll(() => blog?.close());
  return world;
}

/** An item of the list by its title. */
export function itemOf(page: Page, title: string | RegExp): Locator {
  const heading = page.getByRole("heading", { name: title, level: 2, exact: true });
  return page.getByRole("list", { name: "Bookmarks" }).getByRole("article").filter({ has: heading });
}

/** Saves a page by the form. */
export async function saveByForm(page: Page, address: string): Promise<void> {
  const form = page.getByRole("form", { name: "Save or search" });
  await form.getByRole("textbox", { name: "Address or words" }).fill(address);
  await form.getByRole("button", { name: "Save", exact: true }).click();
}
