import { ok } from "../../shared/http/answer.ts";
import { cursorAnswer } from "./job-answer.ts";
import { requireJob } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

export const listCursors: BooksOperation<"listCursors"> = async ({ params }, services) => {
  const { cursors } = await requireJob(params.name, services);
  return ok({ cursors: cursors.map(cursorAnswer) });
};
