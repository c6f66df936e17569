import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Page } from "../../shared/http/pagination.ts";
import { writeConflict } from "../../shared/http/rejected.ts";
import { toAttributes } from "../../shared/table/attribute-names.ts";
import type { Update } from "../../shared/table/conditional-write.ts";
import { conditionalDelete, conditionalPut, STILL_HOLDS, updatedItem } from "../../shared/table/conditional-write.ts";
import { queriedPage } from "../../shared/table/table-query.ts";
import { leaseIn } from "../../shared/work/lease.ts";
import { overdueAmong, wholeOverdueItems } from "../../shared/work/pending-index.ts";
import type { ActiveRun, Cursor, FailedRuns, Failures, Job, JobSettings, Run } from "../domain/job.ts";
import { nextActionAt } from "../domain/job.ts";
import type { JobItem } from "./job-item.ts";
import { JOB_ENTRIES, JOBS, jobKey, toActiveItem, toCursorItem, toJob, toJobItem } from "./job-item.ts";

/** Identifies a worker's lease on a run: its writes are refused once the lease has been taken over. */
export interface LeaseHandle {
  readonly name: string;
  readonly holder: string;
  /** The job's resets when the run was taken. */
  readonly resets: number;
}

/** A run in progress that is overdue. */
export interface OverdueRun {
  /** The job's. */
  readonly name: string;
  readonly job: Job;
  readonly run: Run;
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

const LEASE = leaseIn("active");
const RECONCILE_AT = "active.reconcile_at = :reconcile";

/**
 * The condition that a job's settings are as they were read. Two changes may have one time, so that each has an id; a job
 * that was never changed has none.
 */
function asRead({ id, updatedAt, changeId }: Pick<Job, "id" | "updatedAt" | "changeId">) {
  return {
    condition: `id = :id AND updated_at = :updated AND ${changeId === null ? "attribute_not_exists(change_id)" : "change_id = :was_change"}`,
    values: { ":id": id, ":updated": updatedAt, ...(changeId === null ? {} : { ":was_change": changeId }) },
  };
}

/** The condition that no run has ended since a job was read. */
function lastRunAsRead({ lastRun }: Pick<Job, "lastRun">) {
  return lastRun === null
    ? { condition: "attribute_not_exists(last_run)", values: {} }
    : {
        condition: "last_run.id = :last AND last_run.finished_at = :last_end",
        values: { ":last": lastRun.id, ":last_end": lastRun.finishedAt },
      };
}

/** What a write sets and removes of the failed runs; undefined leaves them as they were. */
function setFailedRuns(failedRuns: FailedRuns | null | undefined): readonly string[] {
  return failedRuns ? ["failed_runs = :failed_runs"] : [];
}

function removeFailedRuns(failedRuns: FailedRuns | null | undefined): readonly string[] {
  return failedRuns === null ? ["failed_runs"] : [];
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
 * action: a change enters the job at once, and the next run of `books-due` moves the entry to where it belongs.
 */
export class JobTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Puts a new job. @returns false when the name is in use */
  async create(job: Job): Promise<boolean> {
    return conditionalPut(this.#client, this.#at(job.name), {
      Item: toJobItem(job),
      ConditionExpression: "attribute_not_exists(sk)",
      ownWrite: "id = :id",
      ExpressionAttributeValues: { ":id": job.id },
    });
  }

