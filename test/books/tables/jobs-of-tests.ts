import type { Job } from "../../../lambdas/books/domain/job.ts";
import { endedRun } from "../../../lambdas/books/domain/job.ts";
import type { JobTable } from "../../../lambdas/books/tables/job-table.ts";
import { allOf } from "../../client/moving/all-of.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { sampleActive, sampleJob, sampleRun } from "../sample-jobs.ts";

export const later = at(MINUTE);
export const ended = endedRun(sampleRun(), "max_per_run", later);
export const waiting = sampleActive("run-1", at(10 * MINUTE));
export const lease = { holder: "worker-1", now: START, until: at(MINUTE), reconcileAt: at(11 * MINUTE) };

/** Jobs in the table that a file's tests have at that moment. */
export function jobsOf(table: () => JobTable) {
  async function saved(changes: Partial<Job> = {}): Promise<Job> {
    const job = sampleJob(changes);
    await table().create(job);
    return job;
  }

  /** A job whose run `run-1` a worker has taken. */
  async function running(changes: Partial<Job> = {}): Promise<Job> {
    await table().requestRun(await saved(changes), waiting);
    return (await table().take("birds", "run-1", lease)) as Job;
  }

  return { saved, running, entries: (now: Date) => allOf(table().listEntered(now)) };
}
