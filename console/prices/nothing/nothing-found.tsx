import { useId, useState } from "preact/hooks";
import type { PriceTrend, Product, ProductChanges } from "../../../client/index.ts";
import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { SafeLink } from "../../parts/safe-link.tsx";
import { freshness } from "../crawl/freshness.ts";
import { categoryWords } from "../product/categories.ts";
import { ChangeSearch } from "../product/change-search.tsx";
import { ProductDialog } from "../product/product-dialog.tsx";
import { conditionWords } from "../product/product-words.ts";
import type { Limit, Search } from "./limits.ts";
import { limitsOf, otherKeywords } from "./limits.ts";
import { nothingTexts } from "./nothing-texts.ts";
import { SimilarSearches } from "./similar-searches.tsx";

/**
 * Why the last crawl of a product may have found nothing, by what is known already, with the changes of its search as
 * buttons. Mercari is not asked: a changed search is tried by the next crawl.
 */
export function NothingFound({
  product,
  trend,
  onChanged,
}: {
  readonly product: Product & { readonly crawl: Search };
  /** Of its prices; null: not known yet. */
  readonly trend: PriceTrend | null;
  readonly onChanged: () => void;
}) {
  const t = translations(nothingTexts);
  const heading = useId();
  const { crawl, last_crawl: last } = product;
  const { isAdmin } = useSignedIn().person;
  const [isEditing, setEditing] = useState(false);
  const hasSales = trend !== null && (trend.points.length > 0 || trend.undated > 0);
  const isFailed = freshness(product).state === "failed";
  const isChanged = last !== null && product.updated_at > last.finished_at;
  const change = (label: string, changes: ProductChanges["crawl"]) =>
    isAdmin && <ChangeSearch label={label} product={product} changes={changes} onChanged={onChanged} />;
  return (
    <section class="sheet nothing-found" aria-labelledby={heading}>
      <h2 id={heading}>{t.title}</h2>
      <p>{isChanged ? t.changed : isFailed ? t.failed : t.stated}</p>
      {!isFailed && (
        <ul class="plain">
          {limitsOf(crawl).map((limit) => (
            <li class="wrapping" key={limit}>
              <span lang="">{t.limits[limit](limitWords(crawl, limit))}</span>
              {change(t.without[limit], { [limit]: null })}
            </li>
          ))}
          <li class="wrapping">
            <span lang="">
              {t.keyword(crawl.keyword)} {hasSales && t.soldBefore}
            </span>
            {otherKeywords(crawl.keyword).map((keyword) => change(t.searchFor(keyword), { keyword }))}
            {isAdmin && (
              <button type="button" onClick={() => setEditing(true)}>
                {t.edit}
              </button>
            )}
          </li>
          <SimilarSearches product={product} />
        </ul>
      )}
      {product.search_url !== null && (
        <p>
          <SafeLink url={product.search_url}>{t.open}</SafeLink>
        </p>
      )}
      {!isFailed && !isChanged && <p class="quiet">{t.unknown}</p>}
      {isEditing && <ProductDialog product={product} onSaved={onChanged} onClose={() => setEditing(false)} />}
    </section>
  );
}

function limitWords(crawl: Search, limit: Limit): string {
  switch (limit) {
    case "max_price":
    case "min_price":
      return yen(crawl[limit] ?? 0);
    case "item_condition_ids":
      return conditionWords(crawl);
    case "category_id":
      return categoryWords(crawl.category_id);
    case "exclude_keyword":
      return crawl.exclude_keyword ?? "";
  }
}
