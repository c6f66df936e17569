import * as z from "zod/mini";
import type { Clock } from "../../shared/clock.ts";
import { errorFields, log } from "../../shared/log.ts";
import type { Queue } from "../../shared/work/queue.ts";
import { enterAndSend, sendOrLeave } from "../../shared/work/queue.ts";
import { reconcileAfter } from "../../shared/work/reconcile.ts";
import type { Job, Run, RunKind } from "../domain/job.ts";
import { isDue, newRun, nextDue, waitingRun } from "../domain/job.ts";
import { presentCursor, querySetHash } from "../domain/query-set.ts";
import type { JobTable } from "../tables/job-table.ts";
import type { RunTable } from "../tables/run-table.ts";

/**
 * A message of queue `books-collect`: execute one run of one job; or with ids of books, copy the covers of these, which the run
 * has found. A worker of version 1.0.0 ignores the ids, and the run, which it finds in progress or ended.
 */
export const collectMessage = z.object({
  schemaVersion: z.literal(1),
  jobName: z.string(),
  runId: z.string(),
  coversOf: z.optional(z.array(z.string())),
});

export type CollectMessage = z.output<typeof collectMessage>;

/** The run of a message, which is the request for itself; messages of other schema versions can be parsed, too. */
export const collectMessageSubject = z.pipe(
  z.object({ jobName: z.string(), runId: z.string() }),
  z.transform(({ jobName, runId }) => ({ name: jobName, workId: runId })),
);

export function collectMessageOf(jobName: string, runId: string): CollectMessage {
  return { schemaVersion: 1, jobName, runId };
}

const QUEUE = "books-collect";

/** A job and the kind of run that is due. */
export interface DueRun {
  readonly job: Job;
  readonly kind: RunKind;
}

export interface RunRequester {
  readonly jobs: JobTable;
  readonly runs: RunTable;
  readonly collectQueue: Queue<CollectMessage>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Enters a run of a kind in its job and sends its message. A run that an administrator requests also counts as the due one.
 *
 * @returns null when a run is in progress, or the job was changed or deleted since it was read
 */
export async function requestRun(
  job: Job,
  kind: RunKind,
  correlationId: string,
  requester: RunRequester,
): Promise<Run | null> {
  const run = await enterRun({ job, kind }, requester);
  if (run === null) return null;
  await sendOrLeave(requester.collectQueue, QUEUE, collectMessageOf(job.name, run.id), correlationId);
  return run;
}

/**
 * Sends the message to copy covers of books that a run has found on a page, forty at most. Books whose message the queue
 * refuses have none until a job finds them again: a cover is not worth that a run fails.
 */
export async function requestCovers(
  { jobName, runId }: { readonly jobName: string; readonly runId: string },
  bookIds: readonly string[],
  queue: Queue<CollectMessage>,
): Promise<void> {
  try {
    await queue.send({ ...collectMessageOf(jobName, runId), coversOf: [...bookIds] }, runId);
  } catch (error) {
    log.warn("covers_not_requested", { job: jobName, run_id: runId, ...errorFields(error) });
  }
}

/** Requests a run of several jobs; the messages are sent in batches. @returns how many runs were entered */
export function requestRuns(due: readonly DueRun[], correlationId: string, requester: RunRequester): Promise<number> {
  const enter = async (dueRun: DueRun) => {
    const run = await enterRun(dueRun, requester);
    return run && collectMessageOf(dueRun.job.name, run.id);
  };
  return enterAndSend(requester.collectQueue, QUEUE, due, enter, ({ job }) => ({ job: job.name }), correlationId);
}

/** Enters a run in its job; null when a run is in progress, or the job has changed since it was read. */
async function enterRun({ job, kind }: DueRun, { jobs, runs, clock, newId }: RunRequester): Promise<Run | null> {
  if (job.active !== null) return null;
  const now = clock.now();
  const run = newRun(newId(), now, { querySetHash: querySetHash(job.queries), cursor: presentCursor(job), kind });
  const active = waitingRun(run, reconcileAfter(now, clock));
  const dueAt = isDue(job, now) ? nextDue(job.schedule, now, clock.wait) : undefined;
  // The last run's worker may have stopped before it wrote the record, and the new run replaces the last one in the job.
  if (job.lastRun !== null) await runs.put(job.id, job.lastRun);
  return (await jobs.requestRun(job, active, dueAt)) ? run : null;
}
