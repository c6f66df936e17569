import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { IdempotencyTable } from "../shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../shared/idempotency/user-limits.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { createJob } from "./http/create-job.ts";
import { deleteJob } from "./http/delete-job.ts";
import { getJob } from "./http/get-job.ts";
import { listBooks } from "./http/list-books.ts";
import { listCursors } from "./http/list-cursors.ts";
import { listJobs } from "./http/list-jobs.ts";
import { listRuns } from "./http/list-runs.ts";
import { replaceJob } from "./http/replace-job.ts";
import { resetCursors } from "./http/reset-cursors.ts";
import { runJob } from "./http/run-job.ts";
import type { BooksServices } from "./http/services.ts";
import { booksRoutes } from "./routes.ts";
import { BookTable } from "./tables/book-table.ts";
import { JobTable } from "./tables/job-table.ts";
import { RunTable } from "./tables/run-table.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): BooksServices {
  const tables = documentClient();
  return {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    books: new BookTable(tables, env.BOOKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    limits: new UserLimits(tables, env.IDEMPOTENCY_KEYS_TABLE),
    collectQueue: jsonQueue(queueClient(), env.BOOKS_COLLECT_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

/** The operation of each route. */
export const operations = {
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
};

export const handler = await warmUpHandler(
  httpApi({
    routes: booksRoutes,
    environment: apiUses,
    services,
    operations,
  }),
  sampleRequest(booksRoutes.createJob, { name: "warm-up", queries: ["warm up"] }),
);
