import { isDeepStrictEqual } from "node:util";
import { ok } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import type { Job, JobSettings } from "../domain/job.ts";
import { jobAnswer } from "./job-answer.ts";
import { jobSettings } from "./job-body.ts";
import { requireJob } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

/**
 * Replaces a job's settings. The query set hash does not cover the options of google_books, so that a change of the options
 * resets the cursors. Other queries have a cursor of their own, and the old cursor is kept.
 */
export const replaceJob: BooksOperation<"replaceJob"> = async (request, services) => {
  const { jobs, clock, newId } = services;
  const settings = jobSettings(request.body);
  const seen = await requireJob(request.params.name, services);
  const resetCursors = !isDeepStrictEqual(seen.options, settings.options);
  const now = clock.now();
  const change = { changeId: newId(), dueAt: dueAt(seen, settings, now), resetCursors, now };
  const saved = await jobs.replace(seen, settings, change);
  if (saved === null) {
    throw new Rejected(
      409,
      "changed_meanwhile",
      "Another request changed the job at the same moment. Read the job and send your change again.",
    );
  }
  if (resetCursors) {
    log.info("cursors_reset", { job: seen.name, reason: "google_books_changed", reset: seen.cursors.length });
  }
  return ok(jobAnswer(saved));
};

/** A new or different schedule makes the job due at once; an unchanged schedule keeps the due time: undefined. */
function dueAt(seen: Job, settings: JobSettings, now: Date): string | null | undefined {
  if (settings.schedule === seen.schedule) return undefined;
  return settings.schedule === null ? null : now.toISOString();
}
