import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { startChromium } from "../client/chromium.ts";
import { numbered, serveChanges } from "../console/bookmarks/served-changes.ts";
import { isKept } from "../console/is-kept.ts";
import { storedSession } from "../console/stored-session.ts";
import { System } from "../local/system.ts";
import type { Figure } from "./figures.ts";
import { median, printFigures } from "./figures.ts";

const BOOKMARKS = 10_000;
/** A middling phone against the machine of a developer. */
const SLOWED = 4;
const ROUNDS = 5;
/** Found by its number alone, by far from the newest. */
const SOUGHT = "Sparrow number 1999";
const OTHER = "Sparrow number 2001";
/** What the page says of itself when the list is shown: it is not asked before that, which would take of its time. */
const SHOWN = "the list is shown";
const VIEWPORT = { width: 390, height: 844 };

/** Notes the first paint with bookmarks in the list, and each task of the page that takes longer than 50 ms. */
const NOTING = `{
  globalThis.noted = { listMs: null, tasks: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (document.querySelector("main ul.items:not(.skeleton) article") === null) requestAnimationFrame(look);
    else setTimeout(() => { noted.listMs = performance.now(); console.debug("${SHOWN}"); });
  };
  requestAnimationFrame(look);
}`;

/** Types words, presses Enter once they are rendered, and gives the milliseconds until what was found is painted. */
const searched = (words: string) => `new Promise((resolve) => {
  const box = document.querySelector("form[data-save] input");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box, "${words}");
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => {
    const began = performance.now();
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    const look = () => {
      const found = [...document.querySelectorAll("main ul.items article h2")].map(({ textContent }) => textContent);
      if (found.join() !== "${words}") requestAnimationFrame(look);
      else setTimeout(() => resolve(performance.now() - began));
    };
    requestAnimationFrame(look);
  }));
})`;

/** What one visit has measured: milliseconds, and megabytes. */
interface Visited {
  readonly list: number;
  readonly task: number;
  /** Right after the list is shown, while the texts are still prepared that a search reads. */
  readonly early: number;
  readonly search: number;
  readonly memory: number;
}

/** The list of ten thousand bookmarks on a slow phone, against what a person takes for an answer at once. */
export async function consoleList(): Promise<readonly Figure[]> {
  const system = await System.start();
  const browser = await startChromium();
  try {
    const context = await browser.newContext({
      baseURL: system.api,
      viewport: VIEWPORT,
      storageState: {
        cookies: [],
        origins: [{ origin: system.api, localStorage: [await storedSession(system, "reader", false)] }],
      },
    });
    await serveChanges(context, BOOKMARKS);
    await context.route("**/v1/bookmarks?*", (route) =>
      route.fulfill({
        json: { bookmarks: Array.from({ length: 50 }, (_, at) => numbered(BOOKMARKS - 1 - at)), next_cursor: null },
      }),
    );
    await context.addInitScript(NOTING);
    const first = await firstVisit(context);
    // A browser whose requests are routed reads no cache.
    await context.unrouteAll();
    const visits: Visited[] = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(context));
    const figure = (name: string, unit: Figure["unit"], ours: number, against: string, theirs: number): Figure => ({
      name: `10,000 bookmarks, processor slowed ${SLOWED} times: ${name}`,
      unit,
      ours,
      against,
      theirs,
      aim: 1,
    });
    const of = (part: keyof Visited) => median(visits.map((each) => each[part]));
    return [
      figure("first visit, list shown", "ms", first.list, "1 s", 1_000),
      figure("first visit, longest task", "ms", first.task, "200 ms", 200),
      figure("list shown", "ms", of("list"), "1 s", 1_000),
      figure("longest task", "ms", of("task"), "200 ms", 200),
      figure("search at once, from Enter to what was found", "ms", of("early"), "1 s", 1_000),
      figure("search, from Enter to what was found", "ms", of("search"), "150 ms", 150),
      figure("memory of the page", "MB", of("memory"), "60 MB", 60),
    ];
  } finally {
    await browser.close();
    await system.close();
  }
}

async function slowPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  return { page, session };
}

/** Opens the list, and waits until all is here. */
async function showList(page: Page): Promise<void> {
  const isShown = page.waitForEvent("console", (message) => message.text() === SHOWN);
  await page.goto("/app/bookmarks");
  await isShown;
  await page.getByText("50 of 10,000").waitFor();
}

/** A device that has nothing yet: until all bookmarks are here. */
async function firstVisit(context: BrowserContext): Promise<Pick<Visited, "list" | "task">> {
  const { page } = await slowPage(context);
  await showList(page);
  const noted = await notes(page);
  await isKept(page);
  await page.close();
  return noted;
}

/** A later one, by the files that the service worker keeps: the list, a search, and the memory after that. */
async function visit(context: BrowserContext): Promise<Visited> {
  const { page, session } = await slowPage(context);
  // The system does not have the bookmarks of the first visit.
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*/v1/*"] });
  await showList(page);
  const { list } = await notes(page);
  const early = await page.evaluate<number>(searched(SOUGHT));
  // The texts are prepared by then.
  const search = await page.evaluate<number>(searched(OTHER));
  const { task } = await notes(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const memory = (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / 1_000_000;
  await page.close();
  return { list, task, early, search, memory };
}

async function notes(page: Page): Promise<Pick<Visited, "list" | "task">> {
  const { listMs, tasks } = await page.evaluate<{ listMs: number; tasks: { duration: number }[] }>("noted");
  return { list: listMs, task: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

if (import.meta.main) printFigures(await consoleList());
