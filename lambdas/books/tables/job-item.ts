import { fromAttributes, toAttributes } from "../../shared/table/attribute-names.ts";
import type { ItemOf, StoredFields } from "../../shared/table/stored-fields.ts";
import { attributesOf, fieldsOf, sparse } from "../../shared/table/stored-fields.ts";
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

/** What a job stores beside its name, its cursors and its run in progress. */
type StoredJob = Omit<Job, "name" | "cursors" | "active">;

export const SETTINGS_FIELDS = {
  queries: "queries",
  maxPerRun: "max_per_run",
  enabled: "enabled",
  schedule: "schedule",
  checkForNew: "check_for_new",
  notify: "notify",
  options: "options",
} as const satisfies StoredFields<JobSettings>;

export const JOB_FIELDS = {
  ...SETTINGS_FIELDS,
  id: "id",
  createdAt: "created_at",
  updatedAt: "updated_at",
  changeId: sparse("change_id"),
  dueAt: "due_at",
  resets: "resets",
  lastRun: sparse("last_run"),
  failures: sparse("failures"),
  failedRuns: sparse("failed_runs"),
} as const satisfies StoredFields<StoredJob>;

/** A job as it is stored, in one item, since one condition must cover all of it. */
export interface JobItem extends ItemOf<StoredJob, typeof JOB_FIELDS> {
  readonly pk: string;
  readonly sk: string;
  /** By query set hash. */
  readonly cursors: Readonly<Record<string, unknown>>;
  readonly active?: ActiveItem;
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

export function toJobItem(job: Job): JobItem {
  return {
    ...jobKey(job.name),
    ...attributesOf(JOB_FIELDS, job),
    cursors: Object.fromEntries(job.cursors.map((cursor) => [cursor.querySetHash, toCursorItem(cursor)])),
    ...(job.active === null ? {} : { active: toActiveItem(job.active) }),
    ...entryKeys(nextActionAt(job)),
  };
}

export function toJob(item: JobItem): Job {
  return {
    ...fieldsOf<StoredJob>(JOB_FIELDS, item),
    name: item.sk,
    cursors: Object.entries(item.cursors).map(([querySetHash, cursor]) => ({
      querySetHash,
      ...fromAttributes<Omit<Cursor, "querySetHash">>(cursor),
    })),
    active: item.active === undefined ? null : toActive(item.active),
  };
}
