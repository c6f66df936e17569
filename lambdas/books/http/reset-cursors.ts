import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { log } from "../../shared/log.ts";
import type { booksRoutes } from "../routes.ts";
import { jobNotFound } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

/** Deletes a job's cursors. A run in progress can't write its cursor again and ends. */
export const resetCursors: Operation<typeof booksRoutes.resetCursors, BooksServices> = async ({ params }, { jobs }) => {
  const reset = await jobs.resetCursors(params.name);
  if (reset === null) throw jobNotFound();
  log.info("cursors_reset", { job: params.name, reason: "requested", reset });
  return ok({ reset });
};
