// biome-ignore-all lint/a11y/noRedundantRoles: see listing-table.tsx.
import type { CrawlResult } from "../../../client/index.ts";
import { preferences } from "../../device/preferences.ts";
import { ago, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { OutsideImage } from "../../parts/outside-image.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { When } from "../../parts/when.tsx";
import { CONDITIONS } from "../product/product-draft.ts";
import { productTexts } from "../product/product-texts.ts";
import { japanDay } from "../trend/japan-day.ts";
import { listingTexts } from "./listing-texts.ts";

const SHOP = 2;
const SOLD = 2;

/** A listing on Mercari. Each cell has its header's text as well, for a window without room for the headers. */
export function ListingRow({
  listing,
  when,
  firedAt,
  now,
}: {
  readonly listing: CrawlResult;
  /** The header of the age, or of the day of the sale. */
  readonly when: string;
  /** When there was a notice of it; null: never. */
  readonly firedAt: string | null;
  readonly now: Date;
}) {
  const t = translations(listingTexts);
  const condition = CONDITIONS.find((one) => one === listing.condition);
  return (
    <tr role="row" data-item>
      {preferences.value.images && (
        <td role="cell" class="photo">
          <OutsideImage url={listing.image_url} width={64} height={64} />
        </td>
      )}
      <th role="rowheader" scope="row">
        <SafeLink url={listing.selling_url}>
          <span lang="ja">{listing.name}</span>
        </SafeLink>
        {firedAt !== null && (
          <>
            {" "}
            <StatusChip text={t.fired(ago(firedAt, now))} tone="good" />
          </>
        )}
      </th>
      <td role="cell" data-label={t.condition}>
        {condition === undefined ? t.conditionUnknown : translations(productTexts).conditions[condition]}
      </td>
      <td role="cell" data-label={t.seller}>
        {listing.seller_type === SHOP ? t.shop : t.individual}
      </td>
      <td role="cell" data-label={when}>
        {listing.selling_status === SOLD ? soldWords(listing.sold_out_at) : <When at={listing.created_at} now={now} />}
      </td>
      <td role="cell" class="number price" data-label={t.price}>
        {yen(listing.price)}
      </td>
    </tr>
  );
}

function soldWords(at: string | null): string {
  return at === null ? translations(listingTexts).soldUndated : japanDay(Date.parse(at) / 1_000);
}
