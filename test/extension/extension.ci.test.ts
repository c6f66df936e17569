import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { MagpieClient } from "../../client/index.ts";
import { until } from "../local/until.ts";
import { extensionSystem } from "./extension-system.ts";
import type { ExtensionBrowser } from "./extension-world.ts";
import { CHROMIUM, newProfile, removeFolders, requestsOfExtension } from "./extension-world.ts";
import { LOOKED_AT, looks } from "./looks.ts";
import { lostSaves, SAVED_PAGES } from "./lost-saves.ts";
import { siteOf } from "./recording-proxy.ts";
import { enterName, saveIn, setUp } from "./sign-in.ts";

const TEA = "http://pages.example/tea";
const KETTLE = "http://pages.example/kettle";
const POT = "http://pages.example/pot";
const DECK = "http://speakerdeck.com/ada/kettles";
const PAGES = new Map([
  [TEA, `<!doctype html><title>Tea for beginners</title><p>Boil the water. <a href="${KETTLE}">Kettles</a>`],
  [KETTLE, "<!doctype html><title>Kettles</title>"],
  [DECK, "<!doctype html><title>A deck of kettles</title>"],
  ...SAVED_PAGES,
  ...LOOKED_AT,
]);
const world = extensionSystem(PAGES);

describe.skipIf(CHROMIUM === null)("the extension", () => {
  const profile = newProfile();
  let browser: ExtensionBrowser;
  let users = 0;
  let name: string;
  let client: MagpieClient;
  beforeAll(async () => {
    browser = await world.start(profile);
  });
  afterAll(async () => {
    await browser?.close();
    removeFolders(profile);
  });
  beforeEach(async () => {
    const { system, proxy } = world;
    users += 1;
    name = `reader-${users}`;
    client = new MagpieClient({ baseUrl: system.api, token: () => system.token(name) });
    proxy.stage = "reached";
    proxy.requests.length = 0;
    await browser.startAnew();
    await world.letIn(browser);
  });

  /** The window below the button, over a page that is opened for it. */
  const popupOn = async (address: string): Promise<Page> => browser.popup(await browser.open(address));
  const isSetUp = () => setUp(browser, siteOf(world.system.api), name);
  const badge = () => browser.badge();
  const bookmarks = async () => (await client.bookmarks.list()).bookmarks;
  const sentToApi = () => world.proxy.requests.filter(({ path }) => path.startsWith("/v1/"));

  it("leads from its first window to a page saved with title, tags and note, and then says that it is saved", async () => {
    const page = await browser.open(TEA);
    const first = await browser.popup(page);
    await first.getByText("Enter your Magpie's address once.").waitFor();
    const shown = browser.context.waitForEvent("page");
    await first.getByRole("button", { name: "Set up" }).click();
    await (await shown).close();
    await setUp(browser, `${siteOf(world.system.api)}/app/bookmarks`, name);

    const popup = await browser.popup(page);
    await popup.getByRole("textbox", { name: "Title" }).fill("Tea, for me");
    await popup.getByRole("combobox", { name: "Tags" }).fill("Tea,to read,");
    await popup.getByRole("textbox", { name: "Note" }).fill("For Sunday.");
    await saveIn(popup);
    expect(await bookmarks()).toMatchObject([
      { url: TEA, title: "Tea, for me", note: "For Sunday.", tags: ["Tea", "to read"], created_from: "extension" },
    ]);

    const again = await browser.popup(page);
    await again.getByText("Already saved.").waitFor();
    await again.getByRole("heading", { name: "Tea, for me" }).waitFor();
    const [bookmark] = await bookmarks();
    expect(await again.getByRole("link", { name: "Open in Magpie" }).getAttribute("href")).toBe(
      `${siteOf(world.system.api)}/app/bookmarks/${bookmark?.id}`,
    );
    // Another page: the tags of the first are suggested.
    const other = await popupOn(KETTLE);
    await other.getByRole("combobox", { name: "Tags" }).fill("te");
    await other.getByRole("option", { name: "Tea" }).click();
    await saveIn(other);
    expect((await bookmarks()).map(({ url, tags }) => [url, tags])).toContainEqual([KETTLE, ["Tea"]]);
  });

  it("saves by menu and shortcut, a link and a selected text too, and a deck as slides", async () => {
    await isSetUp();
    await browser.chooseInMenu({ menuItemId: "selection", selectionText: "Warm it." }, { url: POT, title: "A pot" });
    await browser.chooseInMenu({ menuItemId: "link", linkUrl: KETTLE }, { url: TEA, title: "Tea" });
    await browser.chooseInMenu({ menuItemId: "page" }, { url: DECK, title: "A deck of kettles" });
    const page = await browser.open(TEA);
    await page.getByText("Boil the water.").selectText();
    await browser.pressShortcut(TEA);
    const saved = await until("all are saved", bookmarks, ({ length }) => length === 3);
    expect(saved.find(({ url }) => url === POT)).toMatchObject({ title: "A pot", note: "Warm it." });
    expect(saved.find(({ url }) => url === KETTLE)).toMatchObject({ title: null, note: null });
    expect(saved.find(({ url }) => url === TEA)).toMatchObject({
      title: "Tea for beginners",
      note: expect.stringMatching(/^Boil the water\./),
    });
    const stocks = async () => (await client.stocks.list()).stocks;
    const [deck] = await until("the deck is saved", stocks, ({ length }) => length === 1);
    expect(deck?.canonical_url).toBe("https://speakerdeck.com/ada/kettles");
    await until("nothing waits", badge, (text) => text === "");
  });

  it("saves a page as the person sees it: when that is chosen, again later, and always for a site that is named", async () => {
    const settings = await isSetUp();
    const page = await browser.open(TEA);
    const show = (text: string) =>
      page.evaluate(
        `document.body.innerText = ${JSON.stringify(`${text} is behind the login, and nobody else reads it.`)}`,
      );
    const read = async (text: string) => {
      const [bookmark] = await until("it is read", bookmarks, ([one]) => one?.status === "done");
      expect(bookmark).toMatchObject({ url: TEA, read_from: "browser" });
      return until(
        `it has ${text}`,
        () => client.bookmarks.content(bookmark?.id ?? ""),
        ({ html, read_from }) => read_from === "browser" && html.includes(text),
      );
    };
    await show("What I see");
    const popup = await browser.popup(page);
    await popup.getByRole("checkbox", { name: "As I see it" }).check();
    await saveIn(popup);
    await read("What I see");

    await show("What I see now");
    await popup.getByRole("button", { name: "Keep the text as I see it" }).click();
    await popup.getByText("Kept. The text is replaced in a moment.").waitFor();
    await read("What I see now");

    await settings.bringToFront();
    await settings.getByRole("textbox", { name: "Always for these sites" }).fill("https://pages.example/");
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await settings.getByText("Saved.", { exact: true }).waitFor();
    await show("What I see at once");
    await browser.pressShortcut(TEA);
    await read("What I see at once");
  });

  it("asks nobody but the stage, of a host that was allowed, and nothing while one browses", async () => {
    const ownProfile = newProfile();
    onTestFinished(() => removeFolders(ownProfile));
    const logged = await world.start(ownProfile, { isLogged: true });
    await world.letIn(logged);
    await (await setUp(logged, siteOf(world.system.api), name)).close();
    const before = sentToApi().length;
    for (const address of [TEA, KETTLE, TEA]) await (await logged.open(address)).close();
    expect(sentToApi()).toHaveLength(before);
    await saveIn(await logged.popup(await logged.open(TEA)));

    // The address of a page is in what saves it, and in nothing else.
    const asked = new Set(sentToApi().flatMap(({ method, path }) => (method === "OPTIONS" ? [] : `${method} ${path}`)));
    expect([...asked].sort()).toEqual(["GET /v1/changes", "POST /v1/bookmarks"]);
    await logged.close();
    const caused = requestsOfExtension(ownProfile);
    expect(caused.length).toBeGreaterThan(3);
    expect([...new Set(caused.map((url) => new URL(url).origin))].sort()).toEqual([
      world.system.api,
      siteOf(world.system.api),
    ]);
  });

  it("is used by keyboard: tags, then Enter; what was refused is tried again, or discarded", async () => {
    const settings = await isSetUp();
    world.proxy.stage = "refusing";
    const popup = await popupOn(TEA);
    await popup.getByRole("combobox", { name: "Tags" }).and(popup.locator(":focus")).waitFor();
    await popup.keyboard.type("tea");
    await popup.keyboard.press("Enter");
    await popup.keyboard.press("Enter");
    await popup.getByText("This page was not saved.").waitFor();
    await popup.getByText("Magpie refused this: The note can't be read.").waitFor();
    const other = await popupOn(KETTLE);
    await other.getByText("Others not saved: 1.").waitFor();
    await other.keyboard.press("Enter");
    await other.getByText("This page was not saved.").waitFor();
    world.proxy.stage = "reached";
    await popup.bringToFront();
    await popup.getByRole("button", { name: "Try again" }).press("Enter");
    await popup.getByText("Saved.", { exact: true }).waitFor();
    await settings.bringToFront();
    await settings.reload();
    await settings.getByRole("button", { name: "Discard" }).press("Enter");
    await settings.getByRole("heading", { name: "Not saved" }).waitFor({ state: "detached" });
    expect((await bookmarks()).map(({ url, tags }) => [url, tags])).toEqual([[TEA, ["tea"]]]);
  });

  it("sends what waits once the stage can be reached again, although no window is open", async () => {
    await isSetUp();
    const background = await browser.background();
    world.proxy.stage = "away";
    await browser.chooseInMenu({ menuItemId: "page" }, { url: TEA, title: "Tea" });
    await until("the button tells that it waits", badge, (text) => text === "1");
    const alarms = await background.evaluate<number[]>(
      "chrome.alarms.getAll().then((all) => all.map(({ periodInMinutes }) => periodInMinutes))",
    );
    expect(alarms).toEqual([0.5]);
    world.proxy.stage = "reached";
    await until("it has arrived", bookmarks, ({ length }) => length === 1);
    await until("nothing waits", badge, (text) => text === "");
    expect(await background.evaluate("chrome.alarms.getAll()")).toEqual([]);
  });

  it("returns for a save that arrived just after it found the queue empty", async () => {
    await isSetUp();
    const background = await browser.background();
    world.proxy.stage = "away";
    await background.evaluate(`{
      const { clear } = chrome.alarms;
      chrome.alarms.clear = (name) => new Promise((resolve) => {
        globalThis.clearNow = () => {
          chrome.alarms.clear = clear;
          const cleared = clear.call(chrome.alarms, name);
          resolve(cleared);
          return cleared;
        };
      });
      chrome.alarms.onAlarm.dispatch({ name: "again" });
    }`);
    await until("nothing waits", () => background.evaluate<boolean>("'clearNow' in globalThis"), Boolean);
    await browser.chooseInMenu({ menuItemId: "page" }, { url: TEA, title: "Tea" });
    const alarms = () => background.evaluate<number>("chrome.alarms.getAll().then(({ length }) => length)");
    await until("the page waits", alarms, (length) => length === 1);
    await background.evaluate("clearNow()");
    await until("it is looked at again", alarms, (length) => length === 1);
    world.proxy.stage = "reached";
    await until("it has arrived", bookmarks, ({ length }) => length === 1);
  });

  it("keeps what is saved after the session has ended, and sends it after the next sign-in", async () => {
    const settings = await isSetUp();
    await settings.evaluate(`chrome.storage.local.get(null).then((all) => {
      const [key] = Object.keys(all).filter((each) => each.startsWith("magpie-session.user:"));
      const user = { ...JSON.parse(all[key]), expires_at: 1, refresh_token: "spent", access_token: all[key].match(/"access_token":"([^"]+)/)[1].slice(0, -8) + "AAAAAAAA" };
      return chrome.storage.local.set({ [key]: JSON.stringify(user) });
    })`);
    const popup = await popupOn(TEA);
    await popup.getByText("Your session has ended.").waitFor();
    await popup.getByRole("button", { name: "Save", exact: true }).click();
    await popup.getByRole("button", { name: "Sign in again" }).waitFor();
    expect(await bookmarks()).toEqual([]);
    const window = browser.context.waitForEvent("page");
    await settings.bringToFront();
    await settings.getByRole("button", { name: "Sign in again" }).click();
    await enterName(await window, name);
    await until("it has arrived", bookmarks, ({ length }) => length === 1);
  });

  it("signs out: tokens and copy are gone from the browser, and the refresh token at the issuer", async () => {
    const settings = await isSetUp();
    const popup = await popupOn(TEA);
    await saveIn(popup);
    await popup.close();
    await settings.bringToFront();
    await settings.getByRole("button", { name: "Sign out" }).click();
    await settings.getByText("Signed out.").waitFor();
    const left = await settings.evaluate<string[]>("chrome.storage.local.get(null).then(Object.keys)");
    expect(left).toEqual(["stage"]);
    const databases = await settings.evaluate<string[]>(
      "indexedDB.databases().then((all) => all.map(({ name }) => name.split(' ')[0]))",
    );
    expect(databases).not.toContain("magpie-things");
    expect(world.proxy.requests.some(({ path }) => path === "/oauth2/revoke")).toBe(true);
    await (await popupOn(TEA)).getByText("Nobody is signed in at").waitFor();
  });

  it("says why an address is refused, and what to do", async () => {
    const settings = await browser.settings();
    const address = settings.getByRole("textbox", { name: "Your Magpie's address" });
    const connect = settings.getByRole("button", { name: "Connect" });
    await address.fill("http://alice.example");
    await connect.click();
    await settings.getByText("Enter the address of your Magpie: https://").waitFor();
    world.proxy.stage = "away";
    await address.fill(siteOf(world.system.api));
    await connect.click();
    await settings.getByText("Nothing answers there.").waitFor();
    await settings.getByText("Asking…").waitFor({ state: "hidden" });
  });
});

lostSaves(world);
looks(world);
