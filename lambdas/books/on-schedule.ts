import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { errorFields, log } from "../shared/log.ts";
import { documentClient } from "../shared/table/table.ts";
import { attemptEach } from "../shared/work/attempt-each.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { runParts, scheduledHandler } from "../shared/work/scheduled-handler.ts";
import { isDue, scheduledKind } from "./domain/job.ts";
import { presentCursor } from "./domain/query-set.ts";
import type { EnteredJob } from "./tables/job-table.ts";
import { JobTable } from "./tables/job-table.ts";
import { RunTable } from "./tables/run-table.ts";
import { onScheduleUses } from "./uses.ts";
import type { DueRun, RunRequester } from "./work/request-run.ts";
import { requestRuns } from "./work/request-run.ts";

function services(env: Environment<typeof onScheduleUses>): RunRequester {
  const tables = documentClient();
  return {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    collectQueue: jsonQueue(queueClient(), env.BOOKS_COLLECT_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = scheduledHandler({ environment: onScheduleUses, services, run: runDueJobs });

/**
 * Requests a run of every due job, which may be a check for new publications if its search is exhausted. A job whose run is
 * in progress stays due until that run ends. The entries of the jobs that were read are moved to their next actions.
 */
export async function runDueJobs(requester: RunRequester, correlationId: string): Promise<Record<string, number>> {
  const { jobs, clock } = requester;
  const now = clock.now();
  const due: DueRun[] = [];
  const moved: EnteredJob[] = [];
  for await (const entered of jobs.listEntered(now)) {
    const { job } = entered;
    // The request for its run moves the entry of a due job. While a run is in progress, the entry stays.
    if (isDue(job, now)) due.push({ job, kind: scheduledKind(job, presentCursor(job), now) });
    else moved.push(entered);
  }
  const logFailure = ({ job }: EnteredJob, error: unknown) =>
    log.error("job_entry_not_moved", { job: job.name, correlation_id: correlationId, ...errorFields(error) });
  const parts = {
    entries: async () => {
      await attemptEach(moved, (entered) => jobs.moveEntry(entered, now), logFailure);
      return {};
    },
    runs: async () => ({ due: due.length, started: await requestRuns(due, correlationId, requester) }),
  };
  return runParts(parts, correlationId);
}
