import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { chromium } from "playwright-core";
import { onTestFinished } from "vitest";
import { EXTENSION_REDIRECTS } from "../../lib/constructs/sign-in/extension-addresses.ts";
import { extensionFiles } from "../../lib/extension/extension-files.ts";
import { until } from "../local/until.ts";

/** A whole Chromium: the shell among the packages loads no extension. Null where there is none. */
export const CHROMIUM =
  [process.env.MAGPIE_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
    (path) => path !== undefined && existsSync(path),
  ) ?? null;

const ID = new URL(EXTENSION_REDIRECTS[0] ?? "").hostname.split(".")[0] ?? "";
const ORIGIN = `chrome-extension://${ID}`;

/**
 * The hosts that the manifest of the tests allows: no test can press what the browser itself shows. The first stands for the
 * question whether the extension may reach the local system, the other one for the button, the menu and the shortcut, by which
 * the extension may look at a page.
 */
const ALLOWED = ["http://localhost/*", "http://pages.example/*"];

/** The extension in a folder, as a person loads it, but for the hosts above. */
export async function unpackedExtension(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "magpie-extension-"));
  const built = await extensionFiles(["chromium"]);
  for (const [path, content] of built.get("chromium") ?? []) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const manifest = path === "manifest.json" ? JSON.parse(Buffer.from(content).toString()) : null;
    const written = manifest === null ? content : JSON.stringify({ ...manifest, host_permissions: ALLOWED });
    writeFileSync(join(folder, path), written);
  }
  return folder;
}

/** What a browser is started with. */
export interface BrowserOptions {
  readonly extension: string;
  /** The person's profile, which outlives the browser. */
  readonly profile: string;
  readonly proxy: string;
  readonly language?: "en" | "ja";
  /** Whether Chromium's network logs its requests (`requestsOfExtension`). */
  readonly isLogged?: boolean;
}

