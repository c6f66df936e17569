import { notFound } from "../../shared/http/rejected.ts";
import type { Job } from "../domain/job.ts";
import type { BooksServices } from "./services.ts";

/** The refusal of a job that is not there. */
export const noSuchJob = () => notFound("job", "name");

/** The job that a path names. @throws Rejected 404 */
export async function knownJob(name: string, { jobs }: Pick<BooksServices, "jobs">): Promise<Job> {
  const job = await jobs.get(name);
  if (job === null) throw noSuchJob();
  return job;
}
