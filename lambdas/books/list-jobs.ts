import * as z from "zod/mini";
import { ok } from "../shared/answer.ts";
import type { Operation } from "../shared/http-api.ts";
import { decodeCursor, encodeCursor } from "../shared/page.ts";
import { JOB_NAME } from "./job.ts";
import { jobAnswer } from "./job-answer.ts";
import type { booksRoutes } from "./routes.ts";
import type { BooksServices } from "./services.ts";

/** A place in the list of jobs: the one last seen. */
const jobPosition = z.object({ name: z.string().check(z.regex(JOB_NAME)) });
const LIST = ["jobs"];

/** A page of the jobs. */
export const listJobs: Operation<typeof booksRoutes.listJobs, BooksServices> = async ({ query }, { jobs }) => {
  const position = decodeCursor(query.cursor, LIST, jobPosition);
  const page = await jobs.list({ limit: query.limit, position });
  return ok({ jobs: page.items.map(jobAnswer), next_cursor: encodeCursor(page.position, LIST) });
};
