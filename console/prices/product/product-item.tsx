import { useId } from "preact/hooks";
import type { PriceTrend, Product } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { focusAfter } from "../../parts/focus/focus-next.ts";
import { partTexts } from "../../parts/part-texts.ts";
import { explain } from "../../parts/queries/explain.ts";
import { usePolling } from "../../parts/queries/use-polling.ts";
import { useQuery } from "../../parts/queries/use-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { RunButton } from "../../parts/run-button.tsx";
import { CrawlProgress, useCrawlNow } from "../crawl/crawl-now.tsx";
import { FreshnessLine } from "../crawl/freshness-line.tsx";
import { SmallTrend } from "../trend/small-trend.tsx";
import type { TrendCache } from "../trend/trend-cache.ts";
import { trendPollMs } from "../trend/trend-poll.ts";
import { VerdictChip } from "../verdict/verdict-chip.tsx";
import { AlertChip } from "./alert-chip.tsx";
import { OfferPhoto } from "./offer-photo.tsx";
import { Offers } from "./offers.tsx";
import { ProductActions } from "./product-actions.tsx";
import { productTexts } from "./product-texts.ts";

/** A product in the list: its prices, how fresh they are, and for administrators what can be done. */
export function ProductItem({
  product,
  trends,
  now,
  onChanged,
}: {
  readonly product: Product;
  readonly trends: TrendCache;
  readonly now: Date;
  /** It was changed, crawled or deleted. */
  readonly onChanged: () => void;
}) {
  const t = translations(productTexts);
  const heading = useId();
  const { isAdmin } = useSignedIn().person;
  const crawl = useCrawlNow(product, onChanged);
  const crawledAt = product.last_crawl?.finished_at ?? "";
  const trend = useQuery(`trend of ${product.id}`, () => trends.get(product.id, crawledAt));
  useRefetchOn(crawledAt, trend.reload);
  usePolling(trendPollMs(product, trend.value, now), trend);
  return (
    <article aria-labelledby={heading}>
      <OfferPhoto url={trend.value?.on_sale.lowest_image_url ?? null} size={72} />
      <header class="wrapping">
        <h2 id={heading}>
          <a href={`/app/prices/${encodeURIComponent(product.id)}`} lang="">
            {product.name}
          </a>
        </h2>
        {product.alert !== null && <AlertChip alert={product.alert} />}
      </header>
      {/* Its place is reserved: the prices of each product are asked for by themselves. */}
      {(product.last_crawl !== null || (trend.value !== null && hasPrices(product, trend.value))) && (
        <div class="prices">
          {trend.value !== null && <Offers offers={trend.value.on_sale} describedBy={heading} />}
          {product.verdict !== null && <VerdictChip verdict={product.verdict} now={now} />}
          {trend.value !== null && <SmallTrend trend={trend.value} now={now} />}
          {trend.value === null && trend.isLoading && <p class="quiet">{t.askingPrices}</p>}
          {trend.error !== null && (
            <p class="failure">
              {explain(trend.error)}{" "}
              <RunButton act={async () => trend.reload()} aria-describedby={heading}>
                {translations(partTexts).tryAgain}
              </RunButton>
            </p>
          )}
        </div>
      )}
      <FreshnessLine product={product} now={now} />
      {crawl.isBusy && <CrawlProgress name={product.name} />}
      {isAdmin && (
        <ProductActions
          product={product}
          describedBy={heading}
          crawl={crawl}
          onChanged={onChanged}
          onDeleted={() => {
            focusAfter(heading);
            onChanged();
          }}
        />
      )}
    </article>
  );
}

/** Before the first crawl there is nothing to say about prices. */
function hasPrices(product: Product, { points, on_sale: offers }: PriceTrend): boolean {
  return product.last_crawl !== null || offers.count > 0 || points.length > 0;
}
