import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { until } from "../../local/until.ts";
import { isKept } from "../is-kept.ts";
import { hasFocus, keys, tabAndEnter, tabTo } from "./keyboard.ts";
import type { StoriesWorld } from "./stories-world.ts";

const DECK = "https://speakerdeck.com/hedge/birds-of-the-hedge";
const PAGE = "https://blog.example/a-hedge-for-sparrows";
const OTHER_PAGE = "https://blog.example/hawthorn-and-rowan";
const OFFLINE_PAGE = "https://blog.example/why-the-tram-rings";

function article(page: Page, name: string) {
  return page.getByRole("article", { name });
}

/** Writes an address into the form `Save` of the screen, from anywhere on it. */
async function save(page: Page, url: string): Promise<void> {
  await keys(page, "n");
  await page.keyboard.type(url);
  await keys(page, "Enter");
}

/** The screen of this heading has been opened. */
async function onScreen(page: Page, title: string): Promise<void> {
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
}

/** One person does something of everything, and never touches the mouse. */
export function byKeyboard(world: StoriesWorld): void {
  it("everything is done by keyboard alone; what was done without a network arrives once", async () => {
    const { page, context, client } = await world.visit("/app/", {
      name: "typist",
      isAdmin: true,
      isSignedOut: true,
      hasServiceWorker: true,
    });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const dialog = page.getByRole("dialog");

    await button("Sign in").waitFor();
    await tabAndEnter(page, button("Sign in"));
    await hasFocus(page, page.getByRole("textbox", { name: "User name" }));
    await page.keyboard.type("typist");
    await tabTo(page, page.getByRole("checkbox", { name: "Administrator" }));
    await keys(page, "Space");
    await tabAndEnter(page, button("Sign in"));

    await onScreen(page, "Bookmarks");
    await save(page, PAGE);
    await article(page, "A hedge for sparrows").getByText("Done", { exact: true }).waitFor();
    await keys(page, "Control+a");
    await page.keyboard.type(OTHER_PAGE);
    await keys(page, "Enter");
    await article(page, "Hawthorn and rowan").getByText("Done", { exact: true }).waitFor();

    await keys(page, "Tab", "g", "s");
    await onScreen(page, "Slides");
    await save(page, DECK);
    await page.getByRole("list", { name: "Slides" }).getByText("Ready", { exact: true }).waitFor();

    await keys(page, "Tab", "g", "p");
    await onScreen(page, "Prices");
    await tabAndEnter(page, button("New product"));
    await hasFocus(page, dialog.getByRole("textbox", { name: "Search or Mercari link" }));
    await page.keyboard.type("camera");
    await keys(page, "Tab", "Tab", "Enter", "Tab");
    await hasFocus(page, dialog.getByRole("textbox", { name: "Name" }));
    await page.keyboard.type("A camera");
    await tabAndEnter(page, dialog.getByRole("button", { name: "Save" }));
    await article(page, "A camera").waitFor();
    await tabAndEnter(page, button("Crawl now"));
    await article(page, "A camera").getByText("Cheapest offer").waitFor();
    await article(page, "A camera").getByRole("progressbar").waitFor({ state: "detached" });
    const { mercari } = world;
    for (const { id } of mercari.items().slice(0, 3)) mercari.change(id, { state: "sold_out" });
    await keys(page, "Enter");
    await article(page, "A camera").getByRole("figure", { name: "Price trend" }).getByRole("row").nth(1).waitFor();
    await tabAndEnter(page, article(page, "A camera").getByRole("link", { name: "A camera" }));
    await page.getByRole("figure", { name: "Price trend" }).locator("canvas").waitFor();

    await isKept(page);
    await context.setOffline(true);
    await keys(page, "g", "b");
    await onScreen(page, "Bookmarks");
    await keys(page, "j");
    await tabAndEnter(page, article(page, "Hawthorn and rowan").getByRole("button", { name: "Delete" }));
    await article(page, "Hawthorn and rowan").waitFor({ state: "detached" });
    await save(page, OFFLINE_PAGE);
    await article(page, "blog.example/why-the-tram-rings").getByText("Waiting to be sent").waitFor();
    await keys(page, "Tab", "/");
    await page.keyboard.type("sparrows");
    await article(page, "blog.example/why-the-tram-rings").waitFor({ state: "detached" });
    await tabAndEnter(page, page.getByRole("link", { name: "A hedge for sparrows" }));
    await onScreen(page, "A hedge for sparrows");
    await tabAndEnter(page, button("Edit"));
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole("combobox", { name: "Tags" }));
    await page.keyboard.type("garden");
    await keys(page, "Enter");
    await tabAndEnter(page, dialog.getByRole("button", { name: "Save" }));
    await page.getByRole("link", { name: "garden" }).waitFor();

    const sent: string[] = [];
    context.on("response", (response) => {
      const request = response.request();
      if (request.url().includes("/v1/") && !["GET", "OPTIONS"].includes(request.method())) {
        sent.push(`${request.method()} ${response.status()}`);
      }
    });
    await context.setOffline(false);
    await keys(page, "g", "b");
    await article(page, "Why the tram rings").getByText("Done", { exact: true }).waitFor();
    await page.getByRole("link", { name: /^Waiting/ }).waitFor({ state: "detached" });
    const { bookmarks } = await until(
      "the API has what was done without a network",
      () => client.bookmarks.list(),
      (answer) => answer.bookmarks.length === 2,
    );
    expect(bookmarks.map(({ url, status }) => ({ url, status }))).toEqual([
      { url: OFFLINE_PAGE, status: "done" },
      { url: PAGE, status: "done" },
    ]);
    // The place in the text that was opened is sent, too, if the text was shown for some seconds.
    const changes = sent.filter((each) => each !== "PUT 200");
    expect([bookmarks[1]?.tags.includes("garden"), changes.sort()]).toEqual([
      true,
      ["DELETE 204", "PATCH 200", "POST 201"],
    ]);
  });

  it("a text is read by keyboard without a network", async () => {
    const { page, context, client } = await world.visit("/app/settings", {
      hasServiceWorker: true,
      mayRequest: ["https://blog.example"],
    });
    await client.bookmarks.save({ url: PAGE });
    // So many texts are on the device.
    await page.getByText(/^1 \([\d.]+ \w+\)$/).waitFor();
    await isKept(page);
    await context.setOffline(true);
    await keys(page, "g", "b");
    await onScreen(page, "Bookmarks");
    await article(page, "A hedge for sparrows").waitFor();
    await keys(page, "j", "Enter");
    await page.locator(".text").getByText("Sparrows live in the hedge").waitFor();
  });

  it("dead letters are redriven by keyboard, and the focus is back at the button of the closed dialog", async () => {
    const { page } = await world.visit("/app/operations", { isAdmin: true });
    await world.system.queue.send("no message of ours");
    await until(
      "the message is a dead letter",
      () => world.system.queue.deadLetters(),
      ({ length }) => length === 1,
    );
    const redrive = page.getByRole("row", { name: /oembed-fetch/ }).getByRole("button", { name: "Redrive" });
    await redrive.waitFor();
    await tabAndEnter(page, redrive);
    await tabAndEnter(page, page.getByRole("dialog").getByRole("button", { name: "Move back" }));
    await page
      .getByRole("status", { name: "Status" })
      .getByText(/^oembed-fetch: /)
      .waitFor();
    await hasFocus(page, redrive);
  });
}
