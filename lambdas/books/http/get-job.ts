import { ok } from "../../shared/http/answer.ts";
import { jobAnswer } from "./job-answer.ts";
import { requireJob } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

export const getJob: BooksOperation<"getJob"> = async ({ params }, services) =>
  ok(jobAnswer(await requireJob(params.name, services)));
