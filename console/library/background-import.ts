import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { MagpieClient } from "../../client/index.ts";
import { ApiProblem, MagpieError } from "../../client/index.ts";
import type { ImportReport } from "../../client/moving/index.ts";
import type { RunEnd } from "../../client/timetable.ts";
import { Timetable } from "../../client/timetable.ts";
import type { ImportStorage, StoredImport } from "./import-storage.ts";

/** The import of this device as a person sees it. */
export interface ShownImport extends StoredImport {
  /** When it continues, ISO 8601 UTC, while the API accepts nothing; otherwise null. */
  readonly pausedUntil: string | null;
}

interface BackgroundImportOptions {
  readonly client: Pick<MagpieClient, "bookmarks" | "stocks">;
  readonly storage: ImportStorage;
  /** Called with errors of the storage. */
  readonly onError: (error: unknown) => void;
  readonly isOnline?: () => boolean;
}

/** Within a run. A longer pause ends the run: the timetable, which also knows when the network is back, begins the next one. */
const RETRY = { maxAttempts: 6, longestWaitMs: 20_000, deadlineMs: 60_000 };
const BACK_OFF = { firstWaitMs: 1_000, longestWaitMs: 60_000 };
/** Nothing is left to do, or a person must act first. */
const HALT: RunEnd = { next: "halt", wasOfUse: false, retryAfterSeconds: null };
/** A shorter pause is not shown. */
const TOLD_PAUSE_MS = 5_000;

/**
 * An import that runs in the background, in one tab at a time, and survives changes of the screen, reloads, a lost
 * connection and the end of the tab, as the offline queue does. It continues behind the last stored report; the keys of the
 * entries that were sent after that are derived from their content, so that they are not saved twice.
 */
export class BackgroundImport {
  readonly #options: BackgroundImportOptions;
  readonly #shown = signal<ShownImport | null>(null);
  readonly #timetable: Timetable;
  readonly #unsubscribe: () => void;
  #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isPaused = false;

