import * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { sortKeyOf } from "../tables/run-table.ts";
import { runAnswer } from "./job-answer.ts";
import { requireJob } from "./require-job.ts";
import type { BooksOperation } from "./services.ts";

/** A position in a job's finished runs: the last run of the previous page. */
const runPosition = z.object({ sk: z.string().check(z.maxLength(100)) });

/** A page of a job's runs. The first page begins with the job's own run, which is in progress or the last one. */
export const listRuns: BooksOperation<"listRuns"> = async ({ query, params }, services) => {
  const job = await requireJob(params.name, services);
  const list = ["runs", job.id];
  const position = decodeCursor(query.cursor, list, runPosition);
  const held = job.active?.run ?? job.lastRun;
  if (position !== undefined || held === null) {
    const page = await services.runs.list(job.id, { limit: query.limit, position });
    return ok({ runs: page.items.map(runAnswer), next_cursor: encodeCursor(page.position, list) });
  }
  // The records after that run's sort key: its own record may exist already, or be written before the next page is read.
  const after = { sk: sortKeyOf(held) };
  const room = query.limit - 1;
  const page =
    room === 0 ? { items: [], position: after } : await services.runs.list(job.id, { limit: room, position: after });
  return ok({ runs: [held, ...page.items].map(runAnswer), next_cursor: encodeCursor(page.position, list) });
};
