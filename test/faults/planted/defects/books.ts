import type { PlantedDefect } from "../planted-defect.ts";

const JOB_TABLE = "lambdas/books/tables/job-table.ts";
const COLLECT_RUN = "lambdas/books/work/collect-run.ts";
const REQUEST_RUN = "lambdas/books/work/request-run.ts";

/** Defects of books. */
export const books: readonly PlantedDefect[] = [
  {
    what: "a lost answer of a job's creation is taken for another job's",
    feature: "books",
    file: JOB_TABLE,
    text: `ownWrite: "id = :id",`,
    replacement: `ownWrite: "id <> :id",`,
  },
  {
    what: "a lost answer of a request for a run is taken for another run",
    feature: "books",
    file: JOB_TABLE,
    text: `ownWrite: "id = :id AND active.run.id = :run",`,
    replacement: `ownWrite: "id = :id AND active.run.id <> :run",`,
  },
  {
    what: "a run is requested while another one is in progress",
    feature: "books",
    file: JOB_TABLE,
    text: `\${condition} AND attribute_not_exists(active) AND \${last`,
    replacement: `\${condition} AND \${last`,
    elsewhere: {
      test: "test/books/two-runs.test.ts",
      why: "it takes two requests at the same time",
    },
  },
  {
    what: "a lost answer of the taking of a lease is taken for another holder's",
    feature: "books",
    file: "lambdas/shared/work/lease.ts",
    text: "ownWrite: isHeld,",
    replacement: "ownWrite: isFree,",
  },
  {
    what: "the message of a run whose lease is held is acknowledged",
    feature: "books",
    file: COLLECT_RUN,
    text: `throw new RetryLater("run_in_progress", Math.ceil((2 * LEASE_MS) / 1_000));`,
    replacement: "return;",
    elsewhere: {
      test: "test/books/two-runs.test.ts",
      why: "the lease expires before the message is delivered again",
    },
  },
  {
    what: "the message of a run is left out",
    feature: "books",
    file: REQUEST_RUN,
    text: "await sendOrLeave(requester.collectQueue, QUEUE, collectMessageOf(job.name, run.id), correlationId);",
    replacement: "",
  },
  {
    what: "the end of a run is stored before its notice is made",
    feature: "books",
    file: COLLECT_RUN,
    text: `const failedRuns = await makeRunNotices(progress.job, run, services);
  if (!(await jobs.finish(progress.handle, run, cursor, failures, failedRuns))) return`,
    replacement: `const isFinished = await jobs.finish(progress.handle, run, cursor, failures, null);
  await makeRunNotices(progress.job, run, services);
  if (!isFinished) return`,
  },
  {
    what: "a continued run tells of its books again",
    feature: "books",
    file: "lambdas/books/work/end-run.ts",
    text: "about: [job.id, run.id],",
    replacement: "about: [job.id, run.id, String(run.stored)],",
  },
  {
    what: "the cursor is stored before the books of its page",
    feature: "books",
    file: COLLECT_RUN,
    text: `  const found = outcome.kind === "page" ? outcome.books : [];
`,
    replacement: `  const found = outcome.kind === "page" ? outcome.books : [];
  if (outcome.kind === "page" && check === null) {
    const position = afterPage(state, outcome).state;
    const ahead = { ...progress, run: { ...progress.run, ...position } };
    await services.jobs.savePage(progress.handle, ahead.run, cursorAfter({ ...ahead, state: position }, null, null, clock));
  }
`,
  },
];
