/** What is kept of a row on sale beside the row itself: enough to choose what to look after, and for the cheapest offer. */
export interface Watched {
  readonly externalId: string;
  /** Whole yen. */
  readonly price: number;
  /** When its own page was asked for last, or it was first seen: epoch seconds. */
  readonly checkedAt: number;
}

/** Rows whose own pages one crawl may have looked at; the rest wait for the next. */
const CHECKS_PER_CRAWL = 20;
/** A row that was checked so recently is left alone, in seconds: it would only take the place of another. */
const NOT_BEFORE_SECONDS = 6 * 3_600;

/**
 * The rows on sale that a crawl has not seen and that are looked after now, the longest unchecked first. That they were
 * not seen proves nothing, and hundreds of old ones must not be fetched every hour.
 *
 * @param seen the external ids that the crawl has seen
 */
export function toCheck(
  watched: readonly Watched[],
  seen: ReadonlySet<string>,
  nowSeconds: number,
  scaled: (seconds: number) => number,
): readonly Watched[] {
  return watched
    .filter(
      ({ externalId, checkedAt }) => !seen.has(externalId) && checkedAt + scaled(NOT_BEFORE_SECONDS) <= nowSeconds,
    )
    .sort((one, other) => one.checkedAt - other.checkedAt)
    .slice(0, CHECKS_PER_CRAWL);
}