  constructor(options: BackgroundImportOptions) {
    this.#options = options;
    this.#timetable = new Timetable({
      run: () => this.#run(),
      onError: options.onError,
      backOff: BACK_OFF,
      interval: null,
      network: undefined,
      page: undefined,
      clock: undefined,
      random: undefined,
    });
    this.#unsubscribe = options.storage.subscribe(() => {
      this.read().then(() => this.#timetable.runUnlessBackingOff(), options.onError);
    });
  }

  /** The running import, or one that has ended and was not dismissed; null without one. */
  get shown(): ReadonlySignal<ShownImport | null> {
    return this.#shown;
  }

  /** Whether the API refused the token; nothing is sent until `resume`. */
  get paused(): boolean {
    return this.#isPaused;
  }

  /** Reads what this or another tab has stored. */
  async read(): Promise<void> {
    this.#show(await this.#options.storage.read());
    if (this.#shown.peek()?.end !== null) this.#ending.abort();
  }

  /** Continues an interrupted import, and runs those that are begun from now on. */
  start(): void {
    this.#timetable.start();
  }

  /** Continues after a new sign-in. */
  resume(): void {
    this.#isPaused = false;
    this.#timetable.runSoon();
  }

  /**
   * Begins an import; when this resolves, it survives the tab.
   *
   * @returns false when another one is running
   * @throws errors of the storage, e.g. when the device has no space
   */
  async begin(
    begun: Omit<StoredImport, "id" | "report" | "isSent" | "end">,
    file: Blob,
    report: ImportReport,
  ): Promise<boolean> {
    const stored = { ...begun, id: crypto.randomUUID(), report: plain(report), isSent: false, end: null };
    const isBegun = await this.#options.storage.begin(stored, file);
    await this.read();
    this.#timetable.runSoon();
    return isBegun;
  }

  /** Ends it between two requests, in whichever tab it runs. */
  async stop(): Promise<void> {
    const there = this.#shown.peek();
    if (there === null) return;
    this.#ending.abort();
    await this.#running;
    await this.#options.storage.change(there.id, { end: "stopped" });
    await this.read();
  }

  /** Continues an import that was stopped, or that the API has refused. */
  async goOn(): Promise<void> {
    const there = this.#shown.peek();
    if (there !== null) await this.#options.storage.goOn(there.id);
    await this.read();
    this.#timetable.runSoon();
  }

  /** Forgets one that has ended, and its report. */
  async dismiss(): Promise<void> {
    const there = this.#shown.peek();
    if (there !== null) await this.#options.storage.dismiss(there.id);
    await this.read();
  }

  /** Ends this tab's work; the import continues when the console is opened again. */
  async close(): Promise<void> {
    this.#unsubscribe();
    this.#timetable.stop();
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { storage, isOnline = () => navigator.onLine } = this.#options;
    await this.read();
    const there = this.#shown.peek();
    let end = HALT;
    if (there?.end === null && !this.#isPaused && isOnline()) {
      this.#ending = new AbortController();
      const isAlone = await storage.exclusively(async () => {
        const sending = this.#send(this.#ending.signal);
        this.#running = sending.then(
          () => undefined,
          () => undefined,
        );
        end = await sending;
      });
      // Another tab sends it; this one checks whether that tab has ended.
      if (!isAlone) end = { ...end, next: "trouble" };
    }
    this.#timetable.endRun(end);
  }

  /** Sends the entries behind the stored report. @throws errors of the storage, and of the token function */
  async #send(signal: AbortSignal): Promise<RunEnd> {
    const { storage, client } = this.#options;
    // Once more, behind the lock: another tab may have ended it.
    const begun = await storage.read();
    const file = await storage.file();
    if (begun === null || begun.end !== null || file === null) return HALT;
    // From now on entries may have been sent that no report has.
    await storage.change(begun.id, { isSent: true });
    let latest = begun.report;
    const end = async (how: NonNullable<StoredImport["end"]>) => {
      await storage.change(begun.id, { report: latest, end: how });
      await this.read();
      return HALT;
    };
    try {
      const { importFile } = await import("./import-file.ts");
      latest = plain(
        await importFile(client, file, {
          slides: begun.slides,
          now: new Date(begun.now),
          ...(begun.isSent ? { resumed: begun.report } : {}),
          retry: RETRY,
          signal,
          onProgress: (report) => {
            latest = plain(report);
            // One that was stopped has been shown so.
            if (!signal.aborted) this.#show({ ...begun, report: latest });
          },
          keep: async (report) => {
            if (!(await storage.change(begun.id, { report: plain(report) }))) this.#ending.abort();
          },
          onRetry: ({ waitMs }) => {
            if (waitMs >= TOLD_PAUSE_MS) this.#show({ ...begun, report: latest }, waitMs);
          },
        }),
      );
      return await end("done");
    } catch (error) {
      if (!signal.aborted && !(error instanceof MagpieError)) throw error;
      await storage.change(begun.id, { report: latest });
      if (signal.aborted) return HALT;
      const problem = error instanceof ApiProblem ? error : null;
      if (problem?.status === 401) {
        this.#isPaused = true;
        return HALT;
      }
      if (error instanceof MagpieError && !error.retryable) {
        const { status = null, code = null } = problem ?? {};
        return await end({ status, code, message: error.message, at: new Date().toISOString() });
      }
      const retryAfterSeconds = problem?.retryAfterSeconds ?? null;
      if (retryAfterSeconds !== null) this.#show({ ...begun, report: latest }, retryAfterSeconds * 1_000);
      return { next: "trouble", wasOfUse: latest.entries > begun.report.entries, retryAfterSeconds };
    }
  }

  #show(stored: StoredImport | null, pauseMs: number | null = null): void {
    const pausedUntil = pauseMs === null ? null : new Date(Date.now() + pauseMs).toISOString();
    this.#shown.value = stored === null ? null : { ...stored, pausedUntil };
  }
}

/** A report that can be stored, and does not grow any more. */
function plain(report: ImportReport): ImportReport {
  const copy = ({ count, counts, first }: ImportReport["refused"]) => ({
    count,
    counts: { ...counts },
    first: [...first],
  });
  return { ...report, refused: copy(report.refused), leftOut: copy(report.leftOut), columns: [...report.columns] };
}
