import { randomUUID } from "node:crypto";
import { systemClock } from "../../shared/clock.ts";
import type { Environment } from "../../shared/env.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { IdempotencyTable } from "../../shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../../shared/idempotency/user-limits.ts";
import { objectsOnDemand } from "../../shared/objects/objects-on-demand.ts";
import { documentClient } from "../../shared/table/table.ts";
import { jsonQueue, queueClient } from "../../shared/work/queue.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkTable } from "../tables/bookmark-table.ts";
import { CheckPaceTable } from "../tables/check-pace-table.ts";
import type { ContentStore } from "../tables/content-store.ts";
import { contentsOnDemand, sentPagesOnDemand } from "../tables/contents-on-demand.ts";
import { FailedJobTable } from "../tables/failed-job-table.ts";
import type { apiUses } from "../uses.ts";
import type { ProcessingMessage } from "../work/processing-message.ts";

export function bookmarksServices(env: Environment<typeof apiUses>) {
  const tables = documentClient();
  const objects = objectsOnDemand();
  const contents: Pick<ContentStore, "get"> = contentsOnDemand(objects, env.CONTENT_BUCKET);
  return {
    items: bookmarkTable(tables, env.BOOKMARKS_TABLE),
    paces: new CheckPaceTable(tables, env.BOOKMARKS_TABLE),
    contents,
    sentPages: sentPagesOnDemand(objects, env.SENT_PAGES_BUCKET),
    failedJobs: new FailedJobTable(tables, env.BOOKMARKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    limits: new UserLimits(tables, env.IDEMPOTENCY_KEYS_TABLE),
    queue: jsonQueue<ProcessingMessage>(queueClient(), env.BOOKMARK_PROCESSING_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: (): string => randomUUID(),
    siteUrl: env.SITE_URL,
  };
}

export type BookmarksServices = Readonly<ReturnType<typeof bookmarksServices>>;

export type BookmarkOperation<Name extends keyof typeof bookmarksRoutes> = Operation<
  (typeof bookmarksRoutes)[Name],
  BookmarksServices
>;
