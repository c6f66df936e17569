import { describe, expect, it } from "vitest";
import type { Product } from "../../../client/index.ts";
import { freshness, nextCrawl, pollEveryMs } from "../../../console/prices/crawl/freshness.ts";

const at = "2026-11-20T03:00:00.000Z";
const crawl: Product["crawl"] = {
  keyword: "camera",
  exclude_keyword: null,
  category_id: null,
  item_condition_ids: null,
  min_price: null,
  max_price: null,
  enabled: true,
};
const crawled = (outcome: "items" | "no_results" | "error" | "queued", complete = true) => ({
  crawl,
  last_crawl: { finished_at: at, outcome, complete, error_kind: outcome === "error" ? ("blocked" as const) : null },
});

describe("how fresh prices are", () => {
  it("tells a product without a search from one that waits for its first crawl", () => {
    expect(freshness({ crawl: null, last_crawl: null })).toEqual({ state: "unwatched" });
    expect(freshness({ crawl, last_crawl: null })).toEqual({ state: "not-crawled" });
  });

  it.each([
    ["everything was read", crawled("items"), { state: "crawled", at }],
    ["a part was read", crawled("items", false), { state: "partly-crawled", at }],
    ["nothing is listed", crawled("no_results"), { state: "nothing-found", at }],
    ["the crawl continues", crawled("queued", false), { state: "continues", at }],
    ["the crawl failed", crawled("error", false), { state: "failed", at, why: "blocked" }],
  ])("tells that %s", (_what, product, expected) => {
    expect(freshness(product)).toEqual(expected);
  });

  it("tells when the next crawl is, and that its time has come since the product was read", () => {
    const before = new Date("2026-11-20T03:59:59.999Z");
    const next_crawl_at = "2026-11-20T04:00:00.000Z";
    expect(nextCrawl({ next_crawl_at }, before)).toEqual({ state: "at", at: next_crawl_at });
    expect(nextCrawl({ next_crawl_at }, new Date(next_crawl_at))).toEqual({ state: "due" });
    expect(nextCrawl({ next_crawl_at: null }, before)).toEqual({ state: "off" });
  });

  it("asks sooner while a crawl continues", () => {
    expect(pollEveryMs([crawled("items"), crawled("queued")])).toBeLessThan(pollEveryMs([crawled("items")]));
  });
});
