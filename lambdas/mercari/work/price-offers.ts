import type { Clock } from "../../shared/clock.ts";
import type { Notice } from "../../shared/notices/notice.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import type { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import { ON_SALE } from "../domain/crawl-result.ts";
import type { Offer, PriceAlert, RowChange } from "../domain/price-alert.ts";
import { aboutOffer, appliesTo, cheapestFirst, isBelowAll, isNewOffer, offerNoticeId } from "../domain/price-alert.ts";
import type { Product } from "../domain/product.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import { onSale } from "../domain/watch-list.ts";
import type { OfferTable } from "../tables/offer-table.ts";
import type { ResultTable } from "../tables/result-table.ts";

/** The services that notices of offers need. */
export interface OfferServices {
  readonly offers: OfferTable;
  readonly notices: NoticeWriter;
  readonly results: ResultTable;
  readonly clock: Clock;
}

/** Notices of a product for one crawl. */
const PER_CRAWL = 5;
/** Offers that the one notice of a first crawl names. */
const IN_FIRST_NOTICE = 3;
/** Offers that one crawl notes: some may be sold before its end. Without a limit a first crawl would note thousands. */
const NOTED_PER_CRAWL = 20;
/** An offer whose row is not stored is kept at least this long: until then its row may still be on its way. */
const UNSTORED_MS = 15 * 60_000;

/** What the rows of a product are judged by while they are stored. */
export interface OfferJudge {
  readonly alert: PriceAlert;
  /** The lowest price on sale at the crawl before; null when nothing was, and in a first crawl. */
  readonly lowestBefore: number | null;
  /** The prices that this judge has noted, from the lowest on. */
  readonly notedPrices: number[];
}

/**
 * The judge of a crawl or a detail check; null when the product has no alert.
 *
 * @param watched the product's watch list, from which the lowest price is taken as long as no crawl of the present settings
 * has stored it
 */
export async function offerJudge(
  product: Product,
  watched: () => Promise<readonly WatchEntry[]> | readonly WatchEntry[],
  offers: OfferTable,
): Promise<OfferJudge | null> {
  const { alert, seenWhole } = product;
  if (alert === null) return null;
  if (!alert.newLowest || !seenWhole) return { alert, lowestBefore: null, notedPrices: [] };
  const stored = await offers.lowest(product);
  return { alert, lowestBefore: stored === undefined ? lowestOf(await watched()) : stored, notedPrices: [] };
}

/** Notes the new offers among rows that are about to be stored. Called before that, so that a crash loses none. */
export async function noteOffers(
  productId: string,
  judge: OfferJudge | null,
  changes: readonly RowChange[],
  { offers, clock }: Pick<OfferServices, "offers" | "clock">,
): Promise<void> {
  if (judge === null) return;
  const notedAt = clock.now().toISOString();
  for (const { row } of changes.filter(isNewOffer)) {
    const isLowest = judge.alert.newLowest && isBelowAll(row.price, judge.lowestBefore);
    if (!appliesTo(judge.alert, { price: row.price, isLowest }) || !isAmongCheapest(row.price, judge)) continue;
    const { externalId, name, price, sellingUrl } = row;
    await offers.note(productId, { externalId, name, price, sellingUrl, isLowest, notedAt });
  }
}

/** Counts a price among the cheapest that a crawl has noted. @returns false when there are enough cheaper ones */
function isAmongCheapest(price: number, { notedPrices }: OfferJudge): boolean {
  if (notedPrices.length >= NOTED_PER_CRAWL && price >= (notedPrices[NOTED_PER_CRAWL - 1] ?? 0)) return false;
  const place = notedPrices.findIndex((noted) => noted > price);
  notedPrices.splice(place === -1 ? notedPrices.length : place, 0, price);
  return true;
}

/** The crawl that is at its end. `isFirst`: no crawl had read the whole search before; `isWhole`: this one has. */
interface OfferCrawl {
  readonly isFirst: boolean;
  readonly isWhole: boolean;
}

/**
 * Makes the notices of what was noted for a product, at the end of a crawl: the five cheapest, or one of the three cheapest
 * at the end of a first crawl. What a first crawl that is not over has noted waits for its end. Doing it again after a crash
 * makes the same notices.
 *
 * @param watched the product's watch list after the crawl
 */
