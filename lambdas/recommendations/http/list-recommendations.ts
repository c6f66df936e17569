import { KEPT_BRIEFLY, ok } from "../../shared/http/answer.ts";
import type { Counts } from "../domain/recommendation.ts";
import { recommendationAnswer } from "./bodies/recommendation-answer.ts";
import type { Filter } from "./query/filter.ts";
import { listPage } from "./query/list-page.ts";
import { countsShown } from "./query/list-query.ts";
import type { RecommendationsOperation } from "./services.ts";

const ZERO_COUNTS: ReadonlyMap<string, Counts> = new Map();

/** A page of the recommendations. The counts are read only if one is requested. */
export const listRecommendations: RecommendationsOperation<"listRecommendations"> = async ({ query }, services) => {
  // Validated before anything is read.
  const filter = await filterOf(query.filter, services.clock.now());
  const [all, counts] = await Promise.all([
    services.directory.read().then((directory) => services.recommendations.all(directory)),
    countsShown(query).size === 0 ? ZERO_COUNTS : services.readerCounts.all(),
  ]);
  const { items, pagination } = listPage(all, counts, query, filter);
  const page = ok({
    recommendations: items.map((item) => recommendationAnswer(item.recommendation, item.counts)),
    meta: { pagination },
  });
  return { ...page, headers: KEPT_BRIEFLY };
};

/** The first page, for pages of others: the site's distribution asks, once for many readers. */
export const listForElement: RecommendationsOperation<"listForElement"> = (request, services) => {
  const query = { ...request.query, page: 1, include: [], withRelated: [], filter: undefined };
  return listRecommendations({ ...request, query }, services);
};

/** The filter of a request. Its parser is loaded with the first filter: the pages of readers send none. @throws Rejected */
async function filterOf(text: string | undefined, now: Date): Promise<Filter> {
  if (text === undefined) return () => true;
  const { readFilter } = await import("./query/filter.ts");
  return readFilter(text, now);
}
