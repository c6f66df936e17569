import type { Locator, Page } from "playwright-core";

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
