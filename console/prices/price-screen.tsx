import { useState } from "preact/hooks";
import { useRoute } from "preact-iso/router";
import type { Product } from "../../client/index.ts";
import { preferences } from "../device/preferences.ts";
import { language, translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { BackLink } from "../parts/back-link.tsx";
import { QueryView } from "../parts/queries/query-view.tsx";
import { usePolling } from "../parts/queries/use-polling.ts";
import { useQuery } from "../parts/queries/use-query.ts";
import { useRefetchOn } from "../parts/queries/use-refetch-on.ts";
import { SafeLink } from "../parts/safe-link.tsx";
import { Skeleton } from "../parts/states/skeleton.tsx";
import { useLeave } from "../parts/use-leave.ts";
import { useNow } from "../parts/use-now.ts";
import { Screen } from "../shell/screen.tsx";
import { CrawlProgress, useCrawlNow } from "./crawl/crawl-now.tsx";
import { CrawlRuns } from "./crawl/crawl-runs.tsx";
import { freshness, pollEveryMs } from "./crawl/freshness.ts";
import { FreshnessLine } from "./crawl/freshness-line.tsx";
import { JunkOffer, useCheapestOffers } from "./junk/junk-offer.tsx";
import { Listings } from "./listings/listings.tsx";
import { NothingFound } from "./nothing/nothing-found.tsx";
import { AlertLine } from "./product/alert-line.tsx";
import { firedAlerts } from "./product/fired-alerts.ts";
import { Offers } from "./product/offers.tsx";
import { ProductActions } from "./product/product-actions.tsx";
import { productTexts } from "./product/product-texts.ts";
import { searchWords } from "./product/product-words.ts";
import { VerdictBanner } from "./product/verdict-banner.tsx";
import { PriceTrend } from "./trend/price-trend.tsx";
import { trendPollMs } from "./trend/trend-poll.ts";
import { rangeStart } from "./trend/trend-range.ts";
import { trendTexts } from "./trend/trend-texts.ts";

/** The newest notices among which those of a product are looked for: as many as one request may ask for. */
const NOTICES = 100;
const NO_ALERTS: ReadonlyMap<string, string> = new Map();

export function PriceScreen() {
  const id = useRoute().params.id ?? "";
  return <PricesOf key={id} id={id} />;
}

function PricesOf({ id }: { readonly id: string }) {
  const { client } = useSignedIn().library;
  const product = useQuery(`product ${id}`, (signal) => client.products.get(id, { signal }));
  usePolling(pollEveryMs(product.value === null ? [] : [product.value]), product);
  const name = product.value?.name ?? translations(productTexts).one;
  const crawl = useCrawlNow({ id, name }, product.reload);
  const { isAdmin } = useSignedIn().person;
  const leave = useLeave();
  // They have their place from the beginning on: what is below would move when they come.
  const actions = isAdmin && (product.value !== null || product.error === null) && (
    <ProductActions
      product={product.value}
      crawl={crawl}
      onChanged={product.reload}
      onDeleted={() => leave("/app/prices", true)}
    />
  );
  return (
    <>
      <BackLink to="/app/prices">{translations(productTexts).back}</BackLink>
      <Screen title={name} actions={actions}>
        {crawl.isBusy && <CrawlProgress name={name} />}
        <QueryView answer={product} skeleton={<Skeleton view="articles sections" />}>
          {(value) => <Prices product={value} onChanged={product.reload} />}
        </QueryView>
      </Screen>
    </>
  );
}

function Prices({ product, onChanged }: { readonly product: Product; readonly onChanged: () => void }) {
  const { id, crawl } = product;
  const t = translations(productTexts);
  const now = useNow();
  const { library, person } = useSignedIn();
  const crawledAt = product.last_crawl?.finished_at ?? "";
  const { trendInterval: interval, trendMonths: months } = preferences.value;
  const view = { interval, months };
  const trend = useQuery(`trend of ${id}`, async (signal) => {
    const from = rangeStart(view.months, view.interval, new Date());
    return {
      view,
      trend: await library.client.products.priceTrend(id, { interval: view.interval, from }, { signal }),
    };
  });
  useRefetchOn(`${view.interval} ${view.months} ${crawledAt}`, trend.reload);
  usePolling(trendPollMs(product, trend.value?.trend ?? null, now), trend);
  const fired = useQuery(`alerts of ${id} ${language.value}`, async (signal) => {
    if (product.alert === null) return firedAlerts([], product.name);
    const { notices } = await library.client.notices.list({ limit: NOTICES, language: language.value }, { signal });
    return firedAlerts(notices, product.name);
  });
  useRefetchOn(`${crawledAt} ${product.updated_at}`, fired.reload);
  const [isListed, setListed] = useState(false);
  const cheapest = useCheapestOffers(product);
  const isTrendAwaited = trend.value === null && trend.error === null;
  const isAwaited = isTrendAwaited || (cheapest.value === null && cheapest.error === null);
  const { state } = freshness(product);
  const isNothingFound = state === "nothing-found" || (state === "failed" && product.verdict === null);
  return (
    <div class="sections">
      {product.verdict !== null && (
        <VerdictBanner verdict={product.verdict} offers={trend.value?.trend.on_sale ?? null} now={now} />
      )}
      <section class="stack sheet">
        <FreshnessLine product={product} now={now} />
        <AlertLine alert={product.alert} fired={fired} now={now} />
        {isTrendAwaited && <p class="wrapping offers" />}
        {trend.value !== null && <Offers offers={trend.value.trend.on_sale} isPriceShown={product.verdict !== null} />}
        {crawl !== null && (
          <dl class="wrapping search" aria-label={t.search}>
            {searchWords(crawl).map(([label, value]) => (
              <div class="wrapping" key={label}>
                <dt>{label}</dt>
                <dd lang="">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {product.search_url !== null && (
          <p class="actions">
            <SafeLink url={product.search_url}>{t.openSearch}</SafeLink>
          </p>
        )}
      </section>
      {crawl !== null && isNothingFound && (
        <NothingFound product={{ ...product, crawl }} trend={trend.value?.trend ?? null} onChanged={onChanged} />
      )}
      <section class="trend sheet">
        <h2>{translations(trendTexts).title}</h2>
        <PriceTrend answer={trend} view={view} />
      </section>
      {/* What is below something that is still read for the first time comes after it: nothing on the screen jumps. */}
      {!isAwaited && (
        <JunkOffer
          product={product}
          cheapest={cheapest.value ?? []}
          onSale={trend.value?.trend.on_sale.count ?? 0}
          onChanged={onChanged}
        />
      )}
      <div hidden={isAwaited}>
        <Listings
          productId={id}
          crawledAt={crawledAt}
          firedAt={fired.value?.byAddress ?? NO_ALERTS}
          now={now}
          onListed={() => setListed(true)}
        />
      </div>
      {person.isAdmin && (
        <div hidden={isAwaited || !isListed}>
          <CrawlRuns productId={id} crawledAt={crawledAt} />
        </div>
      )}
    </div>
  );
}
