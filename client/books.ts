import type {
  Book,
  BookPage,
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
import type { Items, PageQuery, SearchQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { Change, Create, Find, FindOfOne, OfOne } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions } from "./transport.ts";

/** A filter of books, or a search. */
export interface BookFilter extends SearchQuery {
  /** The job's name. */
  readonly job?: string;
}

/** The books that jobs have found, the same for every user. */
export class Books extends Resource {
  list: Find<BookFilter & PageQuery, BookPage> = this.finds("/v1/books");

  get: OfOne<Book> = this.readsOne("/v1/books/{id}");

  /** All of them, or all that a search finds, newest first. */
  all = (filter?: BookFilter, options?: CallOptions): Items<Book> =>
    everyItem("books", (query) => this.list(query, options), filter);
}

/** For administrators: the jobs that collect books. A job's id is its name. */
export class Jobs extends Resource {
  readonly #cursors = this.readsOne<JobCursorList>("/v1/jobs/{name}/cursors");

  /** Creates a job once, however often the request is sent. A name in use is refused. */
  create: Create<NewJob, Job> = this.creates("/v1/jobs");
  list: Find<PageQuery, JobPage> = this.finds("/v1/jobs");

  /** All of them, by name. */
  all = (options?: CallOptions): Items<Job> => everyItem("jobs", (query) => this.list(query, options));

  /** One job; its `last_run` is the run in progress, if there is one. */
  get: OfOne<Job> = this.readsOne("/v1/jobs/{name}");

  /** Replaces all settings of a job: an omitted one gets its default. */
  replace: Change<JobSettings, Job> = this.changes("PUT", "/v1/jobs/{name}");

  /** Deletes a job with its cursors; its books stay. */
  delete: OfOne<void> = this.deletes("/v1/jobs/{name}");

  /** Runs a job now. @returns the run's id; null when a repeated attempt found a run in progress */
  run: OfOne<StartedRun | null> = this.requests("/v1/jobs/{name}/run", ["run_in_progress"]);

  /** Checks an exhausted search for new publications now, as the schedule does once a week. @returns as `run` */
  checkForNew: OfOne<StartedRun | null> = (id, options) => {
    const body: RunRequest = { kind: "check_for_new" };
    return this.send("POST", "/v1/jobs/{name}/run", { id, body, doneCodes: ["run_in_progress"] }, options);
  };

  /** A page of a job's runs, newest first, the one in progress included. */
  runs: FindOfOne<PageQuery, RunPage> = this.findsOfOne("/v1/jobs/{name}/runs");

  /** All runs of a job, newest first. */
  allRuns = (name: string, options?: CallOptions): Items<Run> =>
    everyItem("runs", (query) => this.runs(name, query, options));

  /** A job's cursors, by set of queries. */
  cursors: OfOne<JobCursor[]> = async (name, options) => (await this.#cursors(name, options)).cursors;

  /** Deletes a job's cursors, so that its next run begins at 0. @returns their number */
  resetCursors: OfOne<number> = async (id, options) => {
    const { reset } = await this.send<ResetCursors>("DELETE", "/v1/jobs/{name}/cursors", { id }, options);
    return reset;
  };
}
