import type { Bookmark, Stock } from "../answers.ts";
import type { BackOff } from "../back-off.ts";
import { waitMs } from "../back-off.ts";
import type { Clock } from "../clock.ts";
import { systemClock } from "../clock.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem, MagpieError, NetworkFailure } from "../magpie-error.ts";
import { withSourceHint } from "../source-hint.ts";
import { newKey } from "../transport.ts";
import type { Intent, QueueEntry } from "./queue-entry.ts";
import type { QueueStorage, Unreadable } from "./queue-storage.ts";

/** The options of a queue. */
export interface OfflineQueueOptions {
  readonly client: Pick<MagpieClient, "bookmarks" | "stocks">;
  readonly storage: QueueStorage;
  /**
   * How often an entry may fail before it is set aside as `failed`. Transient refusals and time-outs count; failures
   * without a connection don't, so that a week offline loses no entry.
   */
  readonly maxStrikes?: number;
  /** The back-off between flushes that end with a transient failure, once the queue is started. */
  readonly backOff?: BackOff;
  /** Called for every event of an entry, after it was stored. */
  readonly onEvent?: (event: QueueEvent) => void;
  /** Called with the error of an automatic flush: of the storage, or of the caller's own token function. */
  readonly onError?: (error: unknown) => void;
  /** The target of the event `online`; default: the window or worker, where there is one. */
  readonly network?: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  readonly clock?: Clock;
  /** From [0, 1). */
  readonly random?: () => number;
}

/** What happened. */
export type QueueEvent =
  | { readonly type: "enqueued" | "postponed" | "failed" | "retried" | "discarded"; readonly entry: QueueEntry }
  | { readonly type: "sent"; readonly entry: QueueEntry; readonly answer: Bookmark | Stock }
  /** The API refuses the token: sign in, then `resume`. */
  | { readonly type: "paused" };

/** Another part of the program that goes along with a queue. */
export interface QueueListener {
  /** Called with the API's answer; its entry leaves the queue only when the promise is settled. */
  sent(entry: QueueEntry, answer: SentAnswer): Promise<void>;
  /** Called for every event of an entry, after it was stored. */
  event(event: QueueEvent): void;
}

/** The answer to an entry's request. */
export type SentAnswer =
  | { readonly type: "bookmark"; readonly item: Bookmark }
  | { readonly type: "stock"; readonly item: Stock };

/** The result of a flush. */
export interface FlushReport {
  readonly sent: number;
  /** Entries set aside. */
  readonly failed: number;
  /**
   * Why entries still wait: transient `trouble`, a refused token, another tab or process that flushes the same storage,
   * or `stop`. Null when none waits.
   */
  readonly stopped: "trouble" | "unauthorized" | "busy" | "ended" | null;
}

/** Everything in the queue, in order. */
export interface QueueContents {
  readonly waiting: readonly QueueEntry[];
  /** Set aside, with the reason in `lastError`, until the user retries or discards them. */
  readonly failed: readonly QueueEntry[];
  readonly unreadable: readonly Unreadable[];
}

const MAX_STRIKES = 10;
const BACK_OFF: BackOff = { firstWaitMs: 500, longestWaitMs: 60_000 };

/**
 * Stores intents and sends them in order when that is possible.
 *
 * An entry is stored with its Idempotency-Key before `enqueue` returns, and deleted only when the API has taken it; an
 * interrupted entry is sent again under the same key. Each attempt sends one request: the queue itself retries.
 */
export class OfflineQueue {
  readonly #client: OfflineQueueOptions["client"];
  readonly #storage: QueueStorage;
  readonly #maxStrikes: number;
  readonly #backOff: BackOff;
  readonly #onEvent: (event: QueueEvent) => void;
  readonly #onError: (error: unknown) => void;
  readonly #network: Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #listeners = new Set<QueueListener>();

  #started = false;
  #paused = false;
  #running: Promise<FlushReport> | null = null;
  /** Whether a flush was requested while one was running, which may have read the storage for the last time. */
  #again = false;
  #ending = new AbortController();
  #timer: AbortController | null = null;
  #setbacks = 0;
  /** The end of the API's Retry-After, in milliseconds since 1970. */
  #notBefore = 0;

  constructor(options: OfflineQueueOptions) {
    this.#client = options.client;
    this.#storage = options.storage;
    this.#maxStrikes = options.maxStrikes ?? MAX_STRIKES;
    this.#backOff = options.backOff ?? BACK_OFF;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.#onError = options.onError ?? ((error) => console.error(error));
    this.#network = options.network ?? (globalThis as typeof globalThis & Partial<EventTarget>);
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
  }

