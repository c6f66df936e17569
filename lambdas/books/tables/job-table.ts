import type { Page } from "../../shared/http/pagination.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import { toAttributes } from "../../shared/table/attribute-names.ts";
import type { Condition } from "../../shared/table/expression.ts";
import { is, isAbsent, storedPlus } from "../../shared/table/expression.ts";
import { changesOf } from "../../shared/table/stored-fields.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { queriedPage } from "../../shared/table/table-query.ts";
import { move } from "../../shared/table/transitions.ts";
import type { Update } from "../../shared/table/update.ts";
import { REMOVED, STILL_HOLDS } from "../../shared/table/update.ts";
import { leaseAt } from "../../shared/work/lease.ts";
import {
  listWholeOverdueItems,
  PENDING_ATTRIBUTES,
  pendingKeys,
  pickOverdue,
} from "../../shared/work/pending-index.ts";
import { storedWork } from "../../shared/work/stored-work.ts";
import type { ActiveRun, Cursor, FailedRuns, Failures, Job, JobSettings, Run } from "../domain/job.ts";
import { nextActionAt } from "../domain/job.ts";
import type { JobItem } from "./job-item.ts";
import {
  JOB_ENTRIES,
  JOB_FIELDS,
  JOBS,
  jobKey,
  SETTINGS_FIELDS,
  toActiveItem,
  toCursorItem,
  toJob,
  toJobItem,
} from "./job-item.ts";
import { RUN } from "./run-transitions.ts";

/** Identifies a worker's lease on a run: its writes are refused once the lease has been taken over. */
export interface LeaseHandle {
  readonly name: string;
  readonly holder: string;
  /** The job's resets when the run was taken. */
  readonly resets: number;
}

/** A run in progress that is overdue. */
export interface OverdueRun {
  /** The job's name. */
  readonly name: string;
  readonly job: Job;
  /** The run's id. */
  readonly workId: string;
  readonly reconcileRounds: number;
}

/** A job and the time of its entry in index `pending`; null without one. */
export interface EnteredJob {
  readonly job: Job;
  readonly entry: string | null;
}

function toEnteredJob(item: JobItem): EnteredJob {
  return { job: toJob(item), entry: item.reconcile_at ?? null };
}

/** A position in the list of jobs: the last job of the previous page. */
export type JobPosition = Readonly<Record<"name", string>>;

const LEASE = leaseAt("active");
/** A run is its own request. */
const WORK = storedWork({ workId: "active.run.id", map: "active" });

/**
 * The conditions that a job's settings are unchanged since they were read. Two changes may have the same time, so that each
 * has an id; a job that was never changed has none.
 */
function asRead({ id, updatedAt, changeId }: Pick<Job, "id" | "updatedAt" | "changeId">): readonly Condition[] {
  const isSameChange = changeId === null ? isAbsent("change_id") : is("change_id", changeId);
  return [is("id", id), is("updated_at", updatedAt), isSameChange];
}

/** The conditions that no run has ended since a job was read. */
function lastRunAsRead({ lastRun }: Pick<Job, "lastRun">): readonly Condition[] {
  return lastRun === null ? [isAbsent("last_run")] : isLastRun(lastRun);
}

function isLastRun({ id, finishedAt }: Run): readonly Condition[] {
  return [is("last_run.id", id), is("last_run.finished_at", finishedAt)];
}

function cursorSet(cursor: Cursor) {
  return { [`cursors.${cursor.querySetHash}`]: toCursorItem(cursor) };
}

/** Attempts of a change after write conflicts. */
const MAX_WRITE_ATTEMPTS = 5;

/**
 * The jobs of table `books`: partition key `pk` = `jobs`, sort key `sk` = the job's name. One item for each job, with its
 * cursors by query set hash, the run in progress and its lease: so one condition covers "the lease is still held", "the
 * cursors were not reset" and "the job exists", and one write moves cursor and run together. Every write has a condition
 * that names the expected state.
 *
 * A job on which a schedule has to act is in partition `jobs` of index `pending`, at a time that is never later than that
 * action: a change enters the job at once, and the next run of `books-due` moves the entry to its proper time.
 */
export class JobTable extends StoredTable {
  /** Puts a new job. @returns false when the name is in use */
  async create(job: Job): Promise<boolean> {
    return this.putItem(jobKey(job.name), {
      item: toJobItem(job),
      when: [isAbsent("sk")],
      ownWrite: [is("id", job.id)],
    });
  }

