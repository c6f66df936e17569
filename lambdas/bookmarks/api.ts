import { randomUUID } from "node:crypto";
import { callerEnvironment } from "../shared/caller.ts";
import { systemClock } from "../shared/clock.ts";
import type { Environment } from "../shared/env.ts";
import { text, waitScale } from "../shared/env.ts";
import { httpApi } from "../shared/http-api.ts";
import { IdempotencyTable } from "../shared/idempotency-table.ts";
import { jsonQueue, queueClient } from "../shared/queue.ts";
import { documentClient } from "../shared/table.ts";
import { BookmarkTable } from "./bookmark-table.ts";
import { createBookmark } from "./create-bookmark.ts";
import { deleteBookmark } from "./delete-bookmark.ts";
import { FailedJobTable } from "./failed-job-table.ts";
import { getBookmark } from "./get-bookmark.ts";
import { listBookmarks } from "./list-bookmarks.ts";
import { listFailedJobs } from "./list-failed-jobs.ts";
import { reprocessBookmark } from "./reprocess-bookmark.ts";
import { retryFailedJob } from "./retry-failed-job.ts";
import { bookmarksRoutes } from "./routes.ts";
import type { BookmarksServices } from "./services.ts";
import { updateBookmark } from "./update-bookmark.ts";

export const environment = {
  ...callerEnvironment,
  BOOKMARKS_TABLE: text,
  IDEMPOTENCY_KEYS_TABLE: text,
  BOOKMARK_PROCESSING_QUEUE_URL: text,
  WAIT_SCALE: waitScale,
};

function services(env: Environment<typeof environment>): BookmarksServices {
  const tables = documentClient();
  return {
    bookmarks: new BookmarkTable(tables, env.BOOKMARKS_TABLE),
    failedJobs: new FailedJobTable(tables, env.BOOKMARKS_TABLE),
    idempotencyKeys: new IdempotencyTable(tables, env.IDEMPOTENCY_KEYS_TABLE),
    processingQueue: jsonQueue(queueClient(), env.BOOKMARK_PROCESSING_QUEUE_URL),
    clock: systemClock(env.WAIT_SCALE),
    newId: randomUUID,
  };
}

export const handler = httpApi({
  routes: bookmarksRoutes,
  environment,
  services,
  operations: {
    createBookmark,
    listBookmarks,
    getBookmark,
    updateBookmark,
    deleteBookmark,
    reprocessBookmark,
    listFailedJobs,
    retryFailedJob,
  },
});
