import type { Bookmark, Stock } from "../answers.ts";
import type { BackOff } from "../back-off.ts";
import type { Clock } from "../clock.ts";
import { systemClock } from "../clock.ts";
import type { MagpieClient } from "../magpie-client.ts";
import { ApiProblem, MagpieError } from "../magpie-error.ts";
import type { Network, RunEnd } from "../timetable.ts";
import { Timetable } from "../timetable.ts";
import { afterFailure } from "./failed-attempt.ts";
import type { Intent } from "./intent.ts";
import { endOfHold, newEntry } from "./new-entry.ts";
import type { NewQueueEntry, PlaceEntry, QueueEntry } from "./queue-entry.ts";
import { isPlaceEntry } from "./queue-entry.ts";
import type { QueueStorage, Unreadable } from "./queue-storage.ts";
import type { SentAnswer } from "./send-intent.ts";
import { sendIntent } from "./send-intent.ts";

export interface OfflineQueueOptions {
  readonly client: Pick<MagpieClient, "bookmarks" | "stocks">;
  readonly storage: QueueStorage;
  /**
   * How often an entry may fail before it is set aside as `failed`. Transient problems and time-outs count; failures
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
  readonly network?: Network;
  readonly clock?: Clock;
  /** From [0, 1). */
  readonly random?: () => number;
}

export interface EnqueueOptions {
  /**
   * For how long the entry is held back, in milliseconds, so that `discard` can undo what was not sent yet. Entries that
   * are enqueued later wait behind it.
   */
  readonly holdMs?: number;
}

export type QueueEvent =
  | { readonly type: "enqueued" | "postponed" | "failed" | "retried" | "discarded"; readonly entry: QueueEntry }
  /** The answer is null after a deletion. */
  | { readonly type: "sent"; readonly entry: QueueEntry; readonly answer: Bookmark | Stock | null }
  /** The API refuses the token: sign in, then `resume`. */
  | { readonly type: "paused" };

/** Another part of the program that follows a queue. */
export interface QueueListener {
  /**
   * Called before an entry is sent.
   *
   * @returns a function that is called with the API's answer; the entry leaves the queue only when its promise is settled
   */
  sending(entry: QueueEntry): (answer: SentAnswer) => Promise<void>;
  /** Called with what happened at once, after it was stored: one event, or those of several entries. */
  events(events: readonly QueueEvent[]): void;
}

/** The result of a flush. */
export interface FlushReport {
  readonly sent: number;
  /** Entries set aside. */
  readonly failed: number;
  /**
   * Why entries still wait: transient `trouble`, a refused token, another tab or process that flushes the same storage,
   * `stop`, or an entry that is held back. Null when none waits.
   */
  readonly stopped: "trouble" | "unauthorized" | "busy" | "ended" | "held" | null;
}

/** Everything in the queue, in order. */
export interface QueueContents {
  readonly waiting: readonly QueueEntry[];
  /** Where the user is in texts, to be sent as well: nothing that a user interface lists, or that a person decides about. */
  readonly places: readonly PlaceEntry[];
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
 * interrupted entry is sent again, a save under the same key. Each attempt is sent once: the queue itself retries.
 */
export class OfflineQueue {
  readonly #client: OfflineQueueOptions["client"];
  readonly #storage: QueueStorage;
  readonly #maxStrikes: number;
  readonly #onEvent: (event: QueueEvent) => void;
  readonly #clock: Clock;
  readonly #timetable: Timetable;
  readonly #listeners = new Set<QueueListener>();

  #paused = false;
  #running: Promise<FlushReport> | null = null;
  /** Whether a flush was requested while one was running that may have finished reading the storage. */
  #again = false;
  #ending = new AbortController();

