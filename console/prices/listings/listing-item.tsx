import { useId } from "preact/hooks";
import type { CrawlResult } from "../../../client/index.ts";
import { ago, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { OutsideImage } from "../../parts/outside-image.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { japanDay } from "../trend/japan-day.ts";
import { listingTexts } from "./listing-texts.ts";

const SHOP = 2;
const SOLD = 2;

/** A listing on Mercari, with a link to its page. */
export function ListingItem({ listing, now }: { readonly listing: CrawlResult; readonly now: Date }) {
  const t = translations(listingTexts);
  const heading = useId();
  return (
    <article class="listing" aria-labelledby={heading}>
      <OutsideImage url={listing.image_url} width={72} height={72} />
      <div>
        <h3 id={heading} lang="ja">
          <SafeLink url={listing.selling_url}>{listing.name}</SafeLink>
        </h3>
        <p class="facts">
          <strong>{yen(listing.price)}</strong>
          <span>{listing.seller_type === SHOP ? t.shop : t.individual}</span>
          {listing.selling_status === SOLD && <span>{soldWords(listing.sold_out_at)}</span>}
          <span>{t.changed(ago(listing.updated_at, now))}</span>
        </p>
      </div>
    </article>
  );
}

function soldWords(at: string | null): string {
  const t = translations(listingTexts);
  return at === null ? t.soldUndated : t.soldOn(japanDay(Date.parse(at) / 1_000));
}
