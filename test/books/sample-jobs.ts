import type { ActiveRun, Cursor, Job, JobSettings, Run } from "../../lambdas/books/domain/job.ts";
import { newJob, newRun, waitingRun } from "../../lambdas/books/domain/job.ts";
import { START } from "../emulators/test-clock.ts";

/** Settings with a value in each field. */
export const SETTINGS: JobSettings = {
  queries: ["subject:birds", "鳥"],
  maxPerRun: 40,
  enabled: true,
  schedule: "daily",
  checkForNew: true,
  notify: false,
  options: { langRestrict: "ja", orderBy: "newest", printType: "books", filter: null, country: "JP" },
};

/** A job that has never run, saved at the start. */
export function sampleJob(changes: Partial<Job> = {}): Job {
  return { ...newJob("birds", SETTINGS, { id: "job-1", at: START }), ...changes };
}

/** A run that was requested at the start. */
export function sampleRun(id = "run-1"): Run {
  return newRun(id, START, { querySetHash: "hash-1", cursor: undefined, kind: "collect" });
}

/** A run that waits for its worker. @param reconcileAt when it is overdue */
export function sampleActive(id: string, reconcileAt: Date): ActiveRun {
  return waitingRun(sampleRun(id), reconcileAt);
}

/** A position in the results of the query set of `sampleRun`. */
export function sampleCursor(startIndex: number): Cursor {
  return {
    querySetHash: "hash-1",
    startIndex,
    isExhausted: false,
    exhaustedBy: null,
    lastTotalItems: 90,
    lastUpdatedAt: START.toISOString(),
    nextCheckAt: null,
    checkedBooks: 0,
    totalBeyond: null,
    check: null,
  };
}