export async function makeOfferNotices(
  product: Product,
  judge: OfferJudge,
  crawl: OfferCrawl,
  watched: readonly WatchEntry[],
  services: OfferServices,
): Promise<void> {
  if (crawl.isFirst && !crawl.isWhole) return;
  const { offers, clock } = services;
  const noted = await offers.noted(product.id);
  if (noted.length > 0) await makeNotices(product, judge, crawl, noted, services);
  if (!judge.alert.newLowest) return;
  // After the notices: a crash in between judges the next rows by the same price again.
  const lowest = lowestOf(watched);
  if ((await offers.lowest(product)) !== lowest) await offers.setLowest(product.id, lowest, clock.now());
}

async function makeNotices(
  product: Product,
  { alert }: OfferJudge,
  { isFirst, isWhole }: OfferCrawl,
  noted: readonly Offer[],
  services: OfferServices,
): Promise<void> {
  const { offers, results, clock } = services;
  const rows = await results.getMany(
    product.id,
    noted.map(({ externalId }) => externalId),
  );
  const isStored = ({ externalId, price }: Offer) => {
    const row = rows.get(externalId);
    return row?.price === price && row.sellingStatus === ON_SALE && row.deletedSince === null;
  };
  const unstoredSince = clock.now().getTime() - clock.wait(UNSTORED_MS);
  const stored = cheapestFirst(noted.filter(isStored));
  const wanted = stored.filter((offer) => appliesTo(alert, offer));
  const single = isFirst ? await makeFirstNotice(product, wanted, services) : wanted;
  for (const offer of single.slice(0, PER_CRAWL)) {
    await services.notices.put(offerNotice(product, offer, clock.now()));
  }
  // A crawl that has not seen the listing proves nothing: the next one may store the row, and would not note the offer again,
  // since the watch list has its price already.
  const isOver = (offer: Offer) => isStored(offer) || (isWhole && Date.parse(offer.notedAt) < unstoredSince);
  await offers.forget(product.id, noted.filter(isOver));
}

/** Makes the one notice of a first crawl. @returns the offers that still need a notice: those noted after that one */
async function makeFirstNotice(
  product: Product,
  offers: readonly Offer[],
  { notices, clock }: OfferServices,
): Promise<readonly Offer[]> {
  if (offers.length === 0) return [];
  const made = firstNotice(product, offers.slice(0, IN_FIRST_NOTICE), clock.now());
  const first = (await notices.put(made)) ? made : ((await notices.get(made.id)) ?? made);
  const [named, later] = [
    offers.filter(({ notedAt }) => notedAt <= first.createdAt),
    offers.filter(({ notedAt }) => notedAt > first.createdAt),
  ];
  for (const offer of named.slice(0, IN_FIRST_NOTICE)) {
    await notices.putCovered(offerNoticeId(product.id, offer), first);
  }
  return later;
}

function firstNotice({ id, name, searches }: Product, offers: readonly Offer[], now: Date): Notice {
  const [cheapest] = offers;
  const count = offers.length === 1 ? "an offer at" : `${offers.length} offers from`;
  return newNotice(
    {
      kind: "price",
      about: [id, "first", String(searches)],
      title: `${name}: ${count} ${yen(cheapest?.price ?? 0)}`,
      lines: offers.flatMap(linesOf),
      url: cheapest?.sellingUrl ?? null,
      screen: `/app/prices/${id}`,
    },
    now,
  );
}

function offerNotice({ id, name }: Product, offer: Offer, now: Date): Notice {
  return newNotice(
    {
      kind: "price",
      about: aboutOffer(id, offer),
      title: `${name}: ${yen(offer.price)}, ${offer.name}`,
      lines: [
        ...linesOf(offer),
        ...(offer.isLowest ? ["It is cheaper than everything that was on sale at the crawl before."] : []),
      ],
      url: offer.sellingUrl,
      screen: `/app/prices/${id}`,
    },
    now,
  );
}

/** The price first, so that no line begins with text from outside. */
function linesOf({ name, price, sellingUrl }: Offer): readonly string[] {
  return [`${yen(price)}: ${name}`, sellingUrl];
}

const GROUPED = new Intl.NumberFormat("en-US");

function yen(price: number): string {
  return `${GROUPED.format(price)} yen`;
}

function lowestOf(watched: readonly WatchEntry[]): number | null {
  return onSale(watched).cheapest?.price ?? null;
}
