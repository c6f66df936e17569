import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Bookmark } from "../../client/index.ts";
import { MagpieClient } from "../../client/index.ts";
import type { Outputs } from "../../lib/local/outputs.ts";
import { startChromium } from "../client/chromium.ts";
import { signIn } from "../console/sign-in.ts";
import type { Figure } from "./figures.ts";
import { interleaved, median, printFigures } from "./figures.ts";
import { startLocal } from "./local-process.ts";
import { manyBookmarks, writeBookmarks } from "./many-bookmarks.ts";
import { startBookmarkPages } from "./peers/bookmark-pages.ts";
import { installPeers } from "./peers.ts";
import { inTemporaryFolder, ROOT } from "./processes.ts";
import type { Interaction, PageLoad } from "./slow-page.ts";
import { SlowPage } from "./slow-page.ts";

const ROUNDS = 5;
const BOOKMARKS = 1_000;
/** For the interactions of a person who has collected for years. */
const MANY = 10_000;
/** What every screen shows at first. */
const PAGE = 50;
/** So many are shown before the list is scrolled. */
const SCROLLED = 500;
/** The longest that an interaction may take and still count as good (web.dev, Interaction to Next Paint). */
const GOOD_MS = 200;
/** The button that shows more. */
const MORE = "p.more button";
/** Found once: in the note of one of the oldest bookmarks. */
const SOUGHT = "mag";

type Loaded = PageLoad & { readonly search: Interaction };

/** The console's screen of bookmarks against two others of the same bookmarks: first load, second visit, search. */
export async function consoleLoad(): Promise<readonly Figure[]> {
  await installPeers();
  return inTemporaryFolder(async (folder) => {
    const data = join(folder, "data");
    const local = await startLocal(ROOT, data);
    const outputs = JSON.parse(readFileSync(join(data, "outputs.json"), "utf8")) as Outputs;
    // Chromium's package brings no Japanese font. Without one the layout looks for a font at each character, on all of these
    // pages; a reader's device has one, and so has Debian's `fonts-ipafont-gothic`.
    process.env.FONTCONFIG_PATH ??= "/etc/fonts";
    const browser = await startChromium();
    try {
      const bookmarks = await saved(outputs, "local-member", BOOKMARKS);
      const others = await startBookmarkPages(bookmarks);
      try {
        return [...(await loads(browser, outputs, others)), ...(await largeLibrary(browser, outputs))];
      } finally {
        await others.close();
      }
    } finally {
      await browser.close();
      await local.stop();
    }
  });
}

/** Writes a person's bookmarks. @returns these as the API answers them */
async function saved(outputs: Outputs, name: "local-member" | "local-admin", count: number) {
  const { region, credentials, dynamodb_endpoint: endpoint, tables } = outputs;
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region,
      endpoint,
      credentials: { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key },
    }),
  );
  try {
    await writeBookmarks(client, tables.bookmarks ?? "", manyBookmarks(name, count));
  } finally {
    client.destroy();
  }
  const token = name === "local-admin" ? outputs.tokens.admin : outputs.tokens.member;
  const magpie = new MagpieClient({ baseUrl: outputs.api_url, token: () => token });
  const found: Bookmark[] = [];
  for await (const bookmark of magpie.bookmarks.all()) found.push(bookmark);
  if (found.length !== count) throw new Error(`The API has ${found.length} bookmarks instead of ${count}.`);
  return found;
}

async function loads(
  browser: Browser,
  outputs: Outputs,
  others: { readonly rendered: string; readonly react: string },
): Promise<readonly Figure[]> {
  const signedIn = await signedInState(browser, outputs, "local-member");
  const console = `${outputs.api_url}/app/bookmarks`;
  const { first, second, rendered, react } = await interleaved(ROUNDS, {
    first: () =>
      inContext(browser, signedIn, async (context) => searched(await SlowPage.open(browser, context), console)),
    second: () =>
      inContext(browser, signedIn, async (context) => {
        await visited(context, console, BOOKMARKS);
        return searched(await SlowPage.open(browser, context), console);
      }),
    rendered: () =>
      inContext(browser, undefined, async (context) =>
        searched(await SlowPage.open(browser, context), others.rendered, true),
      ),
    react: () =>
      inContext(browser, undefined, async (context) => searched(await SlowPage.open(browser, context), others.react)),
  });
  return [
    ...compared("first visit", first, "React and MUI", react, AIMS),
    ...compared("second visit", second, "React and MUI", react, AIMS),
    ...compared("first visit", first, "a list rendered by the server", rendered, {}),
    ...compared("second visit", second, "a list rendered by the server", rendered, {}),
  ];
}

const MEASURES = {
  transferred: ["transferred until the list is shown", "KB", ({ bytes }) => bytes / 1_000],
  largestPaint: ["largest contentful paint", "ms", ({ largestPaint }) => largestPaint],
  blocking: ["total blocking time", "ms", ({ blocking }) => blocking],
  script: ["script", "ms", ({ script }) => script],
  found: ["from the third letter to what was found", "ms", ({ search }) => search.untilChanged],
  longest: ["longest block of that search", "ms", ({ search }) => search.longest],
} satisfies Record<string, [string, Figure["unit"], (load: Loaded) => number]>;

