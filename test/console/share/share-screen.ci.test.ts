import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../../local/until.ts";
import { consoleWorld } from "../console-world.ts";

const world = consoleWorld();
const PAGE = "https://blog.example/posts/owls";
const DECK = "https://speakerdeck.com/ada/birds";

/** The screen as a share sheet or the bookmarklet opens it. */
function shared(parameters: Readonly<Record<string, string>>): string {
  return `/app/share?${new URLSearchParams(parameters)}`;
}

function save(page: Page) {
  return page.getByRole("form", { name: "Save" }).getByRole("button", { name: "Save", exact: true });
}

describe("the screen of what is shared", () => {
  it("takes the page out of the text of Android, and saves it when the button is pressed, not before", async () => {
    const { page, client } = await world.visit(shared({ title: "Owls", text: `Read this: ${PAGE}`, url: "" }));
    const saves: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/v1/")) saves.push(request.url());
    });
    expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe(PAGE);
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Owls");
    expect(await page.getByRole("radio", { name: "Bookmark" }).isChecked()).toBe(true);
    // Another visit of the same address: what opens it can do no more than fill in the form.
    await page.reload();
    await save(page).waitFor();
    expect(await page.getByRole("link", { name: /^Waiting/ }).count()).toBe(0);
    expect([saves, (await client.bookmarks.list()).bookmarks]).toEqual([[], []]);

    await save(page).press("Enter");
    await page.getByText("Saved on this device; it is being sent.").waitFor();
    await page.getByRole("link", { name: "Go to Bookmarks" }).click();
    await page.getByRole("list", { name: "Bookmarks" }).getByRole("article", { name: "Owls" }).waitFor();
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    const { bookmarks } = await client.bookmarks.list();
    expect(bookmarks).toMatchObject([{ url: PAGE, title: "Owls", note: "Read this:", created_from: "web" }]);
  });

  it("gives it tags, with completion, also without a network; a title can't turn what is said of it around", async () => {
    const { page, context, client } = await world.visit("/app/bookmarks", { hasServiceWorker: true });
    await client.bookmarks.save({ url: PAGE, title: "\u202eslwo", tags: ["Birds"] });
    await page.getByRole("article").getByRole("link", { name: "Birds" }).waitFor();
    await context.setOffline(true);
    await page.goto(shared({ url: PAGE }));
    await page.getByText("It was saved already:").waitFor();
    const [first = 0, last = 0] = await page.evaluate<number[]>(`(() => {
      const text = [...document.querySelectorAll("form p")].find((p) => p.textContent.startsWith("It was")).firstChild;
      return [text.data.indexOf("Saving"), text.data.length - 1].map((place) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().left;
      });
    })()`);
    expect(last).toBeGreaterThan(first);

    const other = "https://blog.example/posts/wrens";
    await page.getByRole("textbox", { name: "Address" }).fill(other);
    const tags = page.getByRole("combobox", { name: "Tags" });
    await tags.fill("bi");
    await tags.press("ArrowDown");
    await tags.press("Enter");
    await tags.fill("garden");
    await save(page).click();
    await page.getByText("Saved on this device. It is sent when there is a connection.").waitFor();
    await context.setOffline(false);
    const { bookmarks } = await until(
      "the page has arrived",
      () => client.bookmarks.list(),
      (answer) => answer.bookmarks.length === 2,
    );
    expect(bookmarks[0]).toMatchObject({ url: other, tags: ["Birds", "garden"] });
  });

  it("saves a deck to the slides", async () => {
    const { page, client } = await world.visit(shared({ text: `For the talk\n${DECK}` }));
    expect(await page.getByRole("radio", { name: "Slides" }).isChecked()).toBe(true);
    await page.getByRole("combobox", { name: "Tags" }).fill("talk");
    await save(page).click();
    await page.getByRole("link", { name: "Go to Slides" }).click();
    await page.getByRole("list", { name: "Slides" }).getByRole("article", { name: "Deck birds" }).waitFor();
    expect((await client.stocks.list()).stocks).toMatchObject([{ canonical_url: DECK, tags: ["talk"] }]);
    expect((await client.bookmarks.list()).bookmarks).toEqual([]);
  });

  it("refuses scripts and garbage in words, and keeps none of it", async () => {
    const { page, client } = await world.visit(shared({ url: "javascript:alert(1)", text: "no address" }));
    const address = page.getByRole("textbox", { name: "Address" });
    expect(await address.inputValue()).toBe("");
    await page.getByText("No address was found in what was shared.").waitFor();
    for (const wrong of ["javascript:alert(1)", "data:text/html,<script>alert(2)</script>", "owls"]) {
      await address.fill(wrong);
      await save(page).click();
      await page.getByText("The address must begin with https:// or http://.").waitFor();
      expect(await page.locator("input:focus").inputValue()).toBe(wrong);
    }
    await page.getByRole("radio", { name: "Slides" }).check();
    await address.fill("https://www.slideshare.net/a/b");
    await save(page).click();
    await page.getByText("Decks of this site can't be saved here").waitFor();

    await address.fill(DECK);
    await save(page).click();
    await page.getByRole("link", { name: "Go to Slides" }).click();
    await page.getByRole("list", { name: "Slides" }).getByRole("article", { name: "Deck birds" }).waitFor();
    expect((await client.stocks.list()).stocks).toHaveLength(1);
    expect((await client.bookmarks.list()).bookmarks).toEqual([]);
  });
});
