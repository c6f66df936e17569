import { Rss } from "lucide";
import { useLocation } from "preact-iso/router";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { addressWith } from "../parts/address-with.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Choice } from "../parts/forms/choice.tsx";
import { knownValue } from "../parts/forms/known-value.ts";
import { Icon } from "../parts/icon.tsx";
import { partTexts } from "../parts/part-texts.ts";
import { countTexts } from "../parts/queries/count-texts.ts";
import { PagedList } from "../parts/queries/paged-list.tsx";
import { usePagedQuery } from "../parts/queries/use-paged-query.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { ADD, LISTS } from "./addresses.ts";
import { unreachedSites } from "./deliveries/unreached-sites.ts";
import type { ShownRecommendation } from "./recommendation-item.tsx";
import { RecommendationItem } from "./recommendation-item.tsx";
import { recommendationTexts } from "./recommendation-texts.ts";
import { RecommendationsDrawing } from "./recommendations-drawing.tsx";

const LIMIT = 20;
/** The API's order of each choice. */
const ORDERS = {
  newest: "created_at desc",
  clicks: "count.clicks desc",
  subscribers: "count.subscribers desc",
  title: "title asc",
} as const;

/** The sites that are recommended: all of them in an order, or the one that the address names. */
export function RecommendedView() {
  const t = translations(recommendationTexts);
  const { library, person } = useSignedIn();
  const { query, route } = useLocation();
  const id = query.id ?? "";
  const order = knownValue(ORDERS, query.order) || "newest";
  const pages = usePagedQuery<ShownRecommendation, number>(
    `${id} ${order} ${person.isAdmin}`,
    async (page, signal) => {
      const api = library.client.recommendations;
      const [{ recommendations, meta }, unreached] = await Promise.all([
        api.list(
          {
            page: page ?? 1,
            limit: LIMIT,
            order: ORDERS[order],
            ...(id === "" ? {} : { filter: `id:'${id.replace(/[^\w-]/g, "")}'` }),
            ...(person.isAdmin ? { include: "count.clicks,count.subscribers" } : {}),
          },
          { signal },
        ),
        // Only administrators see deliveries.
        person.isAdmin ? unreachedSites(api, signal) : new Set<string>(),
      ]);
      const items = recommendations.map((each) => ({ ...each, isUnreached: unreached.has(each.url) }));
      return { items, next: meta.pagination.next, total: meta.pagination.total };
    },
    (recommendation) => recommendation.id,
  );
  const choose = (chosen: string) =>
    route(addressWith(LISTS.recommended, { order: chosen === "newest" ? "" : chosen }));
  return (
    <>
      <p class="quiet">
        {t.published}{" "}
        <a href="/" target="_blank" rel="noopener">
          {t.sitePage}
        </a>{" "}
        {t.and}{" "}
        <a href="/.well-known/recommendations.json" target="_blank" rel="noopener">
          {t.document}
        </a>{" "}
        {t.or}{" "}
        <a class="feed" href="/recommendations.atom" target="_blank" rel="noopener">
          <Icon icon={Rss} />
          {t.feed}
        </a>
      </p>
      {id !== "" && <BackLink to={LISTS.recommended}>{t.showAll}</BackLink>}
      <PagedList
        label={t.list}
        pages={pages}
        counted={translations(countTexts).sites}
        tools={
          person.isAdmin &&
          id === "" && (
            <Choice
              label={translations(partTexts).order}
              value={order}
              choices={Object.entries(t.orders)}
              onChoose={choose}
            />
          )
        }
        empty={
          id !== "" ? (
            t.oneGone
          ) : (
            <EmptyState picture={<RecommendationsDrawing />} text={t.none}>
              {person.isAdmin && (
                <button type="button" class="primary" onClick={() => route(ADD)}>
                  {t.first}
                </button>
              )}
            </EmptyState>
          )
        }
      >
        {(recommendation) => <RecommendationItem recommendation={recommendation} onChange={pages.reload} />}
      </PagedList>
    </>
  );
}
