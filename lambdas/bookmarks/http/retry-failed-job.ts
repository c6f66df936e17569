import { accepted } from "../../shared/http/answer.ts";
import { notFound, Rejected } from "../../shared/http/rejected.ts";
import { log } from "../../shared/log.ts";
import { newWorkRequest, sendWork } from "../../shared/saved-items/request-work.ts";
import { isFailedJobId } from "../domain/bookmark.ts";
import { failedJobAnswer } from "./failed-job-answer.ts";
import type { BookmarkOperation } from "./services.ts";

/**
 * Requests the processing of a failed job's bookmark, of any user. The failed job no longer exists then. If it left a dead
 * letter, redriving that has no effect, since it belongs to the earlier request.
 */
export const retryFailedJob: BookmarkOperation<"retryFailedJob"> = async (request, services) => {
  const { id } = request.params;
  const job = isFailedJobId(id) ? await services.failedJobs.get(id) : null;
  if (job === null) throw notFound("failed job");
  const bookmark = await services.items.requestWork(job, newWorkRequest(services));
  if (bookmark === null) throw new Rejected(409, "already_processing", "The bookmark is already being processed.");
  log.info("failed_job_retried", {
    bookmark_id: bookmark.id,
    owner_id: bookmark.userId,
    user_id: request.caller.userId,
    correlation_id: request.correlationId,
  });
  await sendWork(services.items.kind, bookmark, request.correlationId, services.queue);
  return accepted(failedJobAnswer(job));
};
