import { expect, it } from "vitest";
import { exportedFile } from "../exported-file.ts";
import { bookmarksWorld, itemOf } from "./bookmarks-world.ts";

const world = bookmarksWorld();

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
<DT><A HREF="https://blog.example/posts/owls" ADD_DATE="1700000000" TAGS="night,birds">Owls of the hedge</A>
<DT><A HREF="javascript:alert(1)">A bookmarklet</A>
<DT><A HREF="https://blog.example/posts/wrens">Wrens</A>
</DL>`;

it("an import is checked, sent, and finds everything there the second time", async () => {
  const { page } = await world.visit("/app/bookmarks");
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import bookmarks" });
  const chosen = { name: "bookmarks.html", mimeType: "text/html", buffer: Buffer.from(FILE) };
  for (const result of ["2 new, 0 already saved, 1 refused", "0 new, 2 already saved, 1 refused"]) {
    await dialog.getByLabel("File", { exact: true }).setInputFiles(chosen);
    await dialog.getByText("2 bookmarks can be imported, 1 can't.").waitFor();
    const refused = dialog.getByRole("row", { name: /javascript:alert/ });
    expect(await refused.getByRole("cell").first().textContent()).toBe("4");
    await dialog.getByRole("button", { name: "Import 2" }).click();
    await dialog.getByText(result).waitFor();
    await dialog.getByRole("button", { name: "Choose another file" }).click();
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  const owls = itemOf(page, "Owls of the hedge");
  await owls.getByText("14 Nov 2023").waitFor();
  await owls.getByRole("link", { name: "night" }).waitFor();
});

it("an import goes on over a reload and on other screens, and saves each of 200 entries once", async () => {
  const urls = Array.from({ length: 200 }, (_, at) => `https://blog.example/imported/${at}`);
  const { page, client } = await world.visit("/app/bookmarks");
  // From the hundredth on, entries wait until the import has been seen to go on.
  const seen = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/v1/bookmarks", async (route) => {
    sent += 1;
    if (sent > 100) await seen.promise;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import bookmarks" });
  const buffer = Buffer.from(["url", ...urls].join("\n"));
  await dialog.getByLabel("File").setInputFiles({ name: "many.csv", mimeType: "text/csv", buffer });
  await dialog.getByRole("button", { name: "Import 200" }).click();
  await dialog.getByRole("progressbar").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("The import continues in the background.").waitFor();
  await page.getByText(/^Importing: [1-9]\d* of 200/).waitFor();
  await page.reload();
  await page.getByText(/^Importing: [1-9]\d* of 200/).waitFor();
  await page.getByRole("link", { name: "Slides" }).click();
  seen.resolve();
  await page.getByText("Import finished: 200 new, 0 already saved, 0 refused.").waitFor({ timeout: 0 });
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
  const saved = (format: RegExp) => exportedFile(page, "Export bookmarks", format);
  const html = await saved(/HTML/);
  expect(html.name).toMatch(/^bookmarks-\d{4}-\d\d-\d\d\.html$/);
  expect(html.text).toContain('TAGS="night"');
  expect(html.text).toContain("<DD>Read &amp; keep");
  const { text } = await saved(/JSON/);
  expect(JSON.parse(text)).toMatchObject({ bookmarks: [{ url: "https://blog.example/posts/owls" }] });
});
