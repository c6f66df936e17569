import type { Clock } from "../shared/clock.ts";
import { text } from "../shared/env.ts";
import type { Queue } from "../shared/work/queue.ts";
import { jsonQueue } from "../shared/work/queue.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilePart } from "../shared/work/reconcile.ts";
import type { ActiveRun, Job } from "./domain/job.ts";
import { givenUpRun } from "./domain/job.ts";
import { JobTable } from "./tables/job-table.ts";
import { RunTable } from "./tables/run-table.ts";
import type { CollectMessage } from "./work/collect-message.ts";
import { collectMessageOf } from "./work/collect-message.ts";

/** Runs that are under way although nobody works on them any more. */
export function reconcilableRuns(
  { jobs, runs }: { jobs: JobTable; runs: RunTable },
  queue: Queue<CollectMessage>,
  clock: Clock,
): Reconcilable {
  return {
    things: "runs",
    async overdue(limit) {
      const waiting: { readonly job: Job; readonly active: ActiveRun }[] = [];
      for await (const job of jobs.all()) {
        const { active } = job;
        if (active !== null && Date.parse(active.reconcileAt) <= clock.now().getTime()) waiting.push({ job, active });
      }
      waiting.sort((one, other) => Date.parse(one.active.reconcileAt) - Date.parse(other.active.reconcileAt));
      return waiting.slice(0, limit).map(({ job: { name, id }, active }) => ({
        rounds: active.reconcileRounds,
        async send(correlationId) {
          await queue.send(collectMessageOf(name, active.run.id), correlationId);
        },
        async postpone(until, rounds) {
          await jobs.postponeReconcile(name, active.run.id, until, rounds);
        },
        async giveUp(code) {
          const ended = givenUpRun(active.run, code, clock.now());
          if (await jobs.giveUp(name, ended, clock.now())) await runs.put(id, ended);
        },
      }));
    },
  };
}

/** What the reconcile schedule looks after for books. */
export const booksReconcile = reconcilePart(
  { BOOKS_TABLE: text, BOOKS_COLLECT_QUEUE_URL: text },
  (env, { tables, queues, clock }) => {
    const stored = { jobs: new JobTable(tables, env.BOOKS_TABLE), runs: new RunTable(tables, env.BOOKS_TABLE) };
    return [reconcilableRuns(stored, jsonQueue(queues, env.BOOKS_COLLECT_QUEUE_URL), clock)];
  },
);
