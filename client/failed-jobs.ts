import type { FailedJob, FailedJobPage } from "./answers.ts";
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** Which failed jobs: a page, and only those that are worth another try, or only those that are not. */
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
   * Has the job's bookmark processed again; the failed job is gone with that.
   *
   * @returns the job as it was; null when a repetition learnt that it is gone already
   */
  retry(id: string, options?: CallOptions): Promise<FailedJob | null> {
    const path = `/v1/failed-jobs/${encodeURIComponent(id)}/retry`;
    // The jobs are read from an index, which may still have one whose bookmark is on its way already.
    const doneCodes = ["not_found", "already_processing"];
    return this.#transport.request({ method: "POST", path, doneCodes }, options);
  }
}
