import * as z from "zod/mini";
import { JOB_TYPES } from "../domain/bookmark.ts";
import type { FailedJob } from "../tables/failed-job-table.ts";
import { processingMessage, processingMessageOf } from "../work/processing-message.ts";
import { failureMessage } from "./failure-message.ts";

export const failedJobSchema = z.object({
  id: z.string(),
  bookmark_id: z.string(),
  job_type: z.enum(JOB_TYPES),
  error_code: z.string(),
  error_message: z.string(),
  /** The message that failed, and the request that saved the bookmark. */
  payload: z.extend(processingMessage, {
    original_request: z.object({ url: z.string(), idempotency_key: z.nullable(z.string()) }),
  }),
  failed_at: z.iso.datetime(),
  retryable: z.boolean(),
});

export function failedJobAnswer(job: FailedJob): z.output<typeof failedJobSchema> {
  return {
    id: job.failedJobId,
    bookmark_id: job.id,
    job_type: job.failure.jobType,
    error_code: job.failure.code,
    error_message: failureMessage(job.failure.code),
    payload: {
      ...processingMessageOf(job),
      original_request: { url: job.url, idempotency_key: job.idempotencyKey },
    },
    failed_at: job.failure.at,
    retryable: job.failure.retryable,
  };
}
