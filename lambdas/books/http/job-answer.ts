import * as z from "zod/mini";
import type { Cursor, Job, Run } from "../domain/job.ts";
import { isStuck, nextCheckAt, RUN_KINDS, SCHEDULES } from "../domain/job.ts";
import { presentCursor, querySetHash } from "../domain/query-set.ts";

const runError = z.object({ code: z.string(), message: z.string() });

export const runSchema = z.object({
  id: z.string(),
  /** A check reads the newest publications of an exhausted search, and does not move the cursor. */
  kind: z.enum(RUN_KINDS),
  started_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
  status: z.enum(["running", "finished"]),
  query_set_hash: z.string(),
  requests: z.array(z.object({ start_index: z.int(), max_results: z.int() })),
  collected: z.int(),
  stored: z.int(),
  stop_reason: z.nullable(z.enum(["quota", "max_per_run", "exhausted", "error"])),
  start_index: z.int(),
  is_exhausted: z.boolean(),
  error: z.optional(runError),
});

export const cursorSchema = z.object({
  query_set_hash: z.string(),
  start_index: z.int(),
  is_exhausted: z.boolean(),
  /** What exhausted the cursor: a page without items, or Google's total. */
  exhausted_by: z.nullable(z.enum(["empty", "total"])),
  last_total_items: z.nullable(z.int()),
  /** A total that Google reported to a check beyond the exhausted cursor: a reset reads on. Null without one. */
  total_beyond: z.nullable(z.int()),
  last_updated_at: z.iso.datetime(),
});

/** The options of a search on Google Books, in bodies and answers. */
export const googleBooksSchema = z.object({
  lang_restrict: z.nullable(z.string()),
  order_by: z.nullable(z.enum(["relevance", "newest"])),
  print_type: z.nullable(z.enum(["all", "books", "magazines"])),
  filter: z.nullable(z.enum(["partial", "full", "free-ebooks", "paid-ebooks", "ebooks"])),
  country: z.nullable(z.string()),
});

export const jobSchema = z.object({
  name: z.string(),
  queries: z.array(z.string()),
  /** Hash of the queries; identifies their cursor. */
  query_set_hash: z.string(),
  max_per_run: z.int(),
  enabled: z.boolean(),
  schedule: z.nullable(z.enum(SCHEDULES)),
  /** Whether the schedule checks for new publications, weekly at most, once the search is exhausted. */
  check_for_new: z.boolean(),
  /** Whether a run that stored new books makes a notice. */
  notify: z.boolean(),
  google_books: googleBooksSchema,
  due_at: z.nullable(z.iso.datetime()),
  /** Whether the cursor of the current queries is exhausted: until it is reset, runs make no request except for checks. */
  is_exhausted: z.boolean(),
  /** A total that Google reported to a check beyond the exhausted cursor: a reset reads on. Null without one. */
  total_beyond: z.nullable(z.int()),
  /** The first scheduled run from then on is a check for new publications; null when there will be none. */
  next_check_at: z.nullable(z.iso.datetime()),
  last_run: z.nullable(runSchema),
  /** Whether three consecutive runs have failed at one position; `last_run.error` says what to do. */
  is_stuck: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export function runAnswer(run: Run): z.output<typeof runSchema> {
  return {
    id: run.id,
    kind: run.kind,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    status: run.finishedAt === null ? "running" : "finished",
    query_set_hash: run.querySetHash,
    requests: run.requests.map(({ startIndex, maxResults }) => ({ start_index: startIndex, max_results: maxResults })),
    collected: run.collected,
    stored: run.stored,
    stop_reason: run.stopReason,
    start_index: run.startIndex,
    is_exhausted: run.isExhausted,
    ...(run.error === null ? {} : { error: run.error }),
  };
}

export function cursorAnswer(cursor: Cursor): z.output<typeof cursorSchema> {
  return {
    query_set_hash: cursor.querySetHash,
    start_index: cursor.startIndex,
    is_exhausted: cursor.isExhausted,
    exhausted_by: cursor.exhaustedBy,
    last_total_items: cursor.lastTotalItems,
    total_beyond: cursor.totalBeyond ?? null,
    last_updated_at: cursor.lastUpdatedAt,
  };
}

/** The answer for a job, with the run in progress or else the last one. */
export function jobAnswer(job: Job): z.output<typeof jobSchema> {
  const run = job.active?.run ?? job.lastRun;
  const cursor = presentCursor(job);
  return {
    name: job.name,
    queries: [...job.queries],
    query_set_hash: querySetHash(job.queries),
    max_per_run: job.maxPerRun,
    enabled: job.enabled,
    schedule: job.schedule,
    check_for_new: job.checkForNew,
    notify: job.notify,
    google_books: {
      lang_restrict: job.options.langRestrict,
      order_by: job.options.orderBy,
      print_type: job.options.printType,
      filter: job.options.filter,
      country: job.options.country,
    },
    due_at: job.dueAt,
    is_exhausted: cursor?.isExhausted ?? false,
    total_beyond: cursor?.totalBeyond ?? null,
    next_check_at: nextCheckAt(job, cursor),
    last_run: run === null ? null : runAnswer(run),
    is_stuck: isStuck(job),
    created_at: job.createdAt,
    updated_at: job.updatedAt,
  };
}
