import { useLayoutEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { translations } from "../../language/language.ts";
import { useSignedIn } from "../../library/signed-in.ts";
import { Options } from "../../parts/forms/options.tsx";
import { ImagesButton } from "../../parts/outside-image.tsx";
import { partTexts } from "../../parts/part-texts.ts";
import { countTexts } from "../../parts/queries/count-texts.ts";
import { Paged } from "../../parts/queries/paged.tsx";
import { useCursorQuery } from "../../parts/queries/use-paged-query.ts";
import { useRefetchOn } from "../../parts/queries/use-refetch-on.ts";
import { ListingTable } from "./listing-table.tsx";
import { listingTexts } from "./listing-texts.ts";

const ON_SALE = 1;
const SOLD = 2;
const SORTS = ["price", "updated_at"] as const;
type Sort = (typeof SORTS)[number];

/** The listings that were found for a product: those on sale, or by `?listings=sold` those sold. */
export function Listings({
  productId,
  crawledAt,
  firedAt,
  now,
  onListed,
}: {
  readonly productId: string;
  /** Another crawl may have found others. */
  readonly crawledAt: string;
  /** When there was a notice of a listing, by its address. */
  readonly firedAt: ReadonlyMap<string, string>;
  readonly now: Date;
  /** Called when they are there for the first time, or can't be read. */
  readonly onListed: () => void;
}) {
  const t = translations(listingTexts);
  const { path, query } = useLocation();
  const { client } = useSignedIn().library;
  const status = query.listings === "sold" ? SOLD : ON_SALE;
  const [sorts, setSorts] = useState<Readonly<Record<1 | 2, Sort>>>({ [ON_SALE]: "price", [SOLD]: "updated_at" });
  const sort = sorts[status];
  const listings = useCursorQuery(
    `listings of ${productId}, ${status} by ${sort}`,
    "results",
    (at, signal) => client.products.results(productId, { selling_status: status, sort, ...at }, { signal }),
    ({ id }) => id,
  );
  useRefetchOn(crawledAt, listings.reload);
  useLayoutEffect(() => {
    if (!listings.isLoading) onListed();
  }, [listings.isLoading]);
  const tab = (to: typeof ON_SALE | typeof SOLD, label: string) => (
    <a href={to === SOLD ? `${path}?listings=sold` : path} aria-current={to === status ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <section class="listings">
      <h2>{t.listings}</h2>
      <div class="toolbar">
        <nav aria-label={t.which} class="tabs">
          {tab(ON_SALE, t.onSale)}
          {tab(SOLD, t.sold)}
        </nav>
        <Options
          label={translations(partTexts).order}
          value={sort}
          options={SORTS.map((each) => [each, t.sorts[each]])}
          areSegments
          onChoose={(value) => setSorts({ ...sorts, [status]: value })}
        />
        <ImagesButton />
      </div>
      <Paged
        pages={listings}
        counted={translations(countTexts).listings}
        empty={status === SOLD ? t.noneSold : t.noneOnSale}
      >
        {(items) => (
          <>
            <ListingTable listings={items} isSold={status === SOLD} firedAt={firedAt} now={now} />
            {items.some(({ condition }) => condition === null) && <p class="quiet hint">{t.conditionHint}</p>}
          </>
        )}
      </Paged>
    </section>
  );
}
