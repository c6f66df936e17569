import { expect, it } from "vitest";
import { executedCrawlAnswer } from "../../../lambdas/mercari/http/crawl-answer.ts";

const PAGE = {
  outcome: "items",
  errorKind: null,
  items: 9,
  auctions: 0,
  unparsedCells: 0,
  placeholderCells: 0,
  complete: true,
  layout: "A",
} as const;

it("answers each count of a crawl in its own field", () => {
  const run = {
    id: "run-1",
    productId: "product-1",
    startedAt: "2026-11-20T00:00:00.000Z",
    finishedAt: "2026-11-20T00:01:00.000Z",
    pages: [PAGE, PAGE],
    pagesBefore: 40,
    complete: false,
    reachedEnd: true,
    outcome: "error",
    errorKind: "truncated",
    upserted: 3,
    unchanged: 4,
    deleted: 5,
    queuedDetails: 6,
  } as const;
  expect(executedCrawlAnswer(run)).toEqual({
    product_id: "product-1",
    pages: 2,
    complete: false,
    upserted: 3,
    unchanged: 4,
    deleted: 5,
    queued_details: 6,
    outcome: "error",
    error_kind: "truncated",
  });
});
