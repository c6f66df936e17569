import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { documentClient } from "../shared/table/table.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { scheduled } from "../shared/work/scheduled.ts";
import { isDue, scheduledKind } from "./domain/job.ts";
import { presentCursor } from "./domain/query-set.ts";
import { JobTable } from "./tables/job-table.ts";
import { RunTable } from "./tables/run-table.ts";
import type { RunRequester } from "./work/request-run.ts";
import { requestRun } from "./work/request-run.ts";

export const environment = { BOOKS_TABLE: text, BOOKS_COLLECT_QUEUE_URL: text, WAIT_SCALE: waitScale };

function services(env: Environment<typeof environment>): RunRequester {
  const tables = documentClient();
  return {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    collectQueue: jsonQueue(queueClient(), env.BOOKS_COLLECT_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = scheduled({ environment, services, run: runDueJobs });

/**
 * Requests a run of every job that is due: of an exhausted one at times a check for new publications. A job whose run is
 * under way stays due until that run ends.
 */
export async function runDueJobs(requester: RunRequester, correlationId: string): Promise<Record<string, number>> {
  const counts = { due: 0, started: 0 };
  for await (const job of requester.jobs.all()) {
    if (!isDue(job, requester.clock.now())) continue;
    counts.due += 1;
    const kind = scheduledKind(job, presentCursor(job), requester.clock.now());
    if ((await requestRun(job, kind, correlationId, requester)) !== null) counts.started += 1;
  }
  return counts;
}
