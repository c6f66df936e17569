import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { log } from "../../shared/log.ts";
import { isFailedJobId } from "../domain/bookmark.ts";
import { failedJobAnswer } from "./failed-job-answer.ts";
import type { BookmarkOperation } from "./services.ts";

/** A position in the list of failed jobs: the last one on the page. */
const failedJobPosition = z.object({ failed_job_id: z.string().check(z.refine(isFailedJobId)) });

/** A page of all users' failed jobs. */
export const listFailedJobs: BookmarkOperation<"listFailedJobs"> = async (
  { query, caller, correlationId },
  { failedJobs },
) => {
  const list = ["failed-jobs", String(query.retryable)];
  const page = await failedJobs.list({
    retryable: query.retryable,
    limit: query.limit,
    position: decodeCursor(query.cursor, list, failedJobPosition)?.failed_job_id,
  });
  const owner_ids = [...new Set(page.items.map(({ userId }) => userId))];
  log.info("failed_jobs_read", { owner_ids, user_id: caller.userId, correlation_id: correlationId });
  const position = page.position === null ? null : { failed_job_id: page.position };
  return ok({ failed_jobs: page.items.map(failedJobAnswer), next_cursor: encodeCursor(position, list) });
};
