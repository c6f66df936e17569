import type { MagpieClient } from "../../../client/index.ts";
import { ApiProblem } from "../../../client/index.ts";

/** The errors of jobs that have ended: somebody has tried them again, or the bookmark was deleted. */
const ENDED = new Set(["not_found", "already_processing"]);

/**
 * Tries a failed job again.
 *
 * @returns false when the job has ended already
 * @throws as `client.failedJobs.retry`
 */
export async function retryJob(client: MagpieClient, id: string): Promise<boolean> {
  try {
    return (await client.failedJobs.retry(id)) !== null;
  } catch (error) {
    if (error instanceof ApiProblem && ENDED.has(error.code ?? "")) return false;
    throw error;
  }
}
