import { describe, expect, it } from "vitest";
import type { Product } from "../../../client/index.ts";
import { nextCrawl, pollEveryMs } from "../../../console/prices/crawl/freshness.ts";

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
const crawled = (outcome: "items" | "queued") => ({
  crawl,
  last_crawl: { finished_at: at, outcome, complete: outcome === "items", error_kind: null },
});

describe("how fresh prices are", () => {
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