  /** Whether the API refused the token; nothing is sent until `resume`. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Stores an intent. When this returns it is safe; when it throws, nothing was stored. */
  async enqueue(intent: Intent): Promise<QueueEntry> {
    const entry = await this.#storage.add({
      idempotencyKey: newKey(),
      // Serialized as it will be sent: a value that is not JSON fails here, not in every later flush.
      intent: JSON.parse(JSON.stringify(complete(intent))) as Intent,
      enqueuedAt: this.#clock.now().toISOString(),
      state: "waiting",
      attempts: 0,
      strikes: 0,
      lastError: null,
    });
    this.#tell({ type: "enqueued", entry });
    if (this.#started && this.#timer === null) this.#flushByItself();
    return entry;
  }

  /** Sends the waiting entries in order, one at a time, until a failure stops it. Concurrent calls share one flush. */
  flush(): Promise<FlushReport> {
    if (this.#paused) return Promise.resolve({ sent: 0, failed: 0, stopped: "unauthorized" });
    if (this.#running === null) this.#running = this.#run();
    else this.#again = true;
    return this.#running;
  }

  /**
   * Starts automatic flushes: at once, after `enqueue`, when the network is back, and with a back-off after failures.
   */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#network.addEventListener?.("online", this.#online);
    this.#flushByItself();
  }

  /**
   * Stops automatic flushes and the one in progress; its entry stays with its key. A pending wait keeps a process
   * running.
   */
  async stop(): Promise<void> {
    this.#started = false;
    this.#network.removeEventListener?.("online", this.#online);
    this.#cancelTimer();
    this.#ending.abort();
    await this.#running?.catch(() => undefined);
  }

  /** Continues after a new sign-in. */
  resume(): void {
    this.#paused = false;
    this.#setbacks = 0;
    if (this.#started) this.#flushByItself();
  }

  /** Adds a listener. @returns a function that removes it */
  subscribe(listener: QueueListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async contents(): Promise<QueueContents> {
    const { entries, unreadable } = await this.#storage.list();
    return {
      waiting: entries.filter(({ state }) => state === "waiting"),
      failed: entries.filter(({ state }) => state === "failed"),
      unreadable,
    };
  }

  /**
   * Makes a failed entry wait again, in its place and under its key.
   *
   * @returns false when it is missing or not failed
   */
  async retry(entry: QueueEntry): Promise<boolean> {
    const { failed } = await this.contents();
    const there = failed.find(({ idempotencyKey }) => idempotencyKey === entry.idempotencyKey);
    if (there === undefined) return false;
    const waiting: QueueEntry = { ...there, state: "waiting", strikes: 0 };
    if (!(await this.#storage.replace(waiting))) return false;
    this.#tell({ type: "retried", entry: waiting });
    if (this.#started && this.#timer === null) this.#flushByItself();
    return true;
  }

  /** Deletes an entry. One that is being sent at this moment may still arrive. */
  async discard(entry: QueueEntry): Promise<void> {
    await this.#storage.delete(entry);
    this.#tell({ type: "discarded", entry });
  }

  async #run(): Promise<FlushReport> {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const sum: Mutable<FlushReport> = { sent: 0, failed: 0, stopped: null };
    let retryAfterSeconds: number | null = null;
    try {
      do {
        this.#again = false;
        const alone = await this.#storage.exclusively(async () => {
          retryAfterSeconds = await this.#sendAll(sum, signal);
        });
        if (!alone) sum.stopped = "busy";
      } while (this.#again && sum.stopped === null);
    } finally {
      // Here, not in a later callback: the next call of flush must not join a flush that has ended.
      this.#running = null;
    }
    this.#settle(sum, retryAfterSeconds);
    return sum;
  }

  /** @returns the Retry-After of the failure that stopped it */
  async #sendAll(sum: Mutable<FlushReport>, signal: AbortSignal): Promise<number | null> {
    for (let behind: QueueEntry | null = null; ; ) {
      const entry: QueueEntry | null = await this.#storage.firstWaiting(behind);
      // Once more from the front: another process may have added an entry there.
      if (entry === null && behind === null) return null;
      if (entry !== null) {
        const end = await this.#sendOne(entry, signal);
        sum.sent += end.sent ? 1 : 0;
        sum.failed += end.failed ? 1 : 0;
        sum.stopped = end.stopped;
        if (end.stopped !== null) return end.retryAfterSeconds;
      }
      behind = entry;
    }
  }

  async #sendOne(entry: QueueEntry, signal: AbortSignal): Promise<EntryEnd> {
    if (signal.aborted) return { ...NOTHING, stopped: "ended" };
    try {
      const answer = await this.#save(entry, signal);
      await Promise.all(Array.from(this.#listeners, (listener) => listener.sent(entry, answer)));
      await this.#storage.delete(entry);
      this.#tell({ type: "sent", entry, answer: answer.item });
      return { ...NOTHING, sent: true };
    } catch (error) {
      if (signal.aborted) return { ...NOTHING, stopped: "ended" };
      if (!(error instanceof MagpieError)) throw error;
      if (error instanceof ApiProblem && error.status === 401) return this.#pause();
      return this.#keep(entry, error);
    }
  }

  async #save({ intent, idempotencyKey }: QueueEntry, signal: AbortSignal): Promise<SentAnswer> {
    const options = { idempotencyKey, signal, retry: { maxAttempts: 1 } };
    return intent.create === "bookmark"
      ? { type: intent.create, item: await this.#client.bookmarks.save(intent.body, options) }
      : { type: intent.create, item: await this.#client.stocks.save(intent.body, options) };
  }

  #tell(event: QueueEvent): void {
    for (const listener of this.#listeners) listener.event(event);
    this.#onEvent(event);
  }

  #pause(): EntryEnd {
    this.#paused = true;
    this.#tell({ type: "paused" });
    return { ...NOTHING, stopped: "unauthorized" };
  }

  /** Records a failed attempt on its entry: to be retried, or set aside so that the next one can be sent. */
  async #keep(entry: QueueEntry, error: MagpieError): Promise<EntryEnd> {
    const strikes = entry.strikes + (isStrike(error) ? 1 : 0);
    const failed = !error.retryable || strikes >= this.#maxStrikes;
    const kept: QueueEntry = {
      ...entry,
      state: failed ? "failed" : "waiting",
      attempts: entry.attempts + 1,
      strikes,
      lastError: {
        status: error instanceof ApiProblem ? error.status : null,
        code: error instanceof ApiProblem ? error.code : error instanceof NetworkFailure ? error.kind : null,
        message: error.message,
        at: this.#clock.now().toISOString(),
      },
    };
    const there = await this.#storage.replace(kept);
    if (there) this.#tell({ type: failed ? "failed" : "postponed", entry: kept });
    if (failed) return { ...NOTHING, failed: there };
    const retryAfterSeconds = error instanceof ApiProblem ? error.retryAfterSeconds : null;
    return { ...NOTHING, stopped: "trouble", retryAfterSeconds };
  }

  /** Schedules the next automatic flush. */
  #settle({ sent, stopped }: FlushReport, retryAfterSeconds: number | null): void {
    const trouble = stopped === "trouble" || stopped === "busy";
    this.#setbacks = (sent > 0 ? 0 : this.#setbacks) + (trouble ? 1 : 0);
    if (!trouble) return;
    const now = this.#clock.now().getTime();
    const wait = waitMs(this.#backOff, this.#setbacks, retryAfterSeconds, this.#random());
    if (retryAfterSeconds !== null) this.#notBefore = now + retryAfterSeconds * 1000;
    if (this.#started) this.#flushAfter(wait);
  }

  #flushByItself(): void {
    const wait = this.#notBefore - this.#clock.now().getTime();
    if (wait > 0) {
      this.#flushAfter(wait);
      return;
    }
    this.#cancelTimer();
    this.flush().catch(this.#onError);
  }

  #flushAfter(milliseconds: number): void {
    this.#cancelTimer();
    const timer = new AbortController();
    this.#timer = timer;
    this.#clock.sleep(milliseconds, timer.signal).then(
      () => this.#flushByItself(),
      () => undefined,
    );
  }

  #cancelTimer(): void {
    this.#timer?.abort();
    this.#timer = null;
  }

  readonly #online = (): void => {
    this.#setbacks = 0;
    this.#flushByItself();
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The outcome of one entry, and whether the flush continues. */
interface EntryEnd {
  readonly sent: boolean;
  readonly failed: boolean;
  readonly stopped: FlushReport["stopped"];
  readonly retryAfterSeconds: number | null;
}

const NOTHING: EntryEnd = { sent: false, failed: false, stopped: null, retryAfterSeconds: null };

/** Whether an error may be caused by the entry: the API answered, or the attempt timed out. */
function isStrike(error: MagpieError): boolean {
  return !(error instanceof NetworkFailure) || error.kind === "timeout";
}

/** The intent with all that is derived from it: a later version of the client must send the same content. */
function complete(intent: Intent): Intent {
  return intent.create === "bookmark" ? { ...intent, body: withSourceHint(intent.body) } : intent;
}
