import { EventEmitter, once } from "node:events";
import type { BrowserContext, Page, Request, Route } from "playwright-core";

/** A move of something that was on the page already, which no press of the person has caused. */
export interface Shift {
  /** The browser's score: the part of the window that moved, times how far. */
  readonly score: number;
  /** What moved, and from where to where, for the message of a test. */
  readonly nodes: readonly string[];
}

/** Notes in every page of a browser what jumps, from the beginning of the page on. */
export async function noteShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(NOTING);
}

const NOTING = `{
  const named = (node) => {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    if (element === null) return "something that has gone";
    const { tagName, id, className } = element;
    const classes = typeof className === "string" ? className.trim().replaceAll(/ +/g, ".") : "";
    const inside = element.parentElement?.closest("[class]")?.className ?? "";
    const text = element.textContent.trim().replaceAll(/\\s+/g, " ").slice(0, 40);
    return tagName.toLowerCase() + (classes && "." + classes) + " in ." + inside + ' "' + text + '"';
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  let shifts = [];
  const note = (entries) => {
    for (const { value, sources } of entries) {
      
      const nodes = sources.map(({ node, previousRect, currentRect }) =>
        (node === null ? "something that has gone" : named(node)) + ": " + box(previousRect) + " to " + box(currentRect));
      shifts.push({ score: value, nodes });
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  globalThis.takeShifts = () => {
    note(observer.takeRecords());
    const taken = shifts;
    shifts = [];
    return taken;
  };
}`;

/** What has jumped since the page began, or since the last call. */
export function takeShifts(page: Page): Promise<Shift[]> {
  return page.evaluate<Shift[]>("takeShifts()");
}

/** The sum of the scores, and the worst first, for a test: nothing where the sum is at most `most`. */
export function jumps(shifts: readonly Shift[], most: number): string[] {
  const sum = shifts.reduce((total, { score }) => total + score, 0);
  if (sum <= most) return [];
  const worst = shifts.toSorted((one, other) => other.score - one.score);
  return [`${sum.toFixed(3)} in all`, ...worst.map(({ score, nodes }) => [score.toFixed(3), ...nodes].join("\n    "))];
}

/** Paints that follow each other without anything new: by then the page has asked for all that it shows. */
const QUIET_PAINTS = 3;

/**
 * Holds what a page asks the API for until the page has painted without it, and gives one answer after another: whatever comes
 * late comes into a page that has shown what stands for it.
 */
export class LateAnswers {
  readonly #held: (() => Promise<void>)[] = [];
  readonly #running = new Set<Request>();
  /** Says `moved` when a request is held, or over. */
  readonly #requests = new EventEmitter();

  /** @param answer gives an answer in its time; default: the API's own */
  static async of(
    context: BrowserContext,
    answer: (route: Route) => Promise<void> = (route) => route.continue(),
  ): Promise<LateAnswers> {
    const answers = new LateAnswers();
    await context.route(
      ({ pathname }) => pathname.startsWith("/v1/") || pathname.startsWith("/i/"),
      (route) => {
        answers.#held.push(() => answer(route));
        answers.#requests.emit("moved");
      },
    );
    context.on("request", (request) => answers.#running.add(request));
    const ended = (request: Request) => {
      answers.#running.delete(request);
      answers.#requests.emit("moved");
    };
    context.on("requestfinished", ended);
    context.on("requestfailed", ended);
    return answers;
  }

  /**
   * Gives all answers, until the page shows what it should and asks for no more.
   *
   * @param order of the answers; those of a network come in any
   */
  async give(page: Page, isShown: () => Promise<boolean>, order: "first" | "last" = "first"): Promise<void> {
    for (;;) {
      await this.#arrived();
      const isAsking = this.#held.length > 0;
      await painted(page, isAsking ? 1 : QUIET_PAINTS);
      if (this.#isArriving()) continue;
      const held = order === "first" ? this.#held.shift() : this.#held.pop();
      await held?.();
      if (!isAsking && held === undefined && (await isShown())) return;
    }
  }

  /** Waits until every request either has its answer or is held. */
  async #arrived(): Promise<void> {
    while (this.#isArriving()) await once(this.#requests, "moved");
  }

  #isArriving(): boolean {
    return this.#running.size > this.#held.length;
  }
}

/** Waits until the page has been laid out and painted some times, and has done what it does after that. */
export async function painted(page: Page, times = 1): Promise<void> {
  await page.evaluate(`(async () => {
    for (let left = ${times}; left > 0; left -= 1)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  })()`);
}

/** A page of the same origin that is none of the console's. */
const ELSEWHERE = "/app/icons/magpie.svg";

/** Removes the copy of what the API has, as on a device that is new to the person. */
export async function forget(page: Page): Promise<void> {
  await page.goto(ELSEWHERE);
  await page.evaluate(`indexedDB.databases().then((databases) => Promise.all(databases.map(({ name }) =>
    new Promise((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(name);
      removing.onsuccess = resolve;
      removing.onerror = reject;
    }))).then(() => undefined))`);
}
