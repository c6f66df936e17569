import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import type { booksRoutes } from "../routes.ts";
import { jobAnswer } from "./job-answer.ts";
import { requireJob } from "./require-job.ts";
import type { BooksServices } from "./services.ts";

export const getJob: Operation<typeof booksRoutes.getJob, BooksServices> = async ({ params }, services) =>
  ok(jobAnswer(await requireJob(params.name, services)));