  async get(name: string): Promise<Job | null> {
    const item = await this.itemAt<JobItem>(jobKey(name));
    return item === null ? null : toJob(item);
  }

  /** A page of the jobs by name, read consistently. */
  async list({ limit, position }: { limit: number; position: JobPosition | undefined }): Promise<Page<Job>> {
    const { items, last } = await queriedPage<JobItem>(
      this.client,
      this.#allJobs,
      limit,
      position && jobKey(position.name),
    );
    return { items: items.map(toJob), position: last === null ? null : { name: last.sk } };
  }

  /** The jobs on which a schedule may have to act by now, in no order. */
  async *listEntered(now: Date): AsyncGenerator<EnteredJob> {
    for await (const item of listWholeOverdueItems<JobItem>(this.client, this.table, JOB_ENTRIES, now)) {
      yield toEnteredJob(item);
    }
  }

  /**
   * Moves a job's entry to its next action, or removes the entry. @returns false when it is already there, or the job has
   * changed since it was read
   */
  async moveEntry({ job, entry }: EnteredJob, now: Date): Promise<boolean> {
    const next = nextActionAt(job);
    const { active } = job;
    // While a run is in progress, any time in the past will do.
    if (entry === next || (active !== null && entry !== null && entry <= now.toISOString())) return false;
    return this.updateItem(jobKey(job.name), {
      ...(next === null ? { remove: PENDING_ATTRIBUTES } : { set: pendingKeys(JOB_ENTRIES, next) }),
      when: [
        ...asRead(job),
        is("due_at", job.dueAt),
        active === null ? isAbsent("active") : WORK.isLatest(active.run.id),
      ],
      ownWrite: STILL_HOLDS,
    });
  }