  constructor(options: OfflineQueueOptions) {
    this.#client = options.client;
    this.#storage = options.storage;
    this.#maxStrikes = options.maxStrikes ?? MAX_STRIKES;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.#clock = options.clock ?? systemClock;
    this.#timetable = new Timetable({
      run: () => this.flush(),
      onError: options.onError ?? ((error) => console.error(error)),
      backOff: options.backOff ?? BACK_OFF,
      interval: null,
      network: options.network,
      page: undefined,
      clock: options.clock,
      random: options.random,
    });
  }

  /** Whether the API refused the token; nothing is sent until `resume`. */
  get paused(): boolean {
    return this.#paused;
  }

  /**
   * Stores an intent. When this returns it is safe; when it throws, nothing was stored. A place replaces the one of the same
   * bookmark that waits. Where there is no space, places that wait are given up for anything else.
   *
   * @throws TypeError for what is no intent or can't be sent, and the storage's errors
   */
  async enqueue(intent: Intent, options: EnqueueOptions = {}): Promise<QueueEntry> {
    const entry = await this.#add(newEntry(intent, this.#clock.now(), options.holdMs));
    this.#emit({ type: "enqueued", entry });
    if (isPlaceEntry(entry)) {
      const { places } = await this.contents();
      const earlier = places.filter((each) => each.intent.id === entry.intent.id && each.place < entry.place);
      // The one that is being sent stays sent: the later one is an entry of its own.
      if (earlier.length > 0) await this.discard(...earlier);
    }
    this.#timetable.runUnlessBackingOff();
    return entry;
  }

  /**
   * Stores several intents in their order, to be undone together by `discard`. When this returns all are safe; when it throws,
   * none is stored, unless the program has ended meanwhile.
   *
   * @param holdMs as in `EnqueueOptions`, longer than it takes to store them: the first could be sent before the last is stored
   * @throws as `enqueue`
   */
  async enqueueAll(intents: readonly Intent[], holdMs: number): Promise<readonly QueueEntry[]> {
    const entries = intents.map((intent) => newEntry(intent, this.#clock.now(), holdMs));
    const results = await Promise.allSettled(entries.map((entry) => this.#add(entry)));
    const stored = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const refused = results.find((result) => result.status === "rejected");
    if (refused !== undefined) {
      await Promise.all(stored.map((entry) => this.#storage.delete(entry)));
      throw refused.reason;
    }
    this.#emit(...stored.map((entry) => ({ type: "enqueued", entry }) as const));
    this.#timetable.runUnlessBackingOff();
    return stored;
  }

  /** Sends the waiting entries in order, one at a time, until a failure stops it. Concurrent calls share one flush. */
  flush(): Promise<FlushReport> {
    if (this.#paused) return Promise.resolve({ sent: 0, failed: 0, stopped: "unauthorized" });
    if (this.#running === null) this.#running = this.#run();
    else this.#again = true;
    return this.#running;
  }

  /**
   * Starts automatic flushes: at once, after `enqueue`, at the end of a hold, when the network is back, and with a back-off
   * after failures.
   */
  start(): void {
    this.#timetable.start();
  }

  /**
   * Stops automatic flushes and the one in progress; its entry stays with its key. A pending wait keeps a process
   * running.
   */
  async stop(): Promise<void> {
    this.#timetable.stop();
    this.#ending.abort();
    await this.#running?.catch(() => undefined);
  }

  /** Continues after a new sign-in. */
  resume(): void {
    this.#paused = false;
    this.#timetable.runSoon();
  }

  /** Adds a listener. @returns a function that removes it */
  subscribe(listener: QueueListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async contents(): Promise<QueueContents> {
    const { entries, unreadable } = await this.#storage.list();
    return {
      waiting: entries.filter((entry) => entry.state === "waiting" && !isPlaceEntry(entry)),
      places: entries.filter(isPlaceEntry),
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
    this.#emit({ type: "retried", entry: waiting });
    this.#timetable.runUnlessBackingOff();
    return true;
  }

  /** Deletes entries. One that is being sent at this moment may still arrive. */
  async discard(...entries: readonly QueueEntry[]): Promise<void> {
    await Promise.all(entries.map((entry) => this.#storage.delete(entry)));
    this.#emit(...entries.map((entry) => ({ type: "discarded", entry }) as const));
    // They may have held the others back.
    this.#timetable.runUnlessBackingOff();
  }

  async #add(entry: NewQueueEntry): Promise<QueueEntry> {
    try {
      return await this.#storage.add(entry);
    } catch (error) {
      const { places } = await this.contents();
      if ("place" in entry.intent || places.length === 0) throw error;
      await this.discard(...places);
      return this.#storage.add(entry);
    }
  }

  async #run(): Promise<FlushReport> {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const sum: Mutable<FlushReport> = { sent: 0, failed: 0, stopped: null };
    let end = NOTHING;
    try {
      do {
        this.#again = false;
        const alone = await this.#storage.exclusively(async () => {
          end = await this.#sendAll(sum, signal);
        });
        if (!alone) sum.stopped = "busy";
      } while (this.#again && sum.stopped === null);
    } finally {
      // Here, not in a later callback: the next call of flush must not join a flush that has ended.
      this.#running = null;
    }
    this.#timetable.endRun({
      next: nextRun(sum.stopped, end.heldUntil),
      wasOfUse: sum.sent > 0,
      retryAfterSeconds: end.retryAfterSeconds,
    });
    return sum;
  }

  /** @returns the end of the last entry */
  async #sendAll(sum: Mutable<FlushReport>, signal: AbortSignal): Promise<EntryEnd> {
    for (let behind: QueueEntry | null = null; ; ) {
      const entry: QueueEntry | null = await this.#storage.firstWaiting(behind);
      // From the beginning again: another process may have added an entry there.
      if (entry === null && behind === null) return NOTHING;
      if (entry !== null) {
        const end = await this.#sendOne(entry, signal);
        sum.sent += end.sent ? 1 : 0;
        sum.failed += end.failed ? 1 : 0;
        sum.stopped = end.stopped;
        if (end.stopped !== null) return end;
      }
      behind = entry;
    }
  }

  async #sendOne(entry: QueueEntry, signal: AbortSignal): Promise<EntryEnd> {
    if (signal.aborted) return { ...NOTHING, stopped: "ended" };
    const heldUntil = endOfHold(entry, this.#clock.now());
    if (heldUntil !== null) return { ...NOTHING, stopped: "held", heldUntil };
    try {
      const takers = Array.from(this.#listeners, (listener) => listener.sending(entry));
      const answer = await sendIntent(this.#client, entry, signal);
      await Promise.all(takers.map((take) => take(answer)));
      await this.#storage.delete(entry);
      this.#emit({ type: "sent", entry, answer: answer.item });
      return { ...NOTHING, sent: true };
    } catch (error) {
      if (signal.aborted) return { ...NOTHING, stopped: "ended" };
      if (!(error instanceof MagpieError)) throw error;
      if (error instanceof ApiProblem && error.status === 401) return this.#pause();
      return this.#keep(entry, error);
    }
  }

  #emit(...events: readonly QueueEvent[]): void {
    for (const listener of this.#listeners) listener.events(events);
    for (const event of events) this.#onEvent(event);
  }

  #pause(): EntryEnd {
    this.#paused = true;
    this.#emit({ type: "paused" });
    return { ...NOTHING, stopped: "unauthorized" };
  }

  /** Records a failed attempt on its entry: to be retried, or set aside so that the next one can be sent. */
  async #keep(entry: QueueEntry, error: MagpieError): Promise<EntryEnd> {
    const kept = afterFailure(entry, error, this.#maxStrikes, this.#clock.now());
    const failed = kept.state === "failed";
    if (failed && isPlaceEntry(entry)) {
      await this.discard(entry);
      return NOTHING;
    }
    const there = await this.#storage.replace(kept);
    if (there) this.#emit({ type: failed ? "failed" : "postponed", entry: kept });
    if (failed) return { ...NOTHING, failed: there };
    const retryAfterSeconds = error instanceof ApiProblem ? error.retryAfterSeconds : null;
    return { ...NOTHING, stopped: "trouble", retryAfterSeconds };
  }
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The outcome of one entry, and whether the flush continues. */
interface EntryEnd {
  readonly sent: boolean;
  readonly failed: boolean;
  readonly stopped: FlushReport["stopped"];
  readonly retryAfterSeconds: number | null;
  /** The end of the hold of an entry that is held back; null for others. */
  readonly heldUntil: Date | null;
}

const NOTHING: EntryEnd = { sent: false, failed: false, stopped: null, retryAfterSeconds: null, heldUntil: null };

/** When a queue that is started flushes again after a flush. */
function nextRun(stopped: FlushReport["stopped"], heldUntil: Date | null): RunEnd["next"] {
  if (heldUntil !== null) return heldUntil;
  if (stopped === null) return "success";
  return stopped === "trouble" || stopped === "busy" ? "trouble" : "halt";
}
