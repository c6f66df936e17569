import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { booksRoutes } from "../routes.ts";
import { cursorAnswer } from "./job-answer.ts";
import { requireJob } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

export const listCursors: Operation<typeof booksRoutes.listCursors, BooksServices> = async ({ params }, services) => {
  const { cursors } = await requireJob(params.name, services);
  return ok({ cursors: cursors.map(cursorAnswer) });
};
