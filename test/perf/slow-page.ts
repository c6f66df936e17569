import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** A phone on a slow mobile network, as Lighthouse simulates one ("slow 4G"): milliseconds, bytes a second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** How many times slower than this machine's the processor is. */
const SLOWER = 4;

/** What a page took until it showed its list. Times in milliseconds. */
export interface PageLoad {
  /** Of all answers until then, those to the service worker too, as they were transferred, headers included. */
  readonly bytes: number;
  /** Largest Contentful Paint, since the navigation. */
  readonly largestPaint: number;
  /** The parts over 50 ms of each task of the main thread, from the first paint on. */
  readonly blocking: number;
  /** The longest task of the main thread, from the first paint on. */
  readonly longest: number;
  /** Compiling and running scripts. */
  readonly script: number;
}

/** What an interaction took. Milliseconds. */
export interface Interaction {
  /** From the last key or click to the changed list. */
  readonly untilChanged: number;
  /** The longest time in which the page answered nothing: the slowest event until its next paint, or the longest task. */
  readonly longest: number;
}

/** A script of every page. It runs before the page's own, and notes what the browser measures. */
const NOTES = `
globalThis.notes = { firstPaint: 0, largestPaint: 0, tasks: [], events: [] };
const observe = (type, take, options = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
observe("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") notes.firstPaint = startTime;
});
observe("largest-contentful-paint", ({ startTime }) => { notes.largestPaint = startTime; });
observe("longtask", ({ startTime, duration }) => notes.tasks.push({ startTime, duration }));
observe("event", ({ startTime, duration }) => notes.events.push({ startTime, duration }), { durationThreshold: 16 });
for (const type of ["keydown", "pointerdown"]) {
  addEventListener(type, ({ timeStamp }) => { sessionStorage.lastInput = performance.timeOrigin + timeStamp; }, true);
}
/** Resolves with the time of the first frame in which something is so. */
globalThis.frameThat = (fits) => new Promise((resolve) => {
  const look = () => (fits() ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
});
/** Resolves with the time of the frame that has so many items, some frames later: the browser reports a paint late. */
globalThis.shown = async (fits) => {
  const at = await frameThat(() => fits(document.querySelectorAll("article").length));
  let frames = 0;
  await frameThat(() => (frames += 1) > 10);
  return at;
};
`;

/** A tab of a slow device on a slow network. */
export class SlowPage {
  readonly page: Page;
  readonly #session: CDPSession;
  #bytes = 0;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      this.#bytes += encodedDataLength;
    });
  }

  static async open(browser: Browser, context: BrowserContext): Promise<SlowPage> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(NOTES);
    await session.send("Performance.enable");
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", NETWORK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const slow = new SlowPage(page, session);
    await slow.#slowDownWorkers(browser);
    return slow;
  }

  /** The requests of a service worker have a network of their own. */
  async #slowDownWorkers(browser: Browser): Promise<void> {
    const session = await browser.newBrowserCDPSession();
    session.on("Target.receivedMessageFromTarget", ({ message }) => {
      const { method, params } = JSON.parse(message) as { method?: string; params?: { encodedDataLength?: number } };
      if (method === "Network.loadingFinished") this.#bytes += params?.encodedDataLength ?? 0;
    });
    const { targetInfos } = await session.send("Target.getTargets");
    for (const { targetId } of targetInfos.filter(({ type }) => type === "service_worker")) {
      const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
      const send = (id: number, method: string, params: object) =>
        session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) });
      await send(1, "Network.enable", {});
      await send(2, "Network.emulateNetworkConditions", NETWORK);
    }
  }

  /** Opens an address, and waits until its list has so many items. */
  async load(address: string, items: number): Promise<PageLoad> {
    await this.page.goto(address, { waitUntil: "commit" });
    const at = await this.page.evaluate<number>(`shown((count) => count >= ${items})`);
    const bytes = this.#bytes;
    const { metrics } = await this.#session.send("Performance.getMetrics");
    const script = metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
    const { largestPaint, tasks } = await this.page.evaluate<{ largestPaint: number; tasks: number[] }>(`({
      largestPaint: notes.largestPaint,
      tasks: notes.tasks
        .filter(({ startTime }) => startTime >= notes.firstPaint && startTime < ${at})
        .map(({ duration }) => duration),
    })`);
    const blocking = tasks.reduce((sum, duration) => sum + duration - 50, 0);
    return { bytes, largestPaint, blocking, longest: Math.max(0, ...tasks), script: script * 1_000 };
  }

  /** Does something, and waits until the number of items fits a condition, also when that is on another page. */
  async interact(act: (page: Page) => Promise<void>, fits: string): Promise<Interaction> {
    await this.page.evaluate("notes.tasks = []; notes.events = [];");
    await act(this.page);
    const end = await this.page.evaluate<number>(`shown(${fits}).then((at) => performance.timeOrigin + at)`);
    const { lastInput, longest } = await this.page.evaluate<{ lastInput: number; longest: number }>(`({
      lastInput: Number(sessionStorage.lastInput),
      longest: Math.max(0, ...notes.tasks.map((task) => task.duration), ...notes.events.map((event) => event.duration)),
    })`);
    return { untilChanged: end - lastInput, longest };
  }
}