  /**
   * Replaces the settings of a job; runs and cursors stay, unless `resetCursors`.
   *
   * @param change `changeId`: a new id; `dueAt`: undefined keeps the due time, which the schedule may move at the same
   * moment
   * @returns null when the job does not exist or has been changed since `seen`
   */
  async replace(
    seen: Job,
    settings: JobSettings,
    change: {
      readonly changeId: string;
      readonly dueAt: string | null | undefined;
      readonly resetCursors: boolean;
      readonly now: Date;
    },
  ): Promise<Job | null> {
    const { changeId, dueAt, resetCursors, now } = change;
    return this.#updateAndGet(seen.name, {
      set: {
        ...changesOf(SETTINGS_FIELDS, settings),
        ...changesOf(JOB_FIELDS, { updatedAt: now.toISOString(), changeId, dueAt }),
        ...pendingKeys(JOB_ENTRIES, now.toISOString()),
        ...(resetCursors && { cursors: {}, resets: storedPlus("resets", 1), failures: REMOVED }),
      },
      when: asRead(seen),
      ownWrite: [is("id", seen.id), is("change_id", changeId)],
    });
  }

  /** Deletes a job with its cursors. @returns false when it does not exist, or another job has its name */
  async delete({ name, id }: Pick<Job, "name" | "id">): Promise<boolean> {
    return this.deleteItem(jobKey(name), [is("id", id)]);
  }

  /** Deletes all cursors of a job. @returns their number; null when the job does not exist */
  async resetCursors(name: string): Promise<number | null> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const seen = await this.get(name);
      if (seen === null) return null;
      const resets = seen.resets + 1;
      const isReset = await this.updateItem(jobKey(name), {
        set: { cursors: {}, resets },
        remove: ["failures"],
        when: [is("id", seen.id), is("resets", seen.resets)],
        ownWrite: [is("id", seen.id), is("resets", resets)],
      });
      if (isReset) return seen.cursors.length;
    }
    throw writeConflict("job");
  }

  /**
   * Enters a requested run, and the job's next due time if this run was due. @returns false when a run is in progress, a run
   * has ended since the job was read, the job was deleted or created again, or this run was due and the job has changed since
   * it was read
   */
  async requestRun(job: Job, active: ActiveRun, dueAt?: string | null): Promise<boolean> {
    const asDue = dueAt === undefined ? [is("id", job.id)] : [...asRead(job), is("due_at", job.dueAt)];
    return this.updateItem(
      jobKey(job.name),
      move(RUN, "request", {
        set: {
          active: toActiveItem(active),
          ...pendingKeys(JOB_ENTRIES, active.run.startedAt),
          due_at: dueAt,
        },
        when: [...asDue, ...lastRunAsRead(job)],
        ownWrite: [is("id", job.id), WORK.isLatest(active.run.id)],
      }),
    );
  }

  /**
   * Takes the lease of a run. @returns null when no run with this id is in progress, or another worker's lease has not
   * expired
   */
  async take(name: string, runId: string, lease: { holder: string; now: Date; until: Date; reconcileAt: Date }) {
    const set = WORK.overdueFrom(lease.reconcileAt);
    const taking = LEASE.take(lease, { set, when: [WORK.isLatest(runId)] });
    return this.#updateAndGet(name, move(RUN, "take", taking));
  }

  /** Renews the lease of a run. @returns false when the lease was lost */
  async renew({ name, holder }: LeaseHandle, lease: { until: Date; reconcileAt: Date }): Promise<boolean> {
    return this.updateItem(
      jobKey(name),
      LEASE.renew(holder, lease.until, { set: WORK.overdueFrom(lease.reconcileAt) }),
    );
  }

  /** Releases the lease of a run, so that the next worker can take it at once. @returns false when the lease was lost */
  async release({ name, holder }: LeaseHandle): Promise<boolean> {
    return this.updateItem(jobKey(name), LEASE.release(holder));
  }

  /** Moves run and cursor one page on. @returns false when the lease was lost, or the cursors were reset */
  async savePage(handle: LeaseHandle, run: Run, cursor: Cursor): Promise<boolean> {
    return this.updateItem(
      jobKey(handle.name),
      move(RUN, "savePage", {
        set: { "active.run": toAttributes(run), ...cursorSet(cursor) },
        when: [LEASE.isHeldBy(handle.holder), is("resets", handle.resets)],
        ownWrite: STILL_HOLDS,
      }),
    );
  }

  /**
   * Ends a run, with its last cursor.
   *
   * @param cursor null: no cursor is written, since the run has made no request or its cursors were reset
   * @param failedRuns undefined: unchanged
   * @returns false when the lease was lost, or the cursors were reset before this cursor was written
   */
  async finish(
    handle: LeaseHandle,
    run: Run,
    cursor: Cursor | null,
    failures: Failures | null,
    failedRuns?: FailedRuns | null,
  ): Promise<boolean> {
    return this.updateItem(
      jobKey(handle.name),
      move(RUN, "finish", {
        set: {
          ...changesOf(JOB_FIELDS, { lastRun: run, failures, failedRuns }),
          ...(cursor && cursorSet(cursor)),
        },
        when: [LEASE.isHeldBy(handle.holder), ...(cursor === null ? [] : [is("resets", handle.resets)])],
        ownWrite: isLastRun(run),
      }),
    );
  }

  /**
   * Ends a run without a worker.
   *
   * @param failedRuns undefined: unchanged
   * @returns false when a worker's lease has not expired, or the run has ended
   */
  async giveUp(name: string, run: Run, now: Date, failedRuns?: FailedRuns | null): Promise<boolean> {
    return this.updateItem(
      jobKey(name),
      move(RUN, "giveUp", {
        set: changesOf(JOB_FIELDS, { lastRun: run, failedRuns }),
        when: [WORK.isLatest(run.id), LEASE.isFree(now)],
        ownWrite: isLastRun(run),
      }),
    );
  }

  /** The overdue runs, the longest overdue first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueRun[]> {
    const reconcileAt = ({ job }: EnteredJob) => job.active?.reconcileAt ?? null;
    const jobs = await pickOverdue(this.listEntered(now), reconcileAt, { now, limit });
    return jobs.flatMap(({ job }) => {
      const { name, active } = job;
      return active === null ? [] : [{ name, job, workId: active.run.id, reconcileRounds: active.reconcileRounds }];
    });
  }

  /** Postpones reconcile for a run until `until`. @returns false when the run has ended */
  async postponeReconcile(
    { name, workId }: Pick<OverdueRun, "name" | "workId">,
    until: Date,
    rounds: number,
  ): Promise<boolean> {
    return this.updateItem(jobKey(name), WORK.postpone(workId, until, rounds));
  }

  get #allJobs() {
    return {
      TableName: this.table,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :jobs",
      ExpressionAttributeValues: { ":jobs": JOBS },
    };
  }

  async #updateAndGet(name: string, update: Update): Promise<Job | null> {
    const item = await this.updateAndGet<JobItem>(jobKey(name), update);
    return item === null ? null : toJob(item);
  }
}
