import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { createJob } from "./http/create-job.ts";
import { deleteJob } from "./http/delete-job.ts";
import { getBook } from "./http/get-book.ts";
import { getJob } from "./http/get-job.ts";
import { listBooks } from "./http/list-books.ts";
import { listCursors } from "./http/list-cursors.ts";
import { listJobs } from "./http/list-jobs.ts";
import { listRuns } from "./http/list-runs.ts";
import { replaceJob } from "./http/replace-job.ts";
import { resetCursors } from "./http/reset-cursors.ts";
import { runJob } from "./http/run-job.ts";
import { booksServices } from "./http/services.ts";
import { booksRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

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
  getBook,
};

export const handler = await warmUpHandler(
  httpApi({
    routes: booksRoutes,
    environment: apiUses,
    services: booksServices,
    operations,
  }),
  sampleRequest(booksRoutes.createJob, { name: "warm-up", queries: ["warm up"] }),
);
