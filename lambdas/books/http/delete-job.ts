import { noContent } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { booksRoutes } from "../routes.ts";
import { jobNotFound, requireJob } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

/** Deletes a job. A run in progress ends at its next write, whose condition fails. */
export const deleteJob: Operation<typeof booksRoutes.deleteJob, BooksServices> = async ({ params }, services) => {
  // The SDK's retry must neither delete a job that was created meanwhile, nor report the deletion of none.
  const job = await requireJob(params.name, services);
  if (!(await services.jobs.delete(job))) throw jobNotFound();
  return noContent();
};
