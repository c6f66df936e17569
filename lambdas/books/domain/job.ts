import type { Creation } from "../../shared/idempotency/create-once.ts";
import type { Lease } from "../../shared/work/lease.ts";

export const SCHEDULES = ["hourly", "daily", "weekly"] as const;
export type Schedule = (typeof SCHEDULES)[number];

const HOUR_MS = 3_600_000;
const INTERVALS: Readonly<Record<Schedule, number>> = { hourly: HOUR_MS, daily: 24 * HOUR_MS, weekly: 168 * HOUR_MS };

/** The options of a search on Google Books; null where Google's own default applies. */
export interface SearchOptions {
  readonly langRestrict: string | null;
  readonly orderBy: "relevance" | "newest" | null;
  readonly printType: "all" | "books" | "magazines" | null;
  readonly filter: "partial" | "full" | "free-ebooks" | "paid-ebooks" | "ebooks" | null;
  /** Two letters (ISO 3166). */
  readonly country: string | null;
}

export interface JobSettings {
  readonly queries: readonly string[];
  /** Items that one run may collect, 0 to 1,000. */
  readonly maxPerRun: number;
  readonly enabled: boolean;
  readonly schedule: Schedule | null;
  /** Whether the schedule checks an exhausted search for new publications. */
  readonly checkForNew: boolean;
  /** Whether a run that stored new books makes a notice. */
  readonly notify: boolean;
  readonly options: SearchOptions;
}

/** The position of a job in the results of one query set. */
export interface Cursor {
  readonly querySetHash: string;
  readonly startIndex: number;
  readonly isExhausted: boolean;
  /** What exhausted the cursor: a page without items, or Google's total. Null until then. */
  readonly exhaustedBy: "empty" | "total" | null;
  readonly lastTotalItems: number | null;
  readonly lastUpdatedAt: string;
  /** The earliest time of the next check for new publications; null until the search is exhausted. */
  readonly nextCheckAt: string | null;
  /** New books that checks have stored since the search was exhausted. Cursors of version 1.0.0 have none, and no total below. */
  readonly checkedBooks?: number;
  /**
   * The latest total that Google reported to a check, if it is larger than the number of items that were read: the
   * exhausted search may have more results, which a reset would read. Null until then.
   */
  readonly totalBeyond?: number | null;
  /** The check for new publications that no run has completed yet. */
  readonly check: Check | null;
}

/** The position of a check for new publications, which reads the search from its newest book on. */
export interface Check {
  readonly startIndex: number;
  /** When the check began: books first seen before are known to it. ISO 8601 UTC. */
  readonly since: string;
}

export type StopReason = "quota" | "max_per_run" | "exhausted" | "error";

/** Why a run failed; the message says what to do. */
export interface RunError {
  readonly code: string;
  readonly message: string;
}

