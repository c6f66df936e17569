import type { Counts, Recommendation } from "../../domain/recommendation.ts";
import type { Filter } from "./filter.ts";
import type { ListQuery } from "./list-query.ts";
import { countsShown, shownCounts } from "./list-query.ts";
import { sortRecommendations } from "./order.ts";
import { numberedPage } from "./pagination.ts";

const ZERO_COUNTS: Counts = { clicks: 0, subscribers: 0 };

/**
 * The page of recommendations that a query requests; its total and pages count the filtered rows. All are in memory: there
 * are at most a thousand.
 *
 * @param counts by id; zero for a missing id
 * @returns each with the shown counts, null for none
 */
export function listPage(
  recommendations: readonly Recommendation[],
  counts: ReadonlyMap<string, Counts>,
  query: Omit<ListQuery, "filter">,
  filter: Filter,
) {
  const countsFor = ({ id }: Recommendation) => counts.get(id) ?? ZERO_COUNTS;
  const shown = countsShown(query);
  const rows = sortRecommendations(recommendations.filter(filter), query.order, countsFor);
  const { items, pagination } = numberedPage(rows, query);
  return {
    items: items.map((recommendation) => ({
      recommendation,
      counts: shownCounts(countsFor(recommendation), shown),
    })),
    pagination,
  };
}
