import type { BackOff } from "../back-off.ts";
import { waitMs } from "../back-off.ts";
import type { Clock } from "../clock.ts";
import { systemClock } from "../clock.ts";
import type { MagpieError } from "../magpie-error.ts";
import { ApiProblem } from "../magpie-error.ts";

/** A page that may be hidden, such as the browser's `document`. */
export interface PageVisibility extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly visibilityState: string;
}

export interface TimetableOptions {
  readonly refresh: () => Promise<{
    readonly changes: number;
    readonly stopped: string | null;
    readonly error: MagpieError | null;
  }>;
  readonly onError: (error: unknown) => void;
  readonly backOff?: BackOff;
  readonly network?: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  readonly page?: PageVisibility;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Between refreshes that succeed; the first wait again after one that brought changes. */
const INTERVAL: BackOff = { firstWaitMs: 2_000, longestWaitMs: 60_000 };
const BACK_OFF: BackOff = { firstWaitMs: 1_000, longestWaitMs: 60_000 };

/** Calls `refresh` when it is time. */
export class Timetable {
  readonly #options: TimetableOptions;
  readonly #clock: Clock;
  readonly #network: Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;
  readonly #page: PageVisibility | undefined;
  #started = false;
  #timer: AbortController | null = null;
  /** Refreshes without changes, or with failures, one after another. */
  #quiet = 0;
  #setbacks = 0;
  #isRunning = false;
  /** Whether a refresh was due while one was running, which may have read the end already. */
  #again = false;
  /** The end of the API's Retry-After, in milliseconds since 1970. */
  #notBefore = 0;

  constructor(options: TimetableOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const surroundings = globalThis as { readonly document?: PageVisibility } & Partial<EventTarget>;
    this.#network = options.network ?? surroundings;
    this.#page = options.page ?? surroundings.document;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#network.addEventListener?.("online", this.#wake);
    this.#page?.addEventListener("visibilitychange", this.#shown);
    this.soon();
  }

  stop(): void {
    this.#started = false;
    this.#network.removeEventListener?.("online", this.#wake);
    this.#page?.removeEventListener("visibilitychange", this.#shown);
    this.#cancel();
  }

  /** Refreshes now, or at the end of a Retry-After, and often for a while: something is about to change. */
  soon(): void {
    this.#quiet = 0;
    this.#setbacks = 0;
    this.#soonOrLater();
  }

  #soonOrLater(): void {
    if (!this.#started) return;
    const wait = this.#notBefore - this.#clock.now().getTime();
    if (wait > 0) this.#after(wait);
    else this.#run();
  }

  #run(): void {
    this.#cancel();
    if (this.#isRunning) {
      this.#again = true;
      return;
    }
    this.#isRunning = true;
    this.#refresh().then((wait) => {
      this.#isRunning = false;
      const isDue = this.#again;
      this.#again = false;
      if (isDue) this.#soonOrLater();
      else if (this.#started && wait !== null) this.#after(wait);
    }, this.#options.onError);
  }

  async #refresh(): Promise<number | null> {
    try {
      return this.#nextWait(await this.#options.refresh());
    } catch (error) {
      this.#options.onError(error);
      return this.#nextWait({ changes: 0, stopped: "trouble", error: null });
    }
  }

  /** Milliseconds to the next refresh; null when there is to be none. */
  #nextWait({ changes, stopped, error }: Awaited<ReturnType<TimetableOptions["refresh"]>>): number | null {
    if (stopped === "unauthorized" || stopped === "ended") return null;
    this.#quiet = changes > 0 ? 0 : this.#quiet + 1;
    this.#setbacks = stopped === "trouble" ? this.#setbacks + 1 : 0;
    const random = (this.#options.random ?? Math.random)();
    if (stopped !== "trouble") return waitMs(INTERVAL, this.#quiet + 1, null, random);
    const retryAfter = error instanceof ApiProblem ? error.retryAfterSeconds : null;
    if (retryAfter !== null) this.#notBefore = this.#clock.now().getTime() + retryAfter * 1_000;
    return waitMs(this.#options.backOff ?? BACK_OFF, this.#setbacks, retryAfter, random);
  }

  #after(milliseconds: number): void {
    this.#cancel();
    if (this.#page?.visibilityState === "hidden") return;
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

  readonly #wake = (): void => this.soon();

  readonly #shown = (): void => {
    if (this.#page?.visibilityState !== "hidden") this.soon();
  };
}
