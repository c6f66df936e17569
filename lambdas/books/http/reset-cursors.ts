import { ok } from "../../shared/http/answer.ts";
import { log } from "../../shared/log.ts";
import { jobNotFound } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

/** Deletes a job's cursors. A run in progress can't write its cursor again and ends. */
export const resetCursors: BooksOperation<"resetCursors"> = async ({ params }, { jobs }) => {
  const reset = await jobs.resetCursors(params.name);
  if (reset === null) throw jobNotFound();
  log.info("cursors_reset", { job: params.name, reason: "requested", reset });
  return ok({ reset });
};
