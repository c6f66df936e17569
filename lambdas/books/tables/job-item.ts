import type { ActiveRun, Cursor, Job, Run } from "../domain/job.ts";

/** The partition of all jobs. */
export const JOBS = "jobs";

/** The partition of one job's finished runs. */
export function runsOf(jobId: string): string {
  return `runs#${jobId}`;
}

/** A job as it lies in the table: everything that one condition must hold together stands in this one item. */
export interface JobItem {
  readonly pk: string;
  readonly sk: string;
  readonly id: string;
  readonly queries: readonly string[];
  readonly max_per_run: number;
  readonly enabled: boolean;
  readonly schedule: Job["schedule"];
  readonly options: Job["options"];
  readonly created_at: string;
  readonly updated_at: string;
  readonly due_at: string | null;
  readonly cursors: Readonly<Record<string, CursorItem>>;
  readonly resets: number;
  readonly active?: ActiveRun;
  readonly last_run?: Run;
  readonly failures?: Job["failures"];
}

type CursorItem = Omit<Cursor, "querySetHash">;

export function jobKey(name: string) {
  return { pk: JOBS, sk: name };
}

/** A cursor as it lies under its hash. */
export function toCursorItem({ querySetHash: _hash, ...cursor }: Cursor): CursorItem {
  return cursor;
}

export function toJobItem(job: Job): JobItem {
  return {
    ...jobKey(job.name),
    id: job.id,
    queries: job.queries,
    max_per_run: job.maxPerRun,
    enabled: job.enabled,
    schedule: job.schedule,
    options: job.options,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    due_at: job.dueAt,
    cursors: Object.fromEntries(job.cursors.map((cursor) => [cursor.querySetHash, toCursorItem(cursor)])),
    resets: job.resets,
    ...(job.active === null ? {} : { active: job.active }),
    ...(job.lastRun === null ? {} : { last_run: job.lastRun }),
    ...(job.failures === null ? {} : { failures: job.failures }),
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
    options: item.options,
    createdAt: item.created_at,
    updatedAt: item.updated_at,
    dueAt: item.due_at,
    cursors: Object.entries(item.cursors).map(([querySetHash, cursor]) => ({ querySetHash, ...cursor })),
    resets: item.resets,
    active: item.active ?? null,
    lastRun: item.last_run ?? null,
    failures: item.failures ?? null,
  };
}
