import { notFound } from "../../shared/http/rejected.ts";
import type { Job } from "../domain/job.ts";
import type { BooksServices } from "./services.ts";

export const jobNotFound = () => notFound("job", "name");

/** The job that a path names. @throws Rejected 404 */
export async function requireJob(name: string, { jobs }: Pick<BooksServices, "jobs">): Promise<Job> {
  const job = await jobs.get(name);
  if (job === null) throw jobNotFound();
  return job;
}
