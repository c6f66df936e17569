import { operations } from "../../lambdas/bookmarks/api.ts";
import type { Bookmark } from "../../lambdas/bookmarks/domain/bookmark.ts";
import { newBookmark } from "../../lambdas/bookmarks/domain/bookmark.ts";
import type { WrittenOfBookmark } from "../../lambdas/bookmarks/domain/bookmark-fields.ts";
import { BOOKMARK_FIELDS } from "../../lambdas/bookmarks/domain/bookmark-fields.ts";
import type { BookmarksServices } from "../../lambdas/bookmarks/http/services.ts";
import { bookmarksRoutes } from "../../lambdas/bookmarks/routes.ts";
import { bookmarkTable } from "../../lambdas/bookmarks/tables/bookmark-table.ts";
import { CheckPaceTable } from "../../lambdas/bookmarks/tables/check-pace-table.ts";
import type { ContentStore } from "../../lambdas/bookmarks/tables/content-store.ts";
import { FailedJobTable } from "../../lambdas/bookmarks/tables/failed-job-table.ts";
import { PageCheckTable } from "../../lambdas/bookmarks/tables/page-check-table.ts";
import type { SentPageStore } from "../../lambdas/bookmarks/tables/sent-page-store.ts";
import type { ProcessingMessage } from "../../lambdas/bookmarks/work/processing-message.ts";
import { IdempotencyTable } from "../../lambdas/shared/idempotency/idempotency-table.ts";
import { UserLimits } from "../../lambdas/shared/idempotency/user-limits.ts";
import { writtenIn } from "../../lambdas/shared/saved-items/user-fields.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { featureApi } from "../emulators/feature-api.ts";
import type { HttpAnswer, HttpRequest } from "../emulators/http-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { START, testClock } from "../emulators/test-clock.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { testIds, testQueue } from "../emulators/test-queue.ts";
import { workRequest } from "../shared/saved-items/work-request.ts";
import { ContentBucket } from "./content-bucket.ts";

/** The services of the operations on bookmarks, with emulated tables. */
export interface BookmarksWorld extends BookmarksServices {
  readonly contents: ContentStore;
  readonly checks: PageCheckTable;
  readonly sentPages: SentPageStore;
  readonly clock: TestClock;
  readonly bucket: ContentBucket;
  readonly queue: TestQueue<ProcessingMessage>;
}

export function bookmarksWorld(
  { client }: Pick<TestDynamo, "client">,
  bucket: ContentBucket = new ContentBucket(),
): BookmarksWorld {
  return {
    bucket,
    contents: bucket.store,
    sentPages: bucket.sentPages,
    items: bookmarkTable(client, "bookmarks"),
    checks: new PageCheckTable(client, "bookmarks"),
    paces: new CheckPaceTable(client, "bookmarks"),
    failedJobs: new FailedJobTable(client, "bookmarks"),
    idempotencyKeys: new IdempotencyTable(client, "idempotency_keys"),
    limits: new UserLimits(client, "idempotency_keys"),
    clock: testClock(),
    queue: testQueue(),
    newId: testIds(),
    siteUrl: SITE,
  };
}

/** The site's address. */
export const SITE = "https://alice.example";

/** The address of a page. */
export function pageUrl(path = "a-page"): string {
  return `https://blog.example/${path}`;
}

/** A new bookmark, pending the request `processing-1` since the start. */
export function pendingBookmark(
  userId: string,
  {
    canonicalUrl = pageUrl(),
    workId = "processing-1",
    now = START,
    idempotencyKey = null,
  }: { canonicalUrl?: string; workId?: string; now?: Date; idempotencyKey?: string | null } = {},
): Bookmark {
  return newBookmark(
    userId,
    {
      url: canonicalUrl,
      canonicalUrl,
      ...writtenIn<WrittenOfBookmark>(BOOKMARK_FIELDS, {}),
      sourceHint: null,
      createdFrom: "api",
      idempotencyKey,
    },
    { at: now, savedAt: null },
    workRequest(workId, now),
  );
}

/** The feature's HTTP function with a world's services, built like the deployed entry. */
export function bookmarksApi(world: BookmarksServices): (request: HttpRequest) => Promise<HttpAnswer> {
  return featureApi(bookmarksRoutes, operations, world);
}
