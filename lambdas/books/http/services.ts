import { randomUUID } from "node:crypto";
import { systemClock } from "../../shared/clock.ts";
import type { Environment } from "../../shared/env.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { IdempotencyTable } from "../../shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../../shared/idempotency/user-limits.ts";
import { documentClient } from "../../shared/table/table.ts";
import { jsonQueue, queueClient } from "../../shared/work/queue.ts";
import type { booksRoutes } from "../routes.ts";
import { BookTable } from "../tables/book-table.ts";
import { JobTable } from "../tables/job-table.ts";
import { RunTable } from "../tables/run-table.ts";
import type { apiUses } from "../uses.ts";
import type { CollectMessage } from "../work/request-run.ts";

export function booksServices(env: Environment<typeof apiUses>) {
  const tables = documentClient();
  return {
    jobs: new JobTable(tables, env.BOOKS_TABLE),
    runs: new RunTable(tables, env.BOOKS_TABLE),
    books: new BookTable(tables, env.BOOKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    limits: new UserLimits(tables, env.IDEMPOTENCY_KEYS_TABLE),
    collectQueue: jsonQueue<CollectMessage>(queueClient(), env.BOOKS_COLLECT_QUEUE_URL),
    siteUrl: env.SITE_URL,
    clock: systemClock(env.WAIT_SCALE),
    newId: (): string => randomUUID(),
  };
}

export type BooksServices = Readonly<ReturnType<typeof booksServices>>;

export type BooksOperation<Name extends keyof typeof booksRoutes> = Operation<
  (typeof booksRoutes)[Name],
  BooksServices
>;
