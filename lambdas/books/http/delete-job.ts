import { noContent } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { booksRoutes } from "../routes.ts";
import { jobNotFound } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

/** Deletes a job. A run in progress ends at its next write, whose condition fails. */
export const deleteJob: Operation<typeof booksRoutes.deleteJob, BooksServices> = async ({ params }, { jobs }) => {
  if (!(await jobs.delete(params.name))) throw jobNotFound();
  return noContent();
};
