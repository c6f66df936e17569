import { httpApi } from "../shared/http/http-api.ts";
import { sampleRequest } from "../shared/http/sample-request.ts";
import { warmUpHandler } from "../shared/warm-up-handler.ts";
import { listFailedJobs } from "./http/list-failed-jobs.ts";
import { mergeBookmark } from "./http/merge-bookmark.ts";
import {
  createBookmark,
  deleteBookmark,
  getBookmark,
  getBookmarkContent,
  listBookmarks,
  reprocessBookmark,
  setBookmarkPlace,
  updateBookmark,
} from "./http/operations.ts";
import { getPageChecks, setPageChecks } from "./http/page-checks.ts";
import { retryFailedJob } from "./http/retry-failed-job.ts";
import { sendPage } from "./http/send-page.ts";
import { bookmarksServices } from "./http/services.ts";
import { bookmarksRoutes } from "./routes.ts";
import { apiUses } from "./uses.ts";

export const operations = {
  createBookmark,
  listBookmarks,
  getBookmark,
  getBookmarkContent,
  updateBookmark,
  setBookmarkPlace,
  deleteBookmark,
  reprocessBookmark,
  sendBookmarkPage: sendPage,
  mergeBookmark,
  getPageChecks,
  setPageChecks,
  listFailedJobs,
  retryFailedJob,
};

export const handler = await warmUpHandler(
  httpApi({
    routes: bookmarksRoutes,
    environment: apiUses,
    services: bookmarksServices,
    operations,
  }),
  sampleRequest(bookmarksRoutes.createBookmark, { url: "https://example.com/" }),
);
