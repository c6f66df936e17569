import type {
  Job,
  JobCursor,
  JobCursorList,
  JobPage,
  JobSettings,
  NewJob,
  ResetCursors,
  Run,
  RunPage,
  RunRequest,
  StartedRun,
} from "./answers.ts";
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, CreateOptions, Transport } from "./transport.ts";

/** For administrators: the jobs that collect books. Every method throws ApiProblem or NetworkFailure. */
export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a job once, however often the request is sent. A name in use is refused. */
  create(job: NewJob, options?: CreateOptions): Promise<Job> {
    return this.#transport.request({ method: "POST", path: "/v1/jobs", body: job, creates: true }, options);
  }

  list(query: PageQuery = {}, options?: CallOptions): Promise<JobPage> {
    return this.#transport.request({ method: "GET", path: "/v1/jobs", query: { ...query } }, options);
  }

  /** All of them, by name. */
  all(options?: CallOptions): AsyncGenerator<Job, void, undefined> {
    return everyItem(async (cursor) => {
      const { jobs, next_cursor } = await this.list({ limit: 100, ...cursor }, options);
      return { items: jobs, next_cursor };
    });
  }

  /** One job; its `last_run` is the run in progress, if there is one. */
  get(name: string, options?: CallOptions): Promise<Job> {
    return this.#transport.request({ method: "GET", path: pathOf(name) }, options);
  }

  /** Replaces all settings of a job: an omitted one gets its default. */
  replace(name: string, settings: JobSettings, options?: CallOptions): Promise<Job> {
    return this.#transport.request({ method: "PUT", path: pathOf(name), body: settings }, options);
  }

  /** Deletes a job with its cursors; its books stay. */
  delete(name: string, options?: CallOptions): Promise<void> {
    return this.#transport.request({ method: "DELETE", path: pathOf(name), doneCodes: ["not_found"] }, options);
  }

  /**
   * Runs a job now.
   *
   * @returns the run's id; null when a repeated attempt found a run in progress
   */
  run(name: string, options?: CallOptions): Promise<StartedRun | null> {
    return this.#run(name, {}, options);
  }

  /** Checks an exhausted search for new publications now, as the schedule does once a week. @returns as `run` */
  checkForNew(name: string, options?: CallOptions): Promise<StartedRun | null> {
    return this.#run(name, { body: { kind: "check_for_new" } satisfies RunRequest }, options);
  }

  #run(name: string, call: { body?: RunRequest }, options?: CallOptions): Promise<StartedRun | null> {
    const path = `${pathOf(name)}/run`;
    return this.#transport.request({ method: "POST", path, doneCodes: ["run_in_progress"], ...call }, options);
  }

  /** A page of a job's runs, newest first, the one in progress included. */
  runs(name: string, query: PageQuery = {}, options?: CallOptions): Promise<RunPage> {
    return this.#transport.request({ method: "GET", path: `${pathOf(name)}/runs`, query: { ...query } }, options);
  }

  /** All runs of a job, newest first. */
  allRuns(name: string, options?: CallOptions): AsyncGenerator<Run, void, undefined> {
    return everyItem(async (cursor) => {
      const { runs, next_cursor } = await this.runs(name, { limit: 100, ...cursor }, options);
      return { items: runs, next_cursor };
    });
  }

  /** A job's cursors, by set of queries. */
  async cursors(name: string, options?: CallOptions): Promise<JobCursor[]> {
    const call = { method: "GET", path: `${pathOf(name)}/cursors` } as const;
    return (await this.#transport.request<JobCursorList>(call, options)).cursors;
  }

  /** Deletes a job's cursors, so that its next run begins at 0. @returns their number */
  async resetCursors(name: string, options?: CallOptions): Promise<number> {
    const call = { method: "DELETE", path: `${pathOf(name)}/cursors` } as const;
    return (await this.#transport.request<ResetCursors>(call, options)).reset;
  }
}

function pathOf(name: string): string {
  return `/v1/jobs/${encodeURIComponent(name)}`;
}
