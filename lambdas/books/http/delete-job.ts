import { noContent } from "../../shared/http/answer.ts";
import { jobNotFound, requireJob } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

/** Deletes a job. A run in progress ends at its next write, whose condition fails. */
export const deleteJob: BooksOperation<"deleteJob"> = async ({ params }, services) => {
  // The SDK's retry must neither delete a job that was created meanwhile, nor report the deletion of none.
  const job = await requireJob(params.name, services);
  if (!(await services.jobs.delete(job))) throw jobNotFound();
  return noContent();
};
