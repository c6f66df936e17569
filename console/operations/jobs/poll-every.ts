import type { Job } from "../../../client/index.ts";

/** Jobs that are shown are read again after these milliseconds, and sooner while one runs. */
const AGAIN_MS = 30_000;
const AGAIN_SOON_MS = 3_000;

export function pollEveryMs(jobs: readonly Pick<Job, "last_run">[]): number {
  return jobs.some(({ last_run: last }) => last?.status === "running") ? AGAIN_SOON_MS : AGAIN_MS;
}
