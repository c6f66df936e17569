import { Plus } from "lucide";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Product } from "../../client/index.ts";
import { translations } from "../language/language.ts";
import { useSignedIn } from "../library/signed-in.ts";
import { Icon } from "../parts/icon.tsx";
import { ImagesButton } from "../parts/outside-image.tsx";
import { countTexts } from "../parts/queries/count-texts.ts";
import { PagedList } from "../parts/queries/paged-list.tsx";
import { useTellFailure } from "../parts/queries/use-explain.ts";
import { usePagedQuery } from "../parts/queries/use-paged-query.ts";
import { usePolling } from "../parts/queries/use-polling.ts";
import { EmptyState } from "../parts/states/empty-state.tsx";
import { Skeleton } from "../parts/states/skeleton.tsx";
import { useNow } from "../parts/use-now.ts";
import { Screen } from "../shell/screen.tsx";
import { shellTexts } from "../shell/shell-texts.ts";
import { crawlProduct } from "./crawl/crawl-now.tsx";
import { pollEveryMs } from "./crawl/freshness.ts";
import { PricesDrawing } from "./prices-drawing.tsx";
import { ProductDialog } from "./product/product-dialog.tsx";
import { ProductItem } from "./product/product-item.tsx";
import { productTexts } from "./product/product-texts.ts";
import { TrendCache } from "./trend/trend-cache.ts";
import { weeksStart } from "./trend/trend-range.ts";
import { byVerdict } from "./verdict/by-verdict.ts";

/** The weeks of the small trends. */
const WEEKS = 12;

export function PricesScreen() {
  const t = translations(productTexts);
  const { library, person } = useSignedIn();
  const { products: api } = library.client;
  const now = useNow();
  const [isAdding, setAdding] = useState(false);
  const tellFailure = useTellFailure();
  const trends = useMemo(
    () => new TrendCache((id) => api.priceTrend(id, { interval: "week", from: weeksStart(WEEKS, new Date()) })),
    [api],
  );
  useEffect(() => () => trends.close(), [trends]);
  const products = usePagedQuery(
    "products",
    async (_position: null, signal) => {
      // All of them: the best to buy can't be determined from a part.
      const items: Product[] = [];
      for await (const product of api.all({ signal })) items.push(product);
      return { items: byVerdict(items), next: null };
    },
    ({ id }) => id,
  );
  usePolling(pollEveryMs(products.items ?? []), products);
  return (
    <Screen
      title={translations(shellTexts).prices}
      actions={
        <>
          <ImagesButton />
          {person.isAdmin && (
            <button type="button" class="primary" onClick={() => setAdding(true)}>
              <Icon icon={Plus} />
              {t.newProduct}
            </button>
          )}
        </>
      }
    >
      {isAdding && (
        <ProductDialog
          product={null}
          onSaved={(product) => {
            products.reload();
            // Otherwise nobody would know what it costs before the next hour.
            if (product.next_crawl_at !== null)
              crawlProduct(library.client, product).then(products.reload, tellFailure);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <PagedList
        label={t.list}
        look="products"
        pages={products}
        counted={translations(countTexts).products}
        empty={
          <EmptyState picture={<PricesDrawing />} text={person.isAdmin ? t.noneForAdmin : t.none}>
            {person.isAdmin && (
              <button type="button" class="primary" onClick={() => setAdding(true)}>
                {t.first}
              </button>
            )}
          </EmptyState>
        }
        skeleton={<Skeleton view="articles products" />}
      >
        {(product) => <ProductItem product={product} trends={trends} now={now} onChanged={products.reload} />}
      </PagedList>
    </Screen>
  );
}
