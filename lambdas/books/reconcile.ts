import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { givenUpRun } from "./domain/job.ts";
import { JobTable } from "./tables/job-table.ts";
import { RunTable } from "./tables/run-table.ts";
import type { CollectMessage } from "./work/request-run.ts";
import { collectMessageOf } from "./work/request-run.ts";

/** Runs in progress whose worker has stopped, or whose message was lost. */
export function reconcilableRuns(
  { jobs, runs }: { jobs: JobTable; runs: RunTable },
  queue: Queue<CollectMessage>,
  clock: Clock,
): Reconcilable {
  return reconcilable({
    things: "runs",
    table: jobs,
    queue,
    toMessage: ({ name, run }) => collectMessageOf(name, run.id),
    async giveUp({ name, jobId, run }, code) {
      const ended = givenUpRun(run, code, clock.now());
      if (await jobs.giveUp(name, ended, clock.now())) await runs.put(jobId, ended);
    },
    clock,
  });
}

/** The books feature's part in reconcile. */
export const booksReconcile = reconcilePart(
  { BOOKS_TABLE: text, BOOKS_COLLECT_QUEUE_URL: text },
  (env, { tables, queues, clock }) => {
    const stored = { jobs: new JobTable(tables, env.BOOKS_TABLE), runs: new RunTable(tables, env.BOOKS_TABLE) };
    return [reconcilableRuns(stored, jsonQueue(queues, env.BOOKS_COLLECT_QUEUE_URL), clock)];
  },
);