/** Largest acceptable ratios. */
type Aims = Partial<Record<keyof typeof MEASURES, number>>;
const AIMS: Aims = { transferred: 0.6, largestPaint: 0.8, blocking: 1, script: 0.6, found: 1, longest: 1 };

function compared(
  visit: string,
  ours: readonly Loaded[],
  against: string,
  theirs: readonly Loaded[],
  aims: Aims,
): readonly Figure[] {
  return Object.entries(MEASURES).map(([key, [name, unit, measure]]) => {
    const aim = aims[key as keyof typeof MEASURES];
    return {
      name: `console, ${visit}: ${name}`,
      unit,
      ours: median(ours.map(measure)),
      against,
      theirs: median(theirs.map(measure)),
      ...(aim === undefined ? {} : { aim }),
    };
  });
}

/** Opens a list, and searches it for three letters. */
async function searched(slow: SlowPage, address: string, isForm = false): Promise<Loaded> {
  const load = await slow.load(address, PAGE);
  const search = await slow.interact(async (page) => {
    await page.locator("input[type=search]").click();
    await page.keyboard.type(SOUGHT);
    if (!isForm) return;
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=/, { waitUntil: "commit" });
  }, "(count) => count === 1");
  return { ...load, search };
}

/** What a person who has signed in has in the browser; nothing else is kept. */
async function signedInState(browser: Browser, { console: { url } }: Outputs, name: string) {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(url);
  await signIn(page, name, false);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function inContext<T>(
  browser: Browser,
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>> | undefined,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 412, height: 823 },
    ...(storageState === undefined ? {} : { storageState }),
  });
  context.setDefaultTimeout(600_000);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** A whole visit before the one that is measured: the service worker has its files, and the device all bookmarks. */
async function visited(context: BrowserContext, address: string, count: number): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText(`of ${count.toLocaleString("en-GB")} shown`).waitFor();
  await page.evaluate("navigator.serviceWorker.ready");
  await page.close();
}

/** Searching, reading on, selecting and opening in a library of 10,000 bookmarks. */
async function largeLibrary(browser: Browser, outputs: Outputs): Promise<readonly Figure[]> {
  await saved(outputs, "local-admin", MANY);
  const signedIn = await signedInState(browser, outputs, "local-admin");
  const address = `${outputs.api_url}/app/bookmarks`;
  const samples = await inContext(browser, signedIn, async (context) => {
    await visited(context, address, MANY);
    const all: Sample[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const slow = await SlowPage.open(browser, context);
      all.push(await used(slow, address));
      await slow.page.close();
    }
    return all;
  });
  const figure = (name: string, measure: (sample: Sample) => number): Figure => ({
    name: `console, ${MANY} bookmarks: ${name}`,
    unit: "ms",
    ours: median(samples.map(measure)),
    against: "what feels at once",
    theirs: GOOD_MS,
    aim: 1,
  });
  const block = (name: string, of: keyof Sample) => figure(`longest block of ${name}`, (sample) => sample[of].longest);
  return [
    figure("from the third letter at once after the start", ({ load }) => load.search.untilChanged),
    figure("showing 50 more", ({ more }) => more.untilChanged),
    block("the start", "load"),
    figure("longest block of a search at once after the start", ({ load }) => load.search.longest),
    block("a later search", "later"),
    block("showing more", "more"),
    block(`scrolling through ${SCROLLED}`, "scrolled"),
    block(`beginning to select among ${SCROLLED}`, "selecting"),
    block(`selecting one of ${SCROLLED}`, "selected"),
    block("opening a bookmark", "opened"),
    block("going back to the list", "back"),
  ];
}

/** What was measured in one visit. */
type Sample = Readonly<
  { load: Loaded } & Record<"later" | "more" | "scrolled" | "selecting" | "selected" | "opened" | "back", Interaction>
>;

async function used(slow: SlowPage, address: string): Promise<Sample> {
  const load = await searched(slow, address);
  await shownAgain(slow);
  const later = await slow.interact(async (page) => {
    await page.keyboard.type("magpies");
  }, "(count) => count === 1");
  await shownAgain(slow);
  // By style: a search by role looks at every element, which costs the page layout.
  const click = (selector: string, count: number) =>
    slow.interact((page) => page.locator(selector).first().click(), `(count) => count === ${count}`);
  const more = await click(MORE, 2 * PAGE);
  for (let shown = 3 * PAGE; shown <= SCROLLED; shown += PAGE) await click(MORE, shown);
  const scrolled = await slow.interact(scroll, `(count) => count === ${SCROLLED}`);
  const selecting = await click("button[aria-pressed]", SCROLLED);
  const selected = await click("article input[type=checkbox]", SCROLLED);
  const opened = await click("article h2 a", 0);
  const back = await click("main a[href='/app/bookmarks']", PAGE);
  return { load, later, more, scrolled, selecting, selected, opened, back };
}

/** From the beginning of the page to its end, a screen in each frame. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(`(scrollTo({ top: 0, behavior: "instant" }), frameThat(() => {
    scrollBy({ top: innerHeight, behavior: "instant" });
    return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  }))`);
}

/** Empties the search box, and waits for the whole list. */
async function shownAgain({ page }: SlowPage): Promise<void> {
  await page.locator("input[type=search]").fill("");
  await page.evaluate(`shown((count) => count === ${PAGE})`);
}

if (import.meta.main) printFigures(await consoleLoad());
