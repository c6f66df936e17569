// biome-ignore-all lint/a11y/noRedundantRoles: Safari takes them from a table whose rows are laid out as cards.
import type { CrawlResult } from "../../../client/index.ts";
import { preferences } from "../../device/preferences.ts";
import { translations } from "../../language/language.ts";
import { ListingRow } from "./listing-row.tsx";
import { listingTexts } from "./listing-texts.ts";

/** The listings of a product, each with a link to its page; a narrow window shows each row as a card. */
export function ListingTable({
  listings,
  isSold,
  firedAt,
  now,
}: {
  readonly listings: readonly CrawlResult[];
  /** Whether they are those sold, with their day instead of their age. */
  readonly isSold: boolean;
  /** When there was a notice of a listing, by its address. */
  readonly firedAt: ReadonlyMap<string, string>;
  readonly now: Date;
}) {
  const t = translations(listingTexts);
  const when = isSold ? t.soldDay : t.firstSeen;
  return (
    <table role="table" class="listing-table stacked" aria-label={isSold ? t.sold : t.onSale}>
      <thead role="rowgroup">
        <tr role="row">
          {preferences.value.images && (
            <th role="columnheader" scope="col">
              {t.photo}
            </th>
          )}
          <th role="columnheader" scope="col">
            {t.listing}
          </th>
          <th role="columnheader" scope="col">
            {t.condition}
          </th>
          <th role="columnheader" scope="col">
            {t.seller}
          </th>
          <th role="columnheader" scope="col">
            {when}
          </th>
          <th role="columnheader" scope="col" class="number">
            {t.price}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {listings.map((listing) => (
          <ListingRow
            key={listing.id}
            listing={listing}
            when={when}
            firedAt={firedAt.get(listing.selling_url) ?? null}
            now={now}
          />
        ))}
      </tbody>
    </table>
  );
}
