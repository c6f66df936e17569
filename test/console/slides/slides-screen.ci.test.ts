import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { consoleWorld } from "../console-world.ts";

const PLAYER = "https://speakerdeck.com";
const world = consoleWorld();

function item(page: Page, name: string) {
  return page.getByRole("list", { name: "Slides" }).getByRole("article", { name });
}

describe("the screen of slides", () => {
  it("saves a deck by keyboard, shows it, keeps a memo and tags, finds it, and deletes it", async () => {
    const { page, client } = await world.visit("/app/slides", { mayRequest: [PLAYER] });
    // The player of the provider is outside.
    await page.route(`${PLAYER}/**`, (route) => route.fulfill({ contentType: "text/html", body: "<p>Player</p>" }));
    await page.getByRole("heading", { name: "Slides", level: 1 }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.type("https://speakerdeck.com/jnunemaker/atom");
    await page.keyboard.press("Enter");
    const deck = item(page, "Deck atom");
    await deck.getByText("Ready", { exact: true }).waitFor();
    await deck.getByText("Author jnunemaker").waitFor();

    await deck.getByRole("button", { name: "Show slides" }).press("Enter");
    const frame = page.getByTitle("Slides: Deck atom");
    expect(await frame.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-presentation");
    expect(await frame.getAttribute("src")).toMatch(/^https:\/\/speakerdeck\.com\/player\/[0-9a-f]{32}$/);
    await frame.contentFrame().getByText("Player").waitFor();

    await deck.getByRole("button", { name: "Edit" }).press("Enter");
    await page.getByRole("dialog").getByRole("textbox", { name: "Memo" }).fill("読み返す");
    await page.getByRole("dialog").getByRole("combobox", { name: "Tags" }).fill("Birds");
    await page.getByRole("dialog").getByRole("combobox", { name: "Tags" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).press("Enter");
    await deck.getByText("読み返す").waitFor();
    await deck.getByRole("link", { name: "Birds" }).press("Enter");
    await page.waitForURL(/\/slides\?tag=Birds$/);
    await deck.waitFor();
    await page.getByRole("button", { name: "Remove Birds" }).press("Enter");
    await page.waitForURL(/\/slides$/);

    await page.getByRole("searchbox", { name: "Search" }).fill("読み返す");
    await page.waitForURL(/\?q=/);
    await deck.waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("nothing");
    await page.getByText("No deck fits the search.").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await deck.getByRole("button", { name: "Delete" }).press("Enter");
    await deck.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await deck.waitFor();
    await deck.getByRole("button", { name: "Delete" }).press("Enter");
    await deck.waitFor({ state: "detached" });
    await expect.poll(async () => (await client.stocks.list()).stocks, { timeout: 600_000 }).toEqual([]);
  });

  it("says what it takes when an address is refused, at once and by the API, and loses no address", async () => {
    const { page, client } = await world.visit("/app/slides", { looksOften: true });
    const address = page.getByRole("textbox", { name: "Address" });
    await address.fill("https://www.slideshare.net/a/b");
    await address.press("Enter");
    await page.getByText("Decks of this site can't be saved here").waitFor();
    expect(await page.locator("input:focus").inputValue()).toBe("https://www.slideshare.net/a/b");
    await address.fill("https://speakerdeck.com/player/31f86a9069ae0132dede22511952b5a3");
    await address.press("Enter");
    // Not in the list, where the deck waits until the API has refused it.
    const form = page.getByRole("form", { name: "Save" });
    await form.getByText("This is the address of an embedded player.").waitFor();
    await expect.poll(() => address.inputValue(), { timeout: 600_000 }).toContain("/player/");
    await page.getByText("No decks yet.").waitFor();
    expect((await client.stocks.list()).stocks).toEqual([]);
  });

  it("shows why a fetch has failed, and tries again", async () => {
    const { page, client } = await world.visit("/app/slides", { looksOften: true });
    const url = "https://speakerdeck.com/someone/hidden";
    world.system.sites.makePrivate(url);
    await client.stocks.save({ url });
    const deck = item(page, "speakerdeck.com/someone/hidden");
    await deck.getByText("Failed", { exact: true }).waitFor();
    await deck.getByText("it may be private or deleted").waitFor();
    const before = world.system.fetches(url).length;
    await deck.getByRole("button", { name: "Try again" }).press("Enter");
    await expect.poll(() => world.system.fetches(url).length, { timeout: 600_000 }).toBeGreaterThan(before);
    await deck.getByText("Failed", { exact: true }).waitFor();
  });

  it("keeps what is saved without a network, shows it as waiting, and sends it once", async () => {
    const { page, context, client } = await world.visit("/app/slides", { hasServiceWorker: true });
    await page.getByText("No decks yet.").waitFor();
    await context.setOffline(true);
    await page.getByRole("textbox", { name: "Address" }).fill("https://speakerdeck.com/someone/offline");
    await page.keyboard.press("Enter");
    await item(page, "https://speakerdeck.com/someone/offline").getByText("Waiting to be sent").waitFor();
    await page.getByRole("link", { name: "Waiting: 1" }).click();
    await page
      .getByRole("list", { name: "Waiting" })
      .getByRole("article")
      .getByRole("button", { name: "Cancel" })
      .waitFor();
    await context.setOffline(false);
    await page.getByText("Nothing waits to be sent.").waitFor();
    await page.getByRole("link", { name: "Slides" }).click();
    await item(page, "Deck offline").waitFor();
    expect((await client.stocks.list()).stocks).toHaveLength(1);
  });

  it("shows markup in titles as text, and frames nothing but the providers' players", async () => {
    const { page, client } = await world.visit("/app/slides", { looksOften: true });
    const title = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    world.system.sites.describe("https://speakerdeck.com/evil/deck", { title });
    const answer = await client.stocks.save({ url: "https://speakerdeck.com/evil/deck" });
    await item(page, title).getByText("Ready", { exact: true }).waitFor();
    const isOwn = (url: URL) => url.pathname === "/v1/changes";
    await page.route(isOwn, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"embed_url":"[^"]*"/g, '"embed_url":"javascript:alert(3)"');
      await route.fulfill({ response, body: text });
    });
    await client.stocks.update(answer.id, { memo: "changed" });
    await item(page, title).getByText("changed").waitFor();
    await item(page, title).getByRole("button", { name: "Show slides" }).press("Enter");
    await item(page, title).getByText("no player that can be shown here").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  });
});
