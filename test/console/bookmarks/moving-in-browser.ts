import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import type { ConsoleWorld } from "../console-world.ts";
import { itemOf } from "./bookmarks-list.ts";

/** What an import and an export need of a browser: a stored file that outlives the page, and a download. */
export function movingInBrowser(world: ConsoleWorld): void {
  it("an import goes on over a reload and on other screens, and saves each of 40 entries once", async () => {
    const urls = Array.from({ length: 40 }, (_, at) => `https://blog.example/imported/${at}`);
    const { page, client } = await world.visit("/app/bookmarks");
    // From the twentieth on, entries wait until the import has been seen to go on.
    const seen = Promise.withResolvers<void>();
    let sent = 0;
    await page.route("**/v1/bookmarks", async (route) => {
      sent += 1;
      if (sent > 20) await seen.promise;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import bookmarks" });
    const buffer = Buffer.from(["url", ...urls].join("\n"));
    await dialog.getByLabel("File").setInputFiles({ name: "many.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "Import 40" }).click();
    await dialog.getByRole("progressbar").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("The import continues in the background.").waitFor();
    await page.getByText(/^Importing: [1-9]\d* of 40/).waitFor();
    await page.reload();
    await page.getByText(/^Importing: [1-9]\d* of 40/).waitFor();
    await page.getByRole("link", { name: "Slides" }).click();
    seen.resolve();
    await page.getByText("Import finished: 40 new, 0 already saved, 0 refused.").waitFor({ timeout: 0 });
    await page.getByRole("button", { name: "Dismiss report" }).click();
    await page.getByText(/^Import ended/).waitFor({ state: "detached" });
    const saved: string[] = [];
    for await (const { url } of client.bookmarks.all()) saved.push(url);
    expect(saved.sort()).toEqual(urls.sort());
  });

  it("an export is a download of everything, also without a network", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await client.bookmarks.save({ url: "https://blog.example/posts/owls", tags: ["night"], note: "Read & keep" });
    await itemOf(page, "Owls").getByText("Done", { exact: true }).waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Export" }).click();
    const dialog = page.getByRole("dialog", { name: "Export bookmarks" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download" }).click(),
    ]);
    await dialog.waitFor({ state: "hidden" });
    expect(download.suggestedFilename()).toMatch(/^bookmarks-\d{4}-\d\d-\d\d\.html$/);
    expect(await readFile(await download.path(), "utf8")).toContain("<DD>Read &amp; keep");
  });
}