  /** Reads one job, consistently; null if it does not exist. */
  async get(name: string): Promise<Job | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: jobKey(name), ConsistentRead: true }),
    );
    return Item === undefined ? null : toJob(Item as JobItem);
  }

  /** A page of the jobs by name, read consistently. */
  async list({ limit, position }: { limit: number; position: JobPosition | undefined }): Promise<Page<Job>> {
    const { items, last } = await queriedPage<JobItem>(
      this.#client,
      this.#allJobs,
      limit,
      position && jobKey(position.name),
    );
    return { items: items.map(toJob), position: last === null ? null : { name: last.sk } };
  }

  /** The jobs on which a schedule may have to act by now, in no order. */
  async *entered(now: Date): AsyncGenerator<EnteredJob> {
    for await (const item of wholeOverdueItems<JobItem>(this.#client, this.#name, JOB_ENTRIES, now)) {
      yield toEnteredJob(item);
    }
  }

  /**
   * Moves a job's entry to its next action, or removes the entry. @returns false when it is where it belongs, or the job has
   * changed since it was read
   */
  async moveEntry({ job, entry }: EnteredJob, now: Date): Promise<boolean> {
    const next = nextActionAt(job);
    const { active } = job;
    // Any time in the past serves while a run is in progress.
    if (entry === next || (active !== null && entry !== null && entry <= now.toISOString())) return false;
    const { condition, values } = asRead(job);
    const moved = await this.#update(job.name, {
      UpdateExpression:
        next === null
          ? "REMOVE pending_partition, reconcile_at"
          : "SET pending_partition = :entries, reconcile_at = :entry",
      ConditionExpression: `${condition} AND due_at = :due AND ${active === null ? "attribute_not_exists(active)" : "active.run.id = :run"}`,
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: {
        ...values,
        ":due": job.dueAt,
        ...(active === null ? {} : { ":run": active.run.id }),
        ...(next === null ? {} : { ":entries": JOB_ENTRIES, ":entry": next }),
      },
    });
    return moved !== null;
  }

  /**
   * Replaces the settings of a job; runs and cursors stay, unless `resetCursors`.
   *
   * @param change `changeId`: a new id; `dueAt`: without it the due time stays, which the request for a run may move at the same moment
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
    const { condition, values } = asRead(seen);
    return this.#update(seen.name, {
      UpdateExpression: `SET queries = :queries, max_per_run = :max, enabled = :enabled, schedule = :schedule, check_for_new = :check, notify = :notify, #options = :options, updated_at = :now, change_id = :change, pending_partition = :entries, reconcile_at = :now${dueAt === undefined ? "" : ", due_at = :due"}${resetCursors ? ", cursors = :none, resets = resets + :one REMOVE failures" : ""}`,
      ConditionExpression: condition,
      ownWrite: "id = :id AND change_id = :change",
      ExpressionAttributeNames: { "#options": "options" },
      ExpressionAttributeValues: {
        ":queries": settings.queries,
        ":max": settings.maxPerRun,
        ":enabled": settings.enabled,
        ":schedule": settings.schedule,
        ":check": settings.checkForNew,
        ":notify": settings.notify,
        ":options": toAttributes(settings.options),
        ...(dueAt === undefined ? {} : { ":due": dueAt }),
        ":now": now.toISOString(),
        ":entries": JOB_ENTRIES,
        ...values,
        ":change": changeId,
        ...(resetCursors ? { ":none": {}, ":one": 1 } : {}),
      },
    });
  }

  /** Deletes a job with its cursors. @returns false when it does not exist, or is another one of the same name */
  async delete({ name, id }: Pick<Job, "name" | "id">): Promise<boolean> {
    return conditionalDelete(this.#client, this.#at(name), {
      ConditionExpression: "id = :id",
      ExpressionAttributeValues: { ":id": id },
    });
  }

  /** Deletes all cursors of a job. @returns their number; null when the job does not exist */
  async resetCursors(name: string): Promise<number | null> {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const seen = await this.get(name);
      if (seen === null) return null;
      const reset = await this.#update(name, {
        UpdateExpression: "SET cursors = :none, resets = :next REMOVE failures",
        ConditionExpression: "id = :id AND resets = :seen",
        ownWrite: "id = :id AND resets = :next",
        ExpressionAttributeValues: { ":none": {}, ":id": seen.id, ":seen": seen.resets, ":next": seen.resets + 1 },
      });
      if (reset !== null) return seen.cursors.length;
    }
    throw writeConflict("job");
  }

  /**
   * Enters a requested run, and the job's next due time if this run was due. @returns false when a run is in progress, a run
   * has ended since the job was read, the job was deleted or created again, or this run was due and the job has changed since
   * it was read
   */
  async requestRun(job: Job, active: ActiveRun, dueAt?: string | null): Promise<boolean> {
    const { condition, values } =
      dueAt === undefined ? { condition: "id = :id", values: { ":id": job.id } } : asRead(job);
    const last = lastRunAsRead(job);
    const updated = await this.#update(job.name, {
      UpdateExpression: `SET active = :active, pending_partition = :entries, reconcile_at = :entry${dueAt === undefined ? "" : ", due_at = :due"}`,
      ConditionExpression: `${condition} AND attribute_not_exists(active) AND ${last.condition}${dueAt === undefined ? "" : " AND due_at = :was_due"}`,
      ownWrite: "id = :id AND active.run.id = :run",
      ExpressionAttributeValues: {
        ":active": toActiveItem(active),
        ":run": active.run.id,
        ":entries": JOB_ENTRIES,
        ":entry": active.run.startedAt,
        ...(dueAt === undefined ? {} : { ":due": dueAt, ":was_due": job.dueAt }),
        ...values,
        ...last.values,
      },
    });
    return updated !== null;
  }

  /**
   * Takes the lease of a run. @returns null when no run with this id is in progress, or another worker's lease has not
   * expired
   */
  async take(name: string, runId: string, lease: { holder: string; now: Date; until: Date; reconcileAt: Date }) {
    const values = { ":run": runId, ":reconcile": lease.reconcileAt.toISOString() };
    return this.#update(name, LEASE.take(lease, { condition: "active.run.id = :run", set: [RECONCILE_AT], values }));
  }

  /** Renews the lease of a run. @returns false when the lease was lost */
  async renew({ name, holder }: LeaseHandle, until: Date, reconcileAt: Date): Promise<boolean> {
    const values = { ":reconcile": reconcileAt.toISOString() };
    return (await this.#update(name, LEASE.renew(holder, until, { set: [RECONCILE_AT], values }))) !== null;
  }

  /** Releases the lease of a run, so that the next worker can take it at once. @returns false when the lease was lost */
  async release({ name, holder }: LeaseHandle): Promise<boolean> {
    return (await this.#update(name, LEASE.release(holder))) !== null;
  }

  /** Moves run and cursor one page on. @returns false when the lease was lost, or the cursors were reset */
  async savePage(handle: LeaseHandle, run: Run, cursor: Cursor): Promise<boolean> {
    const updated = await this.#update(handle.name, {
      UpdateExpression: "SET active.run = :run, cursors.#hash = :cursor",
      ConditionExpression: `${LEASE.isHeld} AND resets = :resets`,
      ownWrite: STILL_HOLDS,
      ExpressionAttributeNames: { "#hash": cursor.querySetHash },
      ExpressionAttributeValues: {
        ":run": toAttributes(run),
        ":cursor": toCursorItem(cursor),
        ":holder": handle.holder,
        ":resets": handle.resets,
      },
    });
    return updated !== null;
  }

  /**
   * Ends a run, with its last cursor.
   *
   * @param cursor null: no cursor is written, since the run has made no request or its cursors were reset
   * @param failedRuns as they were without
   * @returns false when the lease was lost, or the cursors were reset before this cursor was written
   */
  async finish(
    handle: LeaseHandle,
    run: Run,
    cursor: Cursor | null,
    failures: Failures | null,
    failedRuns?: FailedRuns | null,
  ): Promise<boolean> {
    const sets = [
      "last_run = :run",
      ...(cursor === null ? [] : ["cursors.#hash = :cursor"]),
      ...(failures === null ? [] : ["failures = :failures"]),
      ...setFailedRuns(failedRuns),
    ];
    const removes = ["active", ...(failures === null ? ["failures"] : []), ...removeFailedRuns(failedRuns)];
    const updated = await this.#update(handle.name, {
      UpdateExpression: `SET ${sets.join(", ")} REMOVE ${removes.join(", ")}`,
      ConditionExpression: `${LEASE.isHeld}${cursor === null ? "" : " AND resets = :resets"}`,
      ownWrite: "last_run.id = :id AND last_run.finished_at = :finished",
      ...(cursor === null ? {} : { ExpressionAttributeNames: { "#hash": cursor.querySetHash } }),
      ExpressionAttributeValues: {
        ":run": toAttributes(run),
        ":id": run.id,
        ":finished": run.finishedAt,
        ":holder": handle.holder,
        ":failures": toAttributes(failures),
        ":failed_runs": toAttributes(failedRuns ?? null),
        ...(cursor === null ? {} : { ":cursor": toCursorItem(cursor), ":resets": handle.resets }),
      },
    });
    return updated !== null;
  }

  /**
   * Ends a run without a worker.
   *
   * @param failedRuns as they were without
   * @returns false when a worker's lease has not expired, or the run has ended
   */
  async giveUp(name: string, run: Run, now: Date, failedRuns?: FailedRuns | null): Promise<boolean> {
    const updated = await this.#update(name, {
      UpdateExpression: `SET ${["last_run = :run", ...setFailedRuns(failedRuns)].join(", ")} REMOVE ${["active", ...removeFailedRuns(failedRuns)].join(", ")}`,
      ConditionExpression: `active.run.id = :id AND ${LEASE.isFree}`,
      ownWrite: "last_run.id = :id AND last_run.finished_at = :finished",
      ExpressionAttributeValues: {
        ":run": toAttributes(run),
        ":id": run.id,
        ":finished": run.finishedAt,
        ":now": now.toISOString(),
        ":failed_runs": toAttributes(failedRuns ?? null),
      },
    });
    return updated !== null;
  }

  /** The overdue runs, the longest overdue first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueRun[]> {
    const reconcileAt = ({ job }: EnteredJob) => job.active?.reconcileAt ?? null;
    const jobs = await overdueAmong(this.entered(now), reconcileAt, { now, limit });
    return jobs.flatMap(({ job }) => {
      const { name, active } = job;
      return active === null ? [] : [{ name, job, run: active.run, reconcileRounds: active.reconcileRounds }];
    });
  }

  /** Postpones reconcile for a run until `until`. @returns false when the run has ended */
  async postponeReconcile(
    { name, run }: { readonly name: string; readonly run: Pick<Run, "id"> },
    until: Date,
    rounds: number,
  ): Promise<boolean> {
    const updated = await this.#update(name, {
      UpdateExpression: "SET active.reconcile_at = :until, active.reconcile_rounds = :rounds",
      ConditionExpression: "active.run.id = :id",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeValues: { ":until": until.toISOString(), ":rounds": rounds, ":id": run.id },
    });
    return updated !== null;
  }

  get #allJobs() {
    return {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :jobs",
      ExpressionAttributeValues: { ":jobs": JOBS },
    };
  }

  async #update(name: string, update: Update): Promise<Job | null> {
    const item = await updatedItem<JobItem>(this.#client, this.#at(name), update);
    return item === null ? null : toJob(item);
  }

  #at(name: string) {
    return { TableName: this.#name, Key: jobKey(name) };
  }
}
