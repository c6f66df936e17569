import { parseSearch } from "../../lambdas/shared/search/parse-search.ts";
import type { Bookmark } from "../answers.ts";
import type { BackOff } from "../back-off.ts";
import type { Clock } from "../clock.ts";
import { systemClock } from "../clock.ts";
import { ApiProblem, MagpieError } from "../magpie-error.ts";
import { idOf, typeOf } from "../offline/intent.ts";
import type { QueueEvent } from "../offline/offline-queue.ts";
import type { QueueEntry } from "../offline/queue-entry.ts";
import { isPlaceEntry } from "../offline/queue-entry.ts";
import type { SentAnswer } from "../offline/send-intent.ts";
import { UnreadableSearch } from "../search.ts";
import type { PageVisibility, RunEnd } from "../timetable.ts";
import { Timetable } from "../timetable.ts";
import { followChanges } from "./follow-changes.ts";
import { REFRESH_INTERVAL } from "./interval.ts";
import { SearchedItems } from "./searched-items.ts";
import type { ShownItems } from "./shown-items.ts";
import { shownItems } from "./shown-items.ts";
import { StoredItems } from "./stored-items.ts";
import type { SyncOptions } from "./sync-options.ts";
import type { SyncEvent, SyncReport, SyncState } from "./sync-state.ts";
import type { SyncStorage, SyncWrite } from "./sync-storage.ts";
import type { QueuedItem, SyncedItem, SyncFilter } from "./synced-item.ts";

const BACK_OFF: BackOff = { firstWaitMs: 1_000, longestWaitMs: 60_000 };
/** How many texts a search prepares itself, in some milliseconds. */
const FEW_TEXTS = 50;
/** Milliseconds of work on texts after which the page may respond to its user: about a frame. */
const SLICE_MS = 20;

/** Opens what a storage holds, for reading; `refresh` or `start` follows the changes. @throws the storage's errors */
export async function sync(options: SyncOptions): Promise<Sync> {
  const opened = new Sync(options);
  await opened.open(options.preview ?? 0);
  return opened;
}

/**
 * The user's bookmarks and stocks on this device: changes are followed into a storage, from which everything is listed and
 * searched without a network. What waits in an offline queue is shown from the moment it is stored there, each item once.
 */
export class Sync {
  readonly #client: SyncOptions["client"];
  readonly #storage: SyncStorage;
  readonly #queue: SyncOptions["queue"];
  readonly #onEvent: (event: SyncEvent) => void;
  readonly #onError: (error: unknown) => void;
  readonly #clock: Clock;
  readonly #timetable: Timetable;
  readonly #searched = new SearchedItems();
  readonly #items = new StoredItems();
  readonly #endings: (() => void)[] = [];

  /** Whether events are emitted: before the sync is open, its caller does not have it. */
  #isOpen = false;
  #isRead = false;
  #entries: readonly QueueEntry[] = [];
  /** Grows with each event of the queue: entries that were read before the latest one are out of date. */
  #queueEvents = 0;
  #shown: ShownItems | null = null;
  #reading: Promise<void> = Promise.resolve();
  #refreshing: Promise<SyncReport> | null = null;
  #ending = new AbortController();
  #isStarted = false;
  #isClosed = false;
  #preparing: Promise<void> | null = null;
  #paused = false;
  #error: MagpieError | null = null;

