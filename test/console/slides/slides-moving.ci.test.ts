import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { consoleWorld } from "../console-world.ts";
import { exportedFile } from "../exported-file.ts";

const world = consoleWorld();

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
<DT><A HREF="https://speakerdeck.com/ada/birds" ADD_DATE="1700000000" TAGS="night">Birds</A>
<DD>Read & keep
<DT><A HREF="https://blog.example/posts/owls">Owls of the hedge</A>
<DT><A HREF="javascript:alert(1)">A bookmarklet</A>
<DT><A HREF="https://speakerdeck.com/ada">Ada</A>
<DT><A HREF="https://speakerdeck.com/c/technology">A category</A>
</DL>`;

function deck(page: Page, name: string) {
  return page.getByRole("list", { name: "Slides" }).getByRole("article", { name });
}

function file(name: string, text: string) {
  return { name, mimeType: "text/html", buffer: Buffer.from(text) };
}

describe("an import of slides", () => {
  it("saves the decks of a file of bookmarks, and says what it leaves out", async () => {
    const { page, client } = await world.visit("/app/slides");
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import slides" });
    for (const result of ["1 new, 0 there already, 2 refused", "0 new, 1 there already, 2 refused"]) {
      await dialog.getByLabel("File").setInputFiles(file("bookmarks.html", FILE));
      await dialog.getByText("Decks to import: 2. Refused: 1.").waitFor();
      await dialog.getByText("Not slide decks, not imported here: 2").waitFor();
      await dialog.getByRole("button", { name: "Import 2" }).click();
      await dialog.getByText(result).waitFor();
      // What looks like a deck, but is none for the API.
      const refused = dialog.getByRole("row", { name: /c\/technology/ });
      expect(await refused.getByRole("cell").first().textContent()).toBe("8");
      await dialog.getByRole("button", { name: "Choose another file" }).click();
    }
    await dialog.getByRole("button", { name: "Close" }).click();
    await deck(page, "Deck birds").getByText("Read & keep").waitFor();
    await deck(page, "Deck birds").getByRole("link", { name: "night" }).waitFor();
    expect((await client.stocks.list()).stocks).toMatchObject([{ created_at: "2023-11-14T22:13:20.000Z" }]);
    expect((await client.bookmarks.list()).bookmarks).toEqual([]);
  });

  it("of a file without decks says what can be imported", async () => {
    const { page } = await world.visit("/app/slides");
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog", { name: "Import slides" });
    const blog = '<DL><DT><A HREF="https://blog.example/">A blog</A></DL>';
    await dialog.getByLabel("File").setInputFiles(file("blogs.html", blog));
    await dialog.getByText("There are no slide decks in this file. Decks of Speaker Deck").waitFor();
  });
});

it("an export of slides is a download of all decks, also without a network, and can be imported", async () => {
  const { page, context, client } = await world.visit("/app/slides", { hasServiceWorker: true });
  await client.stocks.save({ url: "https://speakerdeck.com/ada/birds", memo: "Read & keep", tags: ["talk"] });
  await deck(page, "Deck birds").getByText("Ready", { exact: true }).waitFor();
  await context.setOffline(true);
  const saved = (format: RegExp) => exportedFile(page, "Export slides", format);
  const html = await saved(/HTML/);
  expect(html.name).toMatch(/^slides-\d{4}-\d\d-\d\d\.html$/);
  expect(html.text).toContain('<DT><A HREF="https://speakerdeck.com/ada/birds" ');
  expect(html.text).toContain(">Deck birds</A>\n    <DD>Read &amp; keep");
  expect((await saved(/CSV/)).text).toContain("https://speakerdeck.com/ada/birds,Deck birds,Read & keep,talk,");
  const json = await saved(/JSON/);
  expect(JSON.parse(json.text)).toMatchObject({ stocks: [{ memo: "Read & keep", provider: "speakerdeck" }] });

  const other = await world.visit("/app/slides");
  await other.page.getByRole("button", { name: "Import" }).click();
  const dialog = other.page.getByRole("dialog", { name: "Import slides" });
  await dialog.getByLabel("File").setInputFiles(file(json.name, json.text));
  await dialog.getByRole("button", { name: "Import 1" }).click();
  await dialog.getByText("1 new, 0 there already, 0 refused").waitFor();
  expect((await other.client.stocks.list()).stocks).toMatchObject([{ memo: "Read & keep", tags: ["talk"] }]);
});
