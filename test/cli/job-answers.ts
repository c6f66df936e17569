import type { Job, JobCursor, Run } from "../../client/answers.ts";

/** A run in the API's format: of two pages, ended by `max_per_run`. */
export function runOf(changes: Partial<Run> = {}): Run {
  return {
    id: "r-1",
    kind: "collect",
    started_at: "2026-11-20T01:00:00.000Z",
    finished_at: "2026-11-20T01:00:04.000Z",
    status: "finished",
    query_set_hash: "0".repeat(64),
    requests: [
      { start_index: 0, max_results: 40 },
      { start_index: 40, max_results: 40 },
    ],
    collected: 80,
    stored: 77,
    stop_reason: "max_per_run",
    start_index: 80,
    is_exhausted: false,
    ...changes,
  };
}

/** A job in the API's format: enabled, without a schedule, never run. */
export function jobOf(name: string, changes: Partial<Job> = {}): Job {
  return {
    name,
    queries: ["intitle:go"],
    query_set_hash: "0".repeat(64),
    max_per_run: 80,
    enabled: true,
    schedule: null,
    check_for_new: true,
    notify: false,
    google_books: { lang_restrict: null, order_by: null, print_type: null, filter: null, country: null },
    due_at: null,
    is_exhausted: false,
    total_beyond: null,
    next_check_at: null,
    last_run: null,
    is_stuck: false,
    created_at: "2026-11-19T03:00:00.000Z",
    updated_at: "2026-11-19T03:00:00.000Z",
    ...changes,
  };
}

/** A cursor in the API's format: one page into its results. */
export function cursorOf(query_set_hash: string, changes: Partial<JobCursor> = {}): JobCursor {
  return {
    query_set_hash,
    start_index: 40,
    is_exhausted: false,
    exhausted_by: null,
    last_total_items: 1_000,
    total_beyond: null,
    last_updated_at: "2026-11-20T01:00:04.000Z",
    ...changes,
  };
}
