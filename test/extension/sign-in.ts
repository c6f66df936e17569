import type { Page } from "playwright-core";
import type { ExtensionBrowser } from "./extension-world.ts";

/** Sets the extension up for a system, as a person does, and signs in on the system's page. @returns the extension's own page */
export async function setUp(browser: ExtensionBrowser, address: string, name: string): Promise<Page> {
  const settings = await browser.settings();
  await settings.getByRole("textbox", { name: "Your Magpie's address" }).fill(address);
  const opened = browser.context.waitForEvent("page");
  await settings.getByRole("button", { name: "Connect" }).click();
  await enterName(await opened, name);
  // As the local issuer names people.
  await settings.getByText(`${name}@magpie.example is signed in.`).waitFor();
  return settings;
}

/** Saves the page of a window below the button, which says that it has arrived. */
export async function saveIn(popup: Page): Promise<void> {
  await popup.getByRole("button", { name: "Save", exact: true }).click();
  await popup.getByRole("status").getByText("Saved.", { exact: true }).waitFor();
}

/** Signs in on the local system's page, which the browser has opened in a window. */
export async function enterName(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "User name" }).fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
}
