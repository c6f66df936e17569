import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { LeaseAttributes } from "../../shared/work/lease.ts";
import { leaseAttributes, leaseOf } from "../../shared/work/lease.ts";
import { pendingKeys } from "../../shared/work/pending-index.ts";
import type { ActiveRun, Cursor, Job, JobSettings } from "../domain/job.ts";
import { nextActionAt } from "../domain/job.ts";

export const JOBS = "jobs";

/** The partition of one job's finished runs. */
export function runsOf(jobId: string): string {
  return `runs#${jobId}`;
}

/** A job as it is stored, in one item, since one condition must cover all of it. */
export interface JobItem {
  readonly pk: string;
  readonly sk: string;
  readonly id: string;
  readonly queries: readonly string[];
  readonly max_per_run: number;
  readonly enabled: boolean;
  readonly schedule: Job["schedule"];
  readonly check_for_new: boolean;
  readonly notify: boolean;
  readonly options: unknown;
  readonly created_at: string;
  readonly updated_at: string;
  readonly change_id?: string;
  readonly due_at: string | null;
  /** By query set hash. */
  readonly cursors: Readonly<Record<string, unknown>>;
  readonly resets: number;
  readonly active?: ActiveItem;
  readonly last_run?: unknown;
  readonly failures?: unknown;
  readonly failed_runs?: unknown;
  /** Keys of index `pending`. */
  readonly pending_partition?: string;
  readonly reconcile_at?: string;
}

interface ActiveItem extends LeaseAttributes {
  readonly run: unknown;
  readonly reconcile_at: string;
  readonly reconcile_rounds: number;
}

export function jobKey(name: string) {
  return { pk: JOBS, sk: name };
}

/** The partition of index `pending` that holds the jobs on which a schedule has to act. */
export const JOB_ENTRIES = "jobs";

/** The keys of a job's entry. @param nextAction null: the job has no entry */
export function entryKeys(nextAction: string | null) {
  return nextAction === null ? {} : pendingKeys(JOB_ENTRIES, nextAction);
}

/** A cursor as it is stored under its hash. */
export function toCursorItem({ querySetHash: _hash, ...cursor }: Cursor): unknown {
  return toAttributes(cursor);
}

/** A run in progress, as it is stored in its job. */
export function toActiveItem({ run, lease, reconcileAt, reconcileRounds }: ActiveRun): ActiveItem {
  return {
    run: toAttributes(run),
    ...leaseAttributes(lease),
    reconcile_at: reconcileAt,
    reconcile_rounds: reconcileRounds,
  };
}

function toActive(item: ActiveItem): ActiveRun {
  return {
    run: fromAttributes(item.run),
    lease: leaseOf(item),
    reconcileAt: item.reconcile_at,
    reconcileRounds: item.reconcile_rounds,
  };
}

export function toSettingsItem(settings: JobSettings) {
  return {
    queries: settings.queries,
    max_per_run: settings.maxPerRun,
    enabled: settings.enabled,
    schedule: settings.schedule,
    check_for_new: settings.checkForNew,
    notify: settings.notify,
    options: toAttributes(settings.options),
  };
}

export function toJobItem(job: Job): JobItem {
  return {
    ...jobKey(job.name),
    id: job.id,
    ...toSettingsItem(job),
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    ...(job.changeId === null ? {} : { change_id: job.changeId }),
    due_at: job.dueAt,
    cursors: Object.fromEntries(job.cursors.map((cursor) => [cursor.querySetHash, toCursorItem(cursor)])),
    resets: job.resets,
    ...(job.active === null ? {} : { active: toActiveItem(job.active) }),
    ...(job.lastRun === null ? {} : { last_run: toAttributes(job.lastRun) }),
    ...(job.failures === null ? {} : { failures: toAttributes(job.failures) }),
    ...(job.failedRuns === null ? {} : { failed_runs: toAttributes(job.failedRuns) }),
    ...entryKeys(nextActionAt(job)),
  };
}

export function toJob(item: JobItem): Job {
  return {
    name: item.sk,
    id: item.id,
    queries: item.queries,
    maxPerRun: item.max_per_run,
    enabled: item.enabled,
    schedule: item.schedule,
    checkForNew: item.check_for_new,
    notify: item.notify,
    options: fromAttributes(item.options),
    createdAt: item.created_at,
    updatedAt: item.updated_at,
    changeId: item.change_id ?? null,
    dueAt: item.due_at,
    cursors: Object.entries(item.cursors).map(([querySetHash, cursor]) => ({
      querySetHash,
      ...fromAttributes<Omit<Cursor, "querySetHash">>(cursor),
    })),
    resets: item.resets,
    active: item.active === undefined ? null : toActive(item.active),
    lastRun: fromAttributes(item.last_run ?? null),
    failures: fromAttributes(item.failures ?? null),
    failedRuns: fromAttributes(item.failed_runs ?? null),
  };
}
