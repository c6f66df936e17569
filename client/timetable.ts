import type { BackOff } from "./back-off.ts";
import { waitMs } from "./back-off.ts";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";

/** A page that may be hidden, such as the browser's `document`. */
export interface PageVisibility extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly visibilityState: string;
}

/** The event `online` of the window or worker. */
export type Network = Pick<EventTarget, "addEventListener" | "removeEventListener">;

export interface TimetableOptions {
  /** Does the work, and calls `endRun` unless it throws. */
  readonly run: () => Promise<unknown>;
  /** Called with what `run` throws; it runs again after the back-off. */
  readonly onError: (error: unknown) => void;
  /** Between runs that end with a transient failure. */
  readonly backOff: BackOff;
  /** Between successful runs; the first wait again after a useful one. Null: it runs only for a cause. */
  readonly interval: BackOff | null;
  /** Default: the window or worker, where there is one. */
  readonly network: Network | undefined;
  /** It runs at once when this page is shown, or acted on after a while, and not by time while the page is hidden. */
  readonly page: PageVisibility | undefined;
  readonly clock: Clock | undefined;
  /** From [0, 1). */
  readonly random: (() => number) | undefined;
}

/** How a run has ended. */
export interface RunEnd {
  /** `success`: after the interval; `trouble`: after the back-off; `halt`: only for a cause; or at a time. */
  readonly next: "success" | "trouble" | "halt" | Date;
  /** Whether the run was useful: waits are short again. */
  readonly wasOfUse: boolean;
  /** Of the failure that ended it; null without one. It does not run before. */
  readonly retryAfterSeconds: number | null;
}

/** A person who acts on the page gets a run at once if the latest one is older than this, in milliseconds. */
export const STALE_MS = 120_000;
const SHOWN = "visibilitychange";
const ON_PAGE = [SHOWN, "pointerdown", "keydown"];

/** Calls `run` at the start, when the network is back, and depending on how the last run ended. */
export class Timetable {
  readonly #options: TimetableOptions;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #network: Partial<Network>;
  readonly #page: PageVisibility | undefined;
  #started = false;
  #timer: AbortController | null = null;
  /** Consecutive runs that were not useful, or failed. */
  #quiet = 0;
  #setbacks = 0;
  /** Whether the latest run has failed. */
  #isBackingOff = false;
  #isRunning = false;
  /** Whether a run became due while another one was in progress, which may have missed its cause. */
  #again = false;
  /** The end of the API's Retry-After, in milliseconds since 1970. */
  #notBefore = 0;
  /** Milliseconds since 1970. */
  #endedAt = 0;

  constructor(options: TimetableOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#network = options.network ?? (globalThis as Partial<EventTarget>);
    this.#page = options.page;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#network.addEventListener?.("online", this.#wake);
    for (const type of ON_PAGE) this.#page?.addEventListener(type, this.#seen);
    this.runSoon();
  }

  stop(): void {
    this.#started = false;
    this.#network.removeEventListener?.("online", this.#wake);
    for (const type of ON_PAGE) this.#page?.removeEventListener(type, this.#seen);
    this.#cancel();
  }

  /** Runs now, or at the end of a Retry-After; the waits after that are short again. */
  runSoon(): void {
    this.#quiet = 0;
    this.#setbacks = 0;
    this.#runNowOrLater();
  }

  /** Runs now unless it waits after a failure. */
  runUnlessBackingOff(): void {
    if (this.#timer === null || !this.#isBackingOff) this.#runNowOrLater();
  }

  /** Takes the end of a run, also of one that the caller began without the timetable, and sets the time of the next one. */
  endRun({ next, wasOfUse, retryAfterSeconds }: RunEnd): void {
    const { backOff, interval } = this.#options;
    const now = this.#clock.now().getTime();
    this.#endedAt = now;
    this.#cancel();
    this.#quiet = wasOfUse ? 0 : this.#quiet + 1;
    this.#setbacks = next === "trouble" ? (wasOfUse ? 0 : this.#setbacks) + 1 : 0;
    this.#isBackingOff = next === "trouble";
    if (retryAfterSeconds !== null) this.#notBefore = now + retryAfterSeconds * 1_000;
    if (next instanceof Date) this.#runAfter(Math.max(0, next.getTime() - now));
    else if (next === "trouble") this.#runAfter(waitMs(backOff, this.#setbacks, retryAfterSeconds, this.#random()));
    else if (next === "success" && interval !== null) {
      this.#runAfter(waitMs(interval, this.#quiet + 1, null, this.#random()));
    }
  }

  #runNowOrLater(): void {
    if (!this.#started) return;
    const wait = this.#notBefore - this.#clock.now().getTime();
    if (wait > 0) this.#runAfter(wait);
    else this.#run();
  }

  #run(): void {
    this.#cancel();
    if (this.#isRunning) {
      this.#again = true;
      return;
    }
    this.#isRunning = true;
    this.#options
      .run()
      .catch((error: unknown) => {
        this.#options.onError(error);
        this.endRun({ next: "trouble", wasOfUse: false, retryAfterSeconds: null });
      })
      .finally(() => {
        this.#isRunning = false;
        const isDue = this.#again;
        this.#again = false;
        if (isDue) this.#runNowOrLater();
      })
      .catch(this.#options.onError);
  }

  #runAfter(milliseconds: number): void {
    this.#cancel();
    if (!this.#started || this.#page?.visibilityState === "hidden") return;
    const timer = new AbortController();
    this.#timer = timer;
    this.#clock.sleep(milliseconds, timer.signal).then(
      () => this.#run(),
      () => undefined,
    );
  }

  #cancel(): void {
    this.#timer?.abort();
    this.#timer = null;
  }

  readonly #wake = (): void => this.runSoon();

  readonly #seen = ({ type }: Event): void => {
    if (this.#page?.visibilityState === "hidden") return;
    if (type === SHOWN) this.runSoon();
    else if (this.#clock.now().getTime() - this.#endedAt >= STALE_MS) this.#runNowOrLater();
  };
}
