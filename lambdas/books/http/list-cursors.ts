import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { booksRoutes } from "../routes.ts";
import { cursorAnswer } from "./job-answer.ts";
import { knownJob } from "./known-job.ts";
import type { BooksServices } from "./services.ts";

/** How far a job has come. */
export const listCursors: Operation<typeof booksRoutes.listCursors, BooksServices> = async ({ params }, services) => {
  const { cursors } = await knownJob(params.name, services);
  return ok({ cursors: cursors.map(cursorAnswer) });
};
