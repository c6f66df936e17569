import { randomUUID } from "node:crypto";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { IdempotencyTable } from "../shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../shared/idempotency/user-limits.ts";
import { documentClient } from "../shared/table/table.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { jsonQueue, queueClient } from "../shared/work/queue.ts";
import { listFailedJobs } from "./http/list-failed-jobs.ts";
import { mergeBookmark } from "./http/merge-bookmark.ts";
import {
  createBookmark,
  deleteBookmark,
  getBookmark,
  getBookmarkContent,
  listBookmarks,
  reprocessBookmark,
  updateBookmark,
} from "./http/operations.ts";
import { retryFailedJob } from "./http/retry-failed-job.ts";
import type { BookmarksServices } from "./http/services.ts";
import { bookmarksRoutes } from "./routes.ts";
import { bookmarkTable } from "./tables/bookmark-table.ts";
import { contentsOnDemand } from "./tables/contents-on-demand.ts";
import { FailedJobTable } from "./tables/failed-job-table.ts";
import { apiUses } from "./uses.ts";

function services(env: Environment<typeof apiUses>): BookmarksServices {
  const tables = documentClient();
  return {
    items: bookmarkTable(tables, env.BOOKMARKS_TABLE),
    contents: contentsOnDemand(env.CONTENT_BUCKET),
    failedJobs: new FailedJobTable(tables, env.BOOKMARKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    limits: new UserLimits(tables, env.IDEMPOTENCY_KEYS_TABLE),
    queue: jsonQueue(queueClient(), env.BOOKMARK_PROCESSING_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
    siteUrl: env.SITE_URL,
  };
}

/** The operation of each route. */
export const operations = {
  createBookmark,
  listBookmarks,
  getBookmark,
  getBookmarkContent,
  updateBookmark,
  deleteBookmark,
  reprocessBookmark,
  mergeBookmark,
  listFailedJobs,
  retryFailedJob,
};

export const handler = await warmUpHandler(
  httpApi({
    routes: bookmarksRoutes,
    environment: apiUses,
    services,
    operations,
  }),
  sampleRequest(bookmarksRoutes.createBookmark, { url: "https://example.com/" }),
);
