import { NoticeWriter } from "../shared/notices/notice-writer.ts";
import type { ResendQueue } from "../shared/work/backlog.ts";
import { resendQueue } from "../shared/work/backlog.ts";
import type { Reconcilable } from "../shared/work/reconcile.ts";
import { reconcilable, reconcilePart } from "../shared/work/reconcile.ts";
import { BookTable } from "./tables/book-table.ts";
import { JobTable } from "./tables/job-table.ts";
import { RunTable } from "./tables/run-table.ts";
import { reconcileUses } from "./uses.ts";
import type { EndServices } from "./work/end-run.ts";
import { giveUpActiveRun } from "./work/end-run.ts";
import type { CollectMessage } from "./work/request-run.ts";
import { collectMessageOf } from "./work/request-run.ts";

/** Runs in progress whose worker has stopped, or whose message was lost. */
export function reconcilableRuns(services: EndServices, queue: ResendQueue<CollectMessage>): Reconcilable {
  return reconcilable({
    name: "runs",
    table: services.jobs,
    queue,
    toMessage: ({ name, workId }) => collectMessageOf(name, workId),
    giveUp: ({ job }, code) => giveUpActiveRun(job, code, services),
    clock: services.clock,
  });
}

export const booksReconcile = reconcilePart(reconcileUses, (env, { tables, queues, clock }) => {
  const services = {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    books: new BookTable(tables, env.BOOKS_TABLE),
    notices: new NoticeWriter(tables, env.NOTICES_TABLE),
    clock,
  };
  return [reconcilableRuns(services, resendQueue(queues, env.BOOKS_COLLECT_QUEUE_URL))];
});
