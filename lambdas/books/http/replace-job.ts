import { isDeepStrictEqual } from "node:util";
import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import type { Job, JobSettings } from "../domain/job.ts";
import type { booksRoutes } from "../routes.ts";
import { jobAnswer } from "./job-answer.ts";
import { jobSettings } from "./job-body.ts";
import { knownJob } from "./known-job.ts";
import type { BooksServices } from "./services.ts";

/**
 * Replaces a job's settings. The query set hash does not cover the options of google_books, so that a walk with others
 * must begin anew; a change of queries begins a walk of its own and leaves the old cursor where it was.
 */
export const replaceJob: Operation<typeof booksRoutes.replaceJob, BooksServices> = async (request, services) => {
  const { jobs, clock } = services;
  const settings = jobSettings(request.body);
  const seen = await knownJob(request.params.name, services);
  const resetCursors = !isDeepStrictEqual(seen.options, settings.options);
  const now = clock.now();
  const saved = await jobs.replace(seen, settings, { dueAt: dueAt(seen, settings, now), resetCursors, now });
  if (saved === null) {
    throw new Rejected(
      409,
      "changed_meanwhile",
      "Somebody changed the job at this moment. Look at it and send it again.",
    );
  }
  if (resetCursors) {
    log.info("cursors_reset", { job: seen.name, reason: "google_books_changed", reset: seen.cursors.length });
  }
  return ok(jobAnswer(saved));
};

/** A schedule that is new or another makes the job due at once; one that stays keeps its turn. */
function dueAt(seen: Job, settings: JobSettings, now: Date): string | null {
  if (settings.schedule === null) return null;
  return settings.schedule === seen.schedule ? seen.dueAt : now.toISOString();
}
