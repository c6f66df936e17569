import { accepted } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import type { booksRoutes } from "../routes.ts";
import { requestRun } from "../work/request-run.ts";
import { requireJob } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

/**
 * Runs a job now, also one that is not enabled: enabled is for its schedule. A check for new publications runs only where it
 * is asked for by `kind`; while the search is not exhausted, it collects.
 */
export const runJob: Operation<typeof booksRoutes.runJob, BooksServices> = async (request, services) => {
  const job = await requireJob(request.params.name, services);
  const run = await requestRun(job, request.body.kind ?? "collect", request.correlationId, services);
  if (run === null)
    throw new Rejected(409, "run_in_progress", "A run of this job is under way; wait until it is finished.");
  return accepted({ run_id: run.id });
};
