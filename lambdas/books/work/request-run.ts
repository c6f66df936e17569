import type { Clock } from "../../shared/clock.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import { sendOrLeave } from "../../shared/work/send-or-leave.ts";
import type { Job, Run, RunKind } from "../domain/job.ts";
import { isDue, newRun, nextDue, waitingRun } from "../domain/job.ts";
import { presentCursor, querySetHash } from "../domain/query-set.ts";
import type { JobTable } from "../tables/job-table.ts";
import type { RunTable } from "../tables/run-table.ts";
import type { CollectMessage } from "./collect-message.ts";
import { collectMessageOf } from "./collect-message.ts";

/** The services of a request for a run. */
export interface RunRequester {
  readonly jobs: JobTable;
  readonly runs: RunTable;
  readonly collectQueue: Queue<CollectMessage>;
  readonly clock: Clock;
  /** A fresh random id. */
  readonly newId: () => string;
}

/**
 * Enters a run of a kind in its job and sends its message. A run requested by an administrator counts as the one that was due.
 *
 * @returns null when a run is under way, or the job was deleted
 */
export async function requestRun(
  job: Job,
  kind: RunKind,
  correlationId: string,
  requester: RunRequester,
): Promise<Run | null> {
  const { jobs, runs, collectQueue, clock, newId } = requester;
  const now = clock.now();
  const run = newRun(newId(), now, { querySetHash: querySetHash(job.queries), cursor: presentCursor(job), kind });
  const active = waitingRun(run, reconcileAfter(now, clock));
  const dueAt = isDue(job, now) ? nextDue(job.schedule, now, clock.wait) : undefined;
  // The last run's worker may have stopped before it wrote the record, and the new run replaces the last one in the job.
  if (job.lastRun !== null && job.active === null) await runs.put(job.id, job.lastRun);
  if (!(await jobs.requestRun(job, active, dueAt))) return null;
  await sendOrLeave(collectQueue, "books-collect", collectMessageOf(job.name, run.id), correlationId);
  return run;
}