  /** Use `sync`, which opens it. */
  constructor(options: SyncOptions) {
    this.#client = options.client;
    this.#storage = options.storage;
    this.#queue = options.queue;
    this.#onEvent = options.onEvent ?? (() => undefined);
    this.#onError = options.onError ?? ((error) => console.error(error));
    this.#clock = options.clock ?? systemClock;
    this.#timetable = new Timetable({
      run: () => this.refresh(),
      onError: this.#onError,
      backOff: options.backOff ?? BACK_OFF,
      interval: REFRESH_INTERVAL,
      network: options.network,
      page: options.page ?? (globalThis as { readonly document?: PageVisibility }).document,
      clock: options.clock,
      random: options.random,
    });
    this.#endings.push(this.#storage.subscribe(() => this.#readLater()));
    if (this.#queue !== undefined) {
      this.#endings.push(this.#queue.subscribe({ sending: this.#sending, events: this.#takeEvents }));
    }
  }

  get state(): SyncState {
    const { syncedAt, isWhole } = this.#items.progress;
    return {
      syncedAt: syncedAt === null ? null : new Date(syncedAt),
      isRead: this.#isRead,
      isWhole,
      isRefreshing: this.#refreshing !== null,
      paused: this.#paused,
      error: this.#error,
    };
  }

  /**
   * Everything that fits the filter: at once, from memory, as it will be once the waiting entries of the queue were sent. By
   * title or site it takes long for thousands of items that `prepare` has not prepared yet.
   */
  list(filter: SyncFilter = {}): readonly SyncedItem[] {
    const { listed } = this.#currentlyShown();
    return this.#searched.sorted(listed.filter(this.#searched.filter(filter)), filter.sort ?? "newest");
  }

  /**
   * What the queue holds, by item, in the order of the queue, items included that are to be deleted and no longer listed.
   */
  waiting(): readonly QueuedItem[] {
    return this.#currentlyShown().queued;
  }

  /**
   * What a search of the API would find by the same `q`, but for the words of a page's text, which are not here. A `q`
   * without a word finds nothing. What `prepare` has not prepared yet is prepared at once, which takes long for thousands of
   * items.
   *
   * @throws UnreadableSearch for a value that can't be read, which the API refuses; `readSearch` names them all
   */
  search(q: string, filter: SyncFilter = {}): readonly SyncedItem[] {
    const { conditions, problems } = parseSearch(q, { timeZone: filter.tz });
    if (problems.length > 0) throw new UnreadableSearch(problems);
    if (conditions.length === 0) return [];
    const { sort = "newest", ...others } = filter;
    const found = this.list(others).filter((synced) => this.#searched.matches(synced, conditions));
    return this.#searched.sorted(found, sort);
  }

  /** A synced item; null when it is not there. */
  get(type: SyncedItem["type"], id: string): SyncedItem | null {
    return this.list({ type }).find((synced) => synced.id === id) ?? null;
  }

  /** Whether `search` has little or nothing to prepare, and so answers at once. */
  get isPrepared(): boolean {
    return this.#isRead && this.#unprepared().length <= FEW_TEXTS;
  }

  /**
   * Prepares what searches read, with pauses in which the page responds to its user; `start` begins it. Resolves when all
   * listed items are prepared, or when the sync is closed.
   */
  prepare(): Promise<void> {
    if (this.#unprepared().length === 0) return Promise.resolve();
    this.#preparing ??= this.#prepare();
    return this.#preparing;
  }

  /**
   * Shows the newest bookmarks, as a list of the API has them, from now until they are synced: a first sync brings the
   * oldest changes first. They are not stored, and disappear if the first sync ends without them.
   */
  preview(bookmarks: readonly Bookmark[]): void {
    if (this.#items.preview(bookmarks)) this.#show(this.#entries);
  }

  /**
   * Follows the changes to their end, page by page; each page is stored with its cursor. Concurrent calls share one pass.
   *
   * @throws errors of the storage, or of the caller's own token function
   */
  refresh(): Promise<SyncReport> {
    if (this.#paused) return Promise.resolve({ changes: 0, stopped: "unauthorized", error: null });
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /**
   * Starts automatic refreshes: at once, when the network is back, when the page is shown, when the queue has sent
   * something, when the person acts after two minutes without one, and in growing intervals of 2 s to five minutes, the
   * shortest after changes; with a back-off after failures. A refresh of another tab or process counts.
   */
  start(): void {
    this.#isStarted = true;
    this.#timetable.start();
    this.#prepareLater();
  }

  /** Stops automatic refreshes and the one in progress. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#timetable.stop();
    this.#ending.abort();
    await this.#refreshing?.catch(() => undefined);
  }

  /** Continues after a new sign-in. */
  resume(): void {
    this.#paused = false;
    this.#timetable.runSoon();
  }

  /** Stops, and releases the storage and the queue. */
  async close(): Promise<void> {
    for (const end of this.#endings) end();
    this.#isClosed = true;
    await this.stop();
  }

  /** Reads the storage, or so many of its newest bookmarks if it has more. @internal */
  async open(preview: number): Promise<void> {
    this.#entries = await this.#queueEntries();
    const newest = preview > 0 ? await this.#storage.newest?.(preview) : undefined;
    if (newest?.length === preview) this.#items.preview(newest);
    else await this.read();
    this.#isOpen = true;
  }

  /** Reads what other tabs or processes have written and queued. */
  read(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { syncedAt } = this.#items.progress;
    let events: number;
    let entries: readonly QueueEntry[];
    let hasChanged = false;
    do {
      events = this.#queueEvents;
      // The queue first: an entry that has left it by now is among the items that are read after it.
      entries = await this.#queueEntries();
      hasChanged = this.#items.take(await this.#storage.read(this.#items.revision)) || hasChanged;
    } while (events !== this.#queueEvents);
    this.#isRead = true;
    if (hasChanged || JSON.stringify(entries) !== JSON.stringify(this.#entries)) this.#show(entries);
    if (this.#items.progress.syncedAt === syncedAt) return;
    this.#emit({ type: "synced" });
    // Another tab or process has asked for all.
    if (this.#refreshing === null) {
      this.#timetable.endRun({ next: "success", wasOfUse: hasChanged, retryAfterSeconds: null });
    }
  }

  #currentlyShown(): ShownItems {
    this.#shown ??= shownItems(this.#items.present(), this.#entries);
    return this.#shown;
  }

  #emit(event: SyncEvent): void {
    if (this.#isOpen) this.#onEvent(event);
  }

  async #queueEntries(): Promise<readonly QueueEntry[]> {
    if (this.#queue === undefined) return [];
    const { waiting, places, failed } = await this.#queue.contents();
    return [...waiting, ...places, ...failed].sort((one, other) => one.place - other.place);
  }

  async #prepare(): Promise<void> {
    let end = 0;
    try {
      for (let items = this.#unprepared(); items.length > 0; items = this.#unprepared()) {
        for (const synced of items) {
          if (performance.now() >= end) {
            await this.#clock.sleep(0);
            if (this.#isClosed) return;
            end = performance.now() + SLICE_MS;
          }
          this.#searched.prepare(synced);
        }
      }
    } finally {
      this.#preparing = null;
    }
  }

  #unprepared(): readonly SyncedItem[] {
    return this.#currentlyShown().listed.filter((synced) => !this.#searched.has(synced));
  }

  #prepareLater(): void {
    if (this.#isStarted) this.prepare().catch(this.#onError);
  }

  #readLater(): void {
    this.read().catch(this.#onError);
  }

  #show(entries: readonly QueueEntry[]): void {
    this.#entries = entries;
    this.#shown = null;
    this.#emit({ type: "changed" });
    this.#prepareLater();
  }

  async #refresh(): Promise<SyncReport> {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const sum: Mutable<SyncReport> = { changes: 0, stopped: null, error: null };
    try {
      const isAlone = await this.#storage.exclusively(async () => {
        await this.read();
        const parts = { client: this.#client, items: this.#items, write: this.#write, clock: this.#clock };
        if (!(await followChanges(parts, sum, signal))) sum.stopped = "busy";
      });
      if (!isAlone) sum.stopped = "busy";
      this.#error = null;
    } catch (error) {
      if (signal.aborted) return { ...sum, stopped: "ended" };
      if (!(error instanceof MagpieError)) throw error;
      this.#recordFailure(sum, error);
    }
    this.#timetable.endRun({
      next: NEXT[sum.stopped ?? "end"],
      wasOfUse: sum.changes > 0,
      retryAfterSeconds: sum.error instanceof ApiProblem ? sum.error.retryAfterSeconds : null,
    });
    return sum;
  }

  /**
   * Stores a write that is made of what is stored, again if another one came between.
   *
   * @param make returns null when there is nothing to be written any more
   * @returns false when there was nothing to be written
   */
  readonly #write = async (make: () => SyncWrite | null): Promise<boolean> => {
    for (;;) {
      const write = make();
      if (write === null) return false;
      const isWritten = await this.#storage.write(this.#items.revision ?? 0, write);
      await this.read();
      if (isWritten) return true;
    }
  };

  #recordFailure(sum: Mutable<SyncReport>, error: MagpieError): void {
    this.#error = error;
    sum.error = error;
    sum.stopped = "trouble";
    if (error instanceof ApiProblem && error.status === 401) {
      sum.stopped = "unauthorized";
      this.#paused = true;
      this.#emit({ type: "paused" });
    } else {
      this.#emit({ type: "failed", error });
    }
  }

  /**
   * Stores the answer to an entry before the entry leaves the queue: at any moment a saved item is in one of them, and a
   * change or deletion has its effect.
   */
  readonly #sending = (entry: QueueEntry): ((answer: SentAnswer) => Promise<void>) => {
    const id = idOf(entry.intent);
    const before = id === null ? undefined : this.#items.get(typeOf(entry.intent), id);
    return async (answer) => {
      try {
        await this.#write(() => this.#items.answerWrite(entry, answer, before, this.#clock.now()));
      } catch (error) {
        // The API has carried it out: the entry must not be sent again only because this device can't store the answer.
        this.#onError(error);
      }
    };
  };

  /** Announces several changes at once: each time all items are listed anew. */
  readonly #takeEvents = (events: readonly QueueEvent[]): void => {
    const entries = new Map(this.#entries.map((entry) => [entry.idempotencyKey, entry]));
    const before = this.#queueEvents;
    for (const event of events) {
      if (event.type === "paused") continue;
      this.#queueEvents += 1;
      const { entry } = event;
      if (event.type === "sent" || event.type === "discarded") entries.delete(entry.idempotencyKey);
      else entries.set(entry.idempotencyKey, entry);
    }
    if (this.#queueEvents === before) return;
    this.#show([...entries.values()].sort((one, other) => one.place - other.place));
    this.#storage.announce();
    // The answer to a place has all of it, and a person who reads sends one each minute.
    if (events.some((event) => event.type === "sent" && !isPlaceEntry(event.entry))) this.#timetable.runSoon();
  };
}

/** When a started sync refreshes again after a refresh. */
const NEXT: Readonly<Record<NonNullable<SyncReport["stopped"]> | "end", RunEnd["next"]>> = {
  end: "success",
  busy: "success",
  trouble: "trouble",
  unauthorized: "halt",
  ended: "halt",
};

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
