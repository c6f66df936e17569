import { accepted } from "../../shared/http/answer.ts";
import { Rejected, writeConflict } from "../../shared/http/rejected.ts";
import { requestRun } from "../work/request-run.ts";
import { requireJob } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

/**
 * Runs a job now, even if it is disabled: `enabled` only applies to its schedule. A check for new publications runs only if
 * `kind` requests it; while the search is not exhausted, the run collects.
 */
export const runJob: BooksOperation<"runJob"> = async (request, services) => {
  // Another request may change the job between two calls of this one; then the job is read again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const job = await requireJob(request.params.name, services);
    if (job.active !== null)
      throw new Rejected(409, "run_in_progress", "A run of this job is under way; wait until it is finished.");
    const run = await requestRun(job, request.body.kind ?? "collect", request.correlationId, services);
    if (run !== null) return accepted({ run_id: run.id });
  }
  throw writeConflict("job");
};
