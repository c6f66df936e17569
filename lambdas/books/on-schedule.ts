import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { jsonQueue, queueClient } from "../shared/queue.ts";
import { scheduled } from "../shared/scheduled.ts";
import { documentClient } from "../shared/table.ts";
import { isDue } from "./job.ts";
import { JobTable } from "./job-table.ts";
import type { RunRequester } from "./request-run.ts";
import { requestRun } from "./request-run.ts";
import { RunTable } from "./run-table.ts";

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

/** Asks for a run of every job that is due. One whose run is under way stays due until that is over. */
export async function runDueJobs(requester: RunRequester, correlationId: string): Promise<Record<string, number>> {
  const counts = { due: 0, started: 0 };
  for await (const job of requester.jobs.all()) {
    if (!isDue(job, requester.clock.now())) continue;
    counts.due += 1;
    if ((await requestRun(job, correlationId, requester)) !== null) counts.started += 1;
  }
  return counts;
}
