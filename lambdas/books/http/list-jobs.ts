import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { JOB_NAME } from "../domain/job.ts";
import { jobAnswer } from "./job-answer.ts";
import type { BooksOperation } from "./services.ts";

/** A position in the list of jobs: the last job of the previous page. */
const jobPosition = z.object({ name: z.string().check(z.regex(JOB_NAME)) });
const LIST = ["jobs"];

export const listJobs: BooksOperation<"listJobs"> = async ({ query }, { jobs }) => {
  const position = decodeCursor(query.cursor, LIST, jobPosition);
  const page = await jobs.list({ limit: query.limit, position });
  return ok({ jobs: page.items.map(jobAnswer), next_cursor: encodeCursor(page.position, LIST) });
};
