import type { PriceTrend, Product } from "../../../client/index.ts";

const POLL_MS = 10_000;
/** For so long after a crawl the pages of what was sold are read, which tell when. */
const DATING_MS = 3 * 60_000;

/** Milliseconds between two looks at a trend while the dates of its sales come in; null when none is awaited. */
export function trendPollMs(
  { last_crawl: crawl }: Pick<Product, "last_crawl">,
  trend: Pick<PriceTrend, "undated"> | null,
  now: Date,
): number | null {
  if (crawl === null || trend === null || trend.undated === 0) return null;
  return now.getTime() - Date.parse(crawl.finished_at) < DATING_MS ? POLL_MS : null;
}
