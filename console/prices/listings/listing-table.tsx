import type { CrawlResult } from "../../../client/index.ts";
import { preferences } from "../../device/preferences.ts";
import { ago, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { OutsideImage } from "../../parts/outside-image.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import type { Column } from "../../parts/tables/table.tsx";
import { Table } from "../../parts/tables/table.tsx";
import { When } from "../../parts/when.tsx";
import { CONDITIONS } from "../product/product-draft.ts";
import { productTexts } from "../product/product-texts.ts";
import { japanDay } from "../trend/japan-day.ts";
import { listingTexts } from "./listing-texts.ts";

const SHOP = 2;
const SOLD = 2;

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
  const { images } = preferences.value;
  const photo: Column<CrawlResult> = [
    t.photo,
    (listing) => <OutsideImage url={listing.image_url} width={64} height={64} />,
    "photo",
  ];
  return (
    <Table
      caption={isSold ? t.sold : t.onSale}
      isCaptionSeen={false}
      look="listing-table stacked"
      columns={[
        ...(images ? [photo] : []),
        [t.listing, (listing) => <Name listing={listing} firedAt={firedAt.get(listing.selling_url)} now={now} />],
        [t.condition, conditionOf],
        [t.seller, (listing) => (listing.seller_type === SHOP ? t.shop : t.individual)],
        [isSold ? t.soldDay : t.firstSeen, (listing) => whenOf(listing, now)],
        [t.price, (listing) => yen(listing.price), "number price"],
      ]}
      header={images ? 1 : 0}
      rows={listings}
      keyOf={({ id }) => id}
    />
  );
}

/** The link to a listing, and when there was a notice of it. */
function Name({
  listing,
  firedAt,
  now,
}: {
  readonly listing: CrawlResult;
  readonly firedAt: string | undefined;
  readonly now: Date;
}) {
  return (
    <>
      <SafeLink url={listing.selling_url}>
        <span lang="ja">{listing.name}</span>
      </SafeLink>
      {firedAt !== undefined && (
        <>
          {" "}
          <StatusChip text={translations(listingTexts).fired(ago(firedAt, now))} tone="good" />
        </>
      )}
    </>
  );
}

function conditionOf({ condition }: CrawlResult): string {
  const known = CONDITIONS.find((one) => one === condition);
  return known === undefined
    ? translations(listingTexts).conditionUnknown
    : translations(productTexts).conditions[known];
}

/** When a listing was seen first, or was sold. */
function whenOf({ selling_status, sold_out_at: sold, created_at }: CrawlResult, now: Date) {
  if (selling_status !== SOLD) return <When at={created_at} now={now} />;
  return sold === null ? translations(listingTexts).soldUndated : japanDay(Date.parse(sold) / 1_000);
}
