import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { log } from "../../shared/log.ts";
import type { booksRoutes } from "../routes.ts";
import { noSuchJob } from "./known-job.ts";
import type { BooksServices } from "./services.ts";

/** Forgets a job's cursors. A run that is under way can't write its own again: it ends. */
export const resetCursors: Operation<typeof booksRoutes.resetCursors, BooksServices> = async ({ params }, { jobs }) => {
  const reset = await jobs.resetCursors(params.name);
  if (reset === null) throw noSuchJob();
  log.info("cursors_reset", { job: params.name, reason: "asked_for", reset });
  return ok({ reset });
};
