import * as z from "zod/mini";
import type { FieldsOf } from "../../shared/http/body-of.ts";
import { bodyOf } from "../../shared/http/body-of.ts";
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
  /** Whether three consecutive runs of the current queries have failed at one position; `last_run.error` says what to do. */
  is_stuck: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export function runAnswer(run: Run): z.output<typeof runSchema> {
  return bodyOf(runSchema, runFields(run));
}

function runFields(run: Run): FieldsOf<z.output<typeof runSchema>> {
  return { ...run, status: run.finishedAt === null ? "running" : "finished", error: run.error ?? undefined };
}

export function cursorAnswer(cursor: Cursor): z.output<typeof cursorSchema> {
  return bodyOf(cursorSchema, { ...cursor, totalBeyond: cursor.totalBeyond ?? null });
}

/** The answer for a job, with the run in progress or else the last one. */
export function jobAnswer(job: Job): z.output<typeof jobSchema> {
  const run = job.active?.run ?? job.lastRun;
  const cursor = presentCursor(job);
  const hash = querySetHash(job.queries);
  return bodyOf(jobSchema, {
    ...job,
    querySetHash: hash,
    googleBooks: job.options,
    isExhausted: cursor?.isExhausted ?? false,
    totalBeyond: cursor?.totalBeyond ?? null,
    nextCheckAt: nextCheckAt(job, cursor),
    lastRun: run && runFields(run),
    isStuck: isStuck(job, hash),
  });
}
