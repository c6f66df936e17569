import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Exports by the dialog of a list's screen. @returns the name and the text of the file that the browser gets */
export async function exportedFile(
  page: Page,
  title: string,
  format: RegExp,
): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("radio", { name: format }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  await dialog.waitFor({ state: "hidden" });
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}
