import type { Counts } from "../../domain/reader-event.ts";
import type { Recommendation } from "../../domain/recommendation.ts";
import type { Filter } from "./filter.ts";
import type { ListQuery } from "./list-query.ts";
import { countsShown, shownCounts } from "./list-query.ts";
import { ordered } from "./order.ts";
import { numberedPage } from "./pagination.ts";

const ZERO_COUNTS: Counts = { clicks: 0, subscribers: 0 };

/**
 * The page of recommendations that a query asks for, out of all of them; its total and pages are those of what the
 * filter leaves. All are in memory: there are a thousand at the most.
 *
 * @param counts by id; zero for an id that is not in it
 * @returns each with the counts that are shown, null for none
 */
export function listed(
  recommendations: readonly Recommendation[],
  counts: ReadonlyMap<string, Counts>,
  query: Omit<ListQuery, "filter">,
  filter: Filter,
) {
  const countsFor = ({ id }: Recommendation) => counts.get(id) ?? ZERO_COUNTS;
  const shown = countsShown(query);
  const rows = ordered(recommendations.filter(filter), query.order, countsFor);
  const { items, pagination } = numberedPage(rows, query);
  return {
    items: items.map((recommendation) => ({
      recommendation,
      counts: shownCounts(countsFor(recommendation), shown),
    })),
    pagination,
  };
}