/** Chromium with the extension, and one person's profile. */
export class ExtensionBrowser {
  readonly context: BrowserContext;
  readonly #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.context = context;
    this.#profile = profile;
  }

  static async start(options: BrowserOptions): Promise<ExtensionBrowser> {
    const { profile, proxy, language = "en" } = options;
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM ?? "",
      headless: true,
      proxy: { server: proxy },
      ignoreDefaultArgs: ["--disable-extensions"],
      args: argsOf(options),
    });
    // Debian has the languages of Chromium's own interface in a package of their own.
    await context.addInitScript(`if (globalThis.chrome?.i18n) chrome.i18n.getUILanguage = () => "${language}";`);
    // Against hangs only: the machine may be busy.
    context.setDefaultTimeout(120_000);
    return new ExtensionBrowser(context, profile);
  }

  /** The script in the background, started by the browser. */
  async background(): Promise<Worker> {
    return this.context.serviceWorkers()[0] ?? (await this.context.waitForEvent("serviceworker"));
  }

  /** What the button tells: how many saves wait. */
  async badge(): Promise<string> {
    return (await this.background()).evaluate<string>("chrome.action.getBadgeText({})");
  }

  /** Chooses the extension in the menu of a page, of a link on it, or of its selected text. */
  async chooseInMenu(info: object, tab: { readonly url: string; readonly title: string }): Promise<void> {
    const chosen = JSON.stringify({ editable: false, pageUrl: tab.url, ...info });
    const background = await this.background();
    await background.evaluate(`chrome.contextMenus.onClicked.dispatch(${chosen}, ${JSON.stringify(tab)})`);
  }

  /** Presses the keys that save a page that is open. */
  async pressShortcut(address: string): Promise<void> {
    const background = await this.background();
    await background.evaluate(
      `chrome.tabs.query({}).then((all) => {
        chrome.commands.onCommand.dispatch("save-page", all.find(({ url }) => url === ${JSON.stringify(address)}));
      })`,
    );
  }

  /** Opens an address in a tab. */
  async open(address: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(address);
    return page;
  }

  /** The extension's own page. */
  settings(): Promise<Page> {
    return this.open(`${ORIGIN}/settings.html`);
  }

  /**
   * The window below the button, in a tab, for a page that is open in another one: what no test can press, the browser's own
   * button, tells the window which tab that is.
   */
  async popup(page: Page): Promise<Page> {
    const popup = await this.context.newPage();
    await popup.setViewportSize({ width: 320, height: 600 });
    const tab = JSON.stringify({ url: page.url(), title: await page.title() });
    await popup.addInitScript(`{
      const query = chrome.tabs.query.bind(chrome.tabs);
      const given = ${tab};
      chrome.tabs.query = async () => {
        const there = (await query({})).findLast(({ url }) => url === given.url);
        return [there ?? given];
      };
    }`);
    await popup.goto(`${ORIGIN}/popup.html`);
    return popup;
  }

  /** Leaves the browser to the next person, without pages, session and cookies: another start takes many times as long. */
  async startAnew(): Promise<void> {
    const opened = this.context.pages();
    await this.context.newPage();
    for (const page of opened) await page.close();
    await this.context.clearCookies();
    const background = await this.background();
    // The script in the background then sees that nobody is signed in, and leaves the last person's queue.
    await background.evaluate(
      "chrome.storage.local.clear().then(() => void chrome.alarms.onAlarm.dispatch({ name: 'again' }))",
    );
    const left = "chrome.alarms.getAll().then(async ({ length }) => length + (await chrome.action.getBadgeText({})))";
    await until(
      "nothing is left",
      () => background.evaluate<string>(left),
      (text) => text === "0",
    );
    await background.evaluate(
      `indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((resolve, reject) => {
        Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject });
      }))).then(() => undefined))`,
    );
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  /** Ends the browser as a loss of power to it would: nothing is written any more. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.context.once("close", resolve));
    await killBrowserOf(this.#profile);
    await closed;
  }
}

/**
 * Starts Chromium with the extension as a person does, with nothing attached to it: what attaches to a script in the background
 * that is being started may keep it from running (Chromium's issue 1371432). It runs until it is killed.
 */
export function startAlone(options: BrowserOptions): void {
  const { profile, proxy } = options;
  const ownArgs = [
    "--headless",
    "--no-first-run",
    `--user-data-dir=${profile}`,
    `--proxy-server=${proxy}`,
    // The local system, too, is asked through the proxy.
    "--proxy-bypass-list=<-loopback>",
  ];
  const browser = spawn(CHROMIUM ?? "", [...ownArgs, ...argsOf(options), "about:blank"], { stdio: "ignore" });
  // A test that fails does not come to its kill.
  onTestFinished(() => void browser.kill("SIGKILL"));
}

/** Ends the browser of a profile by a signal that no process can handle. */
export async function killBrowserOf(profile: string): Promise<void> {
  // The browser keeps its process's number in the name of its profile's lock.
  const pid = Number(readlinkSync(join(profile, "SingletonLock")).split("-").at(-1));
  process.kill(pid, "SIGKILL");
  await until(
    "the browser is gone",
    () => existsSync(`/proc/${pid}`),
    (isThere) => !isThere,
  );
}

const argsOf = ({ extension, profile, isLogged = false }: BrowserOptions) => [
  "--no-sandbox",
  "--disable-gpu",
  // One process for all pages of the web beside that of the extension: otherwise each page starts two.
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  `--disable-extensions-except=${extension}`,
  `--load-extension=${extension}`,
  ...(isLogged ? [`--log-net-log=${netLogOf(profile)}`] : []),
];

const netLogOf = (profile: string) => join(profile, "net-log.json");

/**
 * The addresses to which the extension has sent requests, as Chromium's network logged them with who has caused each, until
 * the browser was closed. Chromium asks its own services besides, with or without the extension.
 */
export function requestsOfExtension(profile: string): readonly string[] {
  const { events } = JSON.parse(readFileSync(netLogOf(profile), "utf8")) as {
    readonly events: readonly { readonly params?: { readonly initiator?: string; readonly url?: string } }[];
  };
  const caused = events.flatMap(({ params }) => (params?.initiator === ORIGIN ? [params.url ?? ""] : []));
  return [...new Set(caused)].filter((url) => !url.startsWith(ORIGIN));
}

/** A profile for a person; `rmSync` it at the end. */
export function newProfile(): string {
  return mkdtempSync(join(tmpdir(), "magpie-profile-"));
}

export function removeFolders(...folders: readonly string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
