import type { Clock } from "../../shared/clock.ts";
import { newBooks } from "../../shared/notices/kinds/books.ts";
import { searchFailing } from "../../shared/notices/kinds/search-failing.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import type { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import type { Cursor, FailedRuns, Job, Run } from "../domain/job.ts";
import { failedRunsAfter, givenUpRun, isFailing } from "../domain/job.ts";
import type { BookTable, StoredBook } from "../tables/book-table.ts";
import type { JobTable } from "../tables/job-table.ts";
import type { RunTable } from "../tables/run-table.ts";

export interface EndServices {
  readonly jobs: JobTable;
  readonly runs: RunTable;
  readonly books: BookTable;
  readonly notices: NoticeWriter;
  readonly clock: Clock;
}

/** The titles that a notice lists. */
const NAMED = 20;

/**
 * Makes the notices of a run that has ended: for its new books, and for three failed runs in a row. It is called before the
 * end is stored: after a crash in between, the run is continued and ends again, and the same notice is made once.
 *
 * @param run with its end
 * @returns the consecutive failed runs after it
 */
export async function makeRunNotices(job: Job, run: Run, services: EndServices): Promise<FailedRuns | null> {
  await makeBooksNotice(job, run, services);
  const failedRuns = failedRunsAfter(job.failedRuns, run);
  if (failedRuns !== null && isFailing(failedRuns)) await makeFailingNotice(job, run, failedRuns, services);
  return failedRuns;
}

/** Ends a run whose message was given up, unless a worker has its lease. @param code why. @returns false when a worker has */
export async function giveUpActiveRun(job: Job, code: string, services: EndServices): Promise<boolean> {
  const { jobs, runs, clock } = services;
  const { active } = job;
  const now = clock.now();
  if (active === null || (active.lease !== null && Date.parse(active.lease.until) > now.getTime())) return false;
  const run = givenUpRun(active.run, code, now);
  const failedRuns = await makeRunNotices(job, run, services);
  if (!(await jobs.giveUp(job.name, run, now, failedRuns))) return false;
  await runs.put(job.id, run);
  return true;
}

/** Makes the notice of a run's new books, unless the job has notices switched off. */
export async function makeBooksNotice(job: Job, run: Run, { books, notices, clock }: EndServices): Promise<void> {
  if (!job.notify) return;
  // A run that was given up may have stored the books of a page that is missing from its requests.
  if (run.requests.length === 0 && run.stopReason !== "error") return;
  const found = await books.listNew(run, NAMED);
  const [first] = found;
  if (first === undefined) return;
  await notices.put(
    newNotice(
      newBooks,
      {
        about: [job.id, run.id],
        data: {
          job: job.name,
          count: Math.max(found.length, run.stored),
          titles: found.map(titleOf),
          url: first.infoLink,
        },
      },
      clock.now(),
    ),
  );
}

function titleOf({ title, subtitle, authors }: StoredBook): string {
  return [[title, subtitle].filter(Boolean).join(": "), authors.join(", ")].filter(Boolean).join(", ");
}

/**
 * Makes the notice that Google reported more results to a check than were read until the search was exhausted. It is made
 * once until the cursor is reset.
 */
export async function makeTotalNotice(job: Job, cursor: Cursor, { notices, clock }: EndServices): Promise<void> {
  if (cursor.totalBeyond == null) return;
  await notices.put(
    newNotice(
      newBooks,
      {
        about: ["total", job.id, cursor.querySetHash, cursor.lastUpdatedAt],
        data: { job: job.name, total: cursor.totalBeyond, read: cursor.startIndex },
      },
      clock.now(),
    ),
  );
}

async function makeFailingNotice(
  job: Job,
  { error }: Run,
  { firstRunId, count }: FailedRuns,
  { notices, clock }: EndServices,
): Promise<void> {
  await notices.put(
    newNotice(
      searchFailing,
      { about: ["job", job.id, firstRunId], data: { job: job.name, count, error: error?.message ?? null } },
      clock.now(),
    ),
  );
}
