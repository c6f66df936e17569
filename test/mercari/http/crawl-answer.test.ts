import { expect, it } from "vitest";
import { executedCrawlAnswer } from "../../../lambdas/mercari/http/crawl-answer.ts";
import { crawlRun } from "../sample-crawls.ts";

it("answers each count of a crawl in its own field", () => {
  const cells = { items: 9, auctions: 0, unparsedCells: 0, placeholderCells: 0 };
  const page = { ...cells, outcome: "items", errorKind: null, complete: true, layout: "A" } as const;
  const counts = { upserted: 3, unchanged: 4, deleted: 5, queuedDetails: 6 };
  const run = crawlRun("product-1", 0, { ...counts, pages: [page, page], pagesBefore: 40, reachedEnd: true });
  expect(executedCrawlAnswer(run)).toEqual({
    product_id: "product-1",
    pages: 2,
    complete: false,
    upserted: 3,
    unchanged: 4,
    deleted: 5,
    queued_details: 6,
    outcome: "error",
    error_kind: "breaker_open",
  });
});
