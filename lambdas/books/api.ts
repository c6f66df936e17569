import { randomUUID } from "node:crypto";
import { callerEnvironment } from "../shared/caller.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { httpApi } from "../shared/http-api.ts";
import { IdempotencyTable } from "../shared/idempotency-table.ts";
import { jsonQueue, queueClient } from "../shared/queue.ts";
import { documentClient } from "../shared/table.ts";
import { BookTable } from "./book-table.ts";
import { createJob } from "./create-job.ts";
import { deleteJob } from "./delete-job.ts";
import { getJob } from "./get-job.ts";
import { JobTable } from "./job-table.ts";
import { listBooks } from "./list-books.ts";
import { listCursors } from "./list-cursors.ts";
import { listJobs } from "./list-jobs.ts";
import { listRuns } from "./list-runs.ts";
import { replaceJob } from "./replace-job.ts";
import { resetCursors } from "./reset-cursors.ts";
import { booksRoutes } from "./routes.ts";
import { runJob } from "./run-job.ts";
import { RunTable } from "./run-table.ts";
import type { BooksServices } from "./services.ts";

export const environment = {
  ...callerEnvironment,
  BOOKS_TABLE: text,
  IDEMPOTENCY_KEYS_TABLE: text,
  BOOKS_COLLECT_QUEUE_URL: text,
  WAIT_SCALE: waitScale,
};

function services(env: Environment<typeof environment>): BooksServices {
  const tables = documentClient();
  return {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    books: new BookTable(tables, env.BOOKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    collectQueue: jsonQueue(queueClient(), env.BOOKS_COLLECT_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = httpApi({
  routes: booksRoutes,
  environment,
  services,
  operations: {
    createJob,
    listJobs,
    getJob,
    replaceJob,
    deleteJob,
    runJob,
    listRuns,
    listCursors,
    resetCursors,
    listBooks,
  },
});