/** What a run reads: the pages after the cursor, or the newest publications of an exhausted search. */
export const RUN_KINDS = ["collect", "check_for_new"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** One run of a job. Times are ISO 8601 UTC. */
export interface Run {
  readonly id: string;
  readonly kind: RunKind;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly querySetHash: string;
  /** Every page that was requested, once however many attempts it took. */
  readonly requests: readonly { readonly startIndex: number; readonly maxResults: number }[];
  /** Items that Google returned. */
  readonly collected: number;
  /** Books that were new. */
  readonly stored: number;
  readonly stopReason: StopReason | null;
  /** The cursor after the run. */
  readonly startIndex: number;
  readonly isExhausted: boolean;
  readonly error: RunError | null;
}

/** The run in progress, and the lease of its worker. */
export interface ActiveRun {
  readonly run: Run;
  /** The lease of the worker that has taken the run; null while the run waits in the queue. */
  readonly lease: Lease | null;
  readonly reconcileAt: string;
  readonly reconcileRounds: number;
}

/** Consecutive runs that have failed at one position. */
export interface Failures {
  readonly querySetHash: string;
  readonly startIndex: number;
  readonly count: number;
}

/** Consecutive runs that have failed, at any position. */
export interface FailedRuns {
  /** The first of them: it distinguishes these failures from later ones. */
  readonly firstRunId: string;
  readonly lastRunId: string;
  readonly count: number;
}

/** A search that is collected page by page, run by run. */
export interface Job extends JobSettings {
  readonly name: string;
  /** A job that is deleted and created again under the same name has another id, and none of the earlier job's runs. */
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Identifies the request that replaced the settings last; null if none has. */
  readonly changeId: string | null;
  /** When the schedule runs the job next; null without a schedule. */
  readonly dueAt: string | null;
  /** By query set hash. A change of queries keeps the old cursor. */
  readonly cursors: readonly Cursor[];
  /** Incremented when the cursors are reset, so that an earlier run can't write its cursor again. */
  readonly resets: number;
  readonly active: ActiveRun | null;
  readonly lastRun: Run | null;
  readonly failures: Failures | null;
  readonly failedRuns: FailedRuns | null;
}

/** A cursor is stuck when this many runs in a row have failed at it. */
const STUCK_AFTER = 3;

export const JOB_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** A new job. With a schedule it is due at once. */
export function newJob(name: string, settings: JobSettings, creation: Creation): Job {
  const now = creation.at.toISOString();
  return {
    ...settings,
    name,
    id: creation.id,
    createdAt: now,
    updatedAt: now,
    changeId: null,
    dueAt: settings.schedule === null ? null : now,
    cursors: [],
    resets: 0,
    active: null,
    lastRun: null,
    failures: null,
    failedRuns: null,
  };
}

/**
 * When a job is due after a run that began now: one interval later, however many intervals have been missed.
 *
 * @param wait scales the interval
 */
export function nextDue(schedule: Schedule | null, now: Date, wait: (milliseconds: number) => number): string | null {
  return schedule === null ? null : new Date(now.getTime() + wait(INTERVALS[schedule])).toISOString();
}

export function isDue({ enabled, dueAt }: Pick<Job, "enabled" | "dueAt">, now: Date): boolean {
  return enabled && dueAt !== null && Date.parse(dueAt) <= now.getTime();
}

/**
 * The earliest time at which a schedule may have to act on a job: from its request on while a run is in progress, since
 * `reconcileAt` moves with the lease, otherwise when the job is due. Null: never.
 */
export function nextActionAt({ active, enabled, dueAt }: Pick<Job, "active" | "enabled" | "dueAt">): string | null {
  if (active !== null) return active.run.startedAt;
  return enabled ? dueAt : null;
}

/** A requested run. It begins at the cursor. */
export function newRun(
  id: string,
  now: Date,
  { querySetHash, cursor, kind }: { querySetHash: string; cursor: Cursor | undefined; kind: RunKind },
): Run {
  return {
    id,
    kind,
    startedAt: now.toISOString(),
    finishedAt: null,
    querySetHash,
    requests: [],
    collected: 0,
    stored: 0,
    stopReason: null,
    startIndex: cursor?.startIndex ?? 0,
    isExhausted: cursor?.isExhausted ?? false,
    error: null,
  };
}

/** When the schedule checks an exhausted search for new publications; null when it never does. */
export function nextCheckAt(job: Pick<Job, "schedule" | "checkForNew">, cursor: Cursor | undefined): string | null {
  if (job.schedule === null || !job.checkForNew || cursor?.isExhausted !== true) return null;
  return cursor.nextCheckAt ?? cursor.lastUpdatedAt;
}

/** The kind of a run that the schedule starts now. */
export function scheduledKind(
  job: Pick<Job, "schedule" | "checkForNew">,
  cursor: Cursor | undefined,
  now: Date,
): RunKind {
  const due = nextCheckAt(job, cursor);
  return due !== null && Date.parse(due) <= now.getTime() ? "check_for_new" : "collect";
}

/** A run that waits in the queue for its worker. */
export function waitingRun(run: Run, reconcileAt: Date): ActiveRun {
  return { run, lease: null, reconcileAt: reconcileAt.toISOString(), reconcileRounds: 0 };
}

/** The error code of a run whose message was given up; the message may be redriven. */
const GIVEN_UP = "run_given_up";

/** A run that ends because its message was given up. @param code why it was given up */
export function givenUpRun(run: Run, code: string, now: Date): Run {
  const message = `The run was given up (${code}). Its cursor is kept, and the next run continues.`;
  return endedRun(run, "error", now, { code: GIVEN_UP, message });
}

/** Whether a redriven message may execute its run again: the run is the job's last, and was given up. */
export function canReopen({ active, lastRun }: Job, runId: string): boolean {
  return active === null && lastRun?.id === runId && lastRun.error?.code === GIVEN_UP;
}

export function endedRun(run: Run, stopReason: StopReason | null, now: Date, error: RunError | null = null): Run {
  return { ...run, stopReason, error, finishedAt: now.toISOString() };
}

/** The consecutive failures after a run has ended: counted while they are at one position, reset by any other end. */
export function failuresAfter(failures: Failures | null, run: Run): Failures | null {
  if (run.stopReason !== "error") return null;
  const { querySetHash, startIndex } = run;
  const again = failures?.querySetHash === querySetHash && failures.startIndex === startIndex;
  return { querySetHash, startIndex, count: again ? failures.count + 1 : 1 };
}

/** Whether the cursor of a query set is stuck: three runs in a row have failed at one index, and an operator has to act. */
export function isStuck({ failures }: Pick<Job, "failures">, querySetHash: string): boolean {
  return failures?.querySetHash === querySetHash && failures.count >= STUCK_AFTER;
}

/** A job is failing when this many runs in a row have failed. */
const FAILING_AFTER = 3;

/**
 * The consecutive failed runs after a run has ended. A run without a request and without an error changes nothing: it has
 * not shown that the search works. A run that was given up and continued counts once.
 */
export function failedRunsAfter(known: FailedRuns | null, { id, stopReason, requests }: Run): FailedRuns | null {
  if (stopReason !== "error") return requests.length === 0 ? known : null;
  if (known?.lastRunId === id) return known;
  return { firstRunId: known?.firstRunId ?? id, lastRunId: id, count: (known?.count ?? 0) + 1 };
}

export function isFailing({ count }: FailedRuns): boolean {
  return count >= FAILING_AFTER;
}
