import { accepted } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import type { booksRoutes } from "../routes.ts";
import { requestRun } from "../work/request-run.ts";
import { requireJob } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

/**
 * Runs a job now, even if it is disabled: `enabled` only applies to its schedule. A check for new publications runs only if
 * `kind` requests it; while the search is not exhausted, the run collects.
 */
export const runJob: Operation<typeof booksRoutes.runJob, BooksServices> = async (request, services) => {
  const job = await requireJob(request.params.name, services);
  const run = await requestRun(job, request.body.kind ?? "collect", request.correlationId, services);
  if (run === null)
    throw new Rejected(409, "run_in_progress", "A run of this job is under way; wait until it is finished.");
  return accepted({ run_id: run.id });
};
