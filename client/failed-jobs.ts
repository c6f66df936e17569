import type { FailedJob, FailedJobPage } from "./answers.ts";
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** A page of failed jobs, optionally only the retryable ones or only the others. */
export interface FailedJobQuery extends PageQuery {
  readonly retryable?: boolean;
}

/** For administrators: the bookmarks of all users that failed. Every method throws ApiProblem or NetworkFailure. */
export class FailedJobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: FailedJobQuery = {}, options?: CallOptions): Promise<FailedJobPage> {
    return this.#transport.request({ method: "GET", path: "/v1/failed-jobs", query: { ...query } }, options);
  }

  /** All of them, newest first. */
  all(
    query: Pick<FailedJobQuery, "retryable"> = {},
    options?: CallOptions,
  ): AsyncGenerator<FailedJob, void, undefined> {
    return everyItem(async (cursor) => {
      const { failed_jobs: items, next_cursor } = await this.list({ limit: 100, ...query, ...cursor }, options);
      return { items, next_cursor };
    });
  }

  /**
   * Requests that the job's bookmark be processed again, which ends the failed job.
   *
   * @returns the job as it was; null when a repeated attempt found that it has ended already
   */
  retry(id: string, options?: CallOptions): Promise<FailedJob | null> {
    const path = `/v1/failed-jobs/${encodeURIComponent(id)}/retry`;
    // The jobs are read from an index, which may still have one whose bookmark is pending already.
    const doneCodes = ["not_found", "already_processing"];
    return this.#transport.request({ method: "POST", path, doneCodes }, options);
  }
}
