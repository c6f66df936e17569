import type { CrawlRun } from "../../lambdas/mercari/domain/crawl-run.ts";
import type { CrawlSetting } from "../../lambdas/mercari/domain/product.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";

/** An enabled search for a camera without limits, with these changes. */
export const crawlSetting = (changes: Partial<CrawlSetting> = {}): CrawlSetting => ({
  keyword: "camera",
  excludeKeyword: null,
  itemConditionIds: null,
  categoryId: null,
  minPrice: null,
  maxPrice: null,
  enabled: true,
  ...changes,
});

/** A crawl of a minute that was not sent a page, with these changes. @param minutes from the start of the test's clock */
export const crawlRun = (productId: string, minutes: number, changes: Partial<CrawlRun> = {}): CrawlRun => ({
  id: `run-${minutes}`,
  productId,
  startedAt: at(minutes * MINUTE).toISOString(),
  finishedAt: at((minutes + 1) * MINUTE).toISOString(),
  pages: [],
  pagesBefore: 0,
  complete: false,
  reachedEnd: false,
  outcome: "error",
  errorKind: "breaker_open",
  upserted: 0,
  unchanged: 0,
  deleted: 0,
  queuedDetails: 0,
  ...changes,
});
