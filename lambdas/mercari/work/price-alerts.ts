import type { Clock } from "../../shared/clock.ts";
import { price } from "../../shared/notices/kinds/price.ts";
import type { Notice } from "../../shared/notices/notice.ts";
import { newNotice } from "../../shared/notices/notice.ts";
import type { NoticeWriter } from "../../shared/notices/notice-writer.ts";
import { ON_SALE } from "../domain/crawl-result.ts";
import type { Offer, RowChange } from "../domain/price-alert.ts";
import {
  aboutOffer,
  appliesTo,
  isBelowLowest,
  isNewOffer,
  offerNoticeId,
  offersToTell,
} from "../domain/price-alert.ts";
import type { PriceSummary } from "../domain/price-summary.ts";
import { plausibleFrom, plausibleFromOffers } from "../domain/price-summary.ts";
import type { Product } from "../domain/product.ts";
import type { WatchEntry } from "../domain/watch-list.ts";
import { lowestOffer } from "../domain/watch-list.ts";
import type { OfferTable } from "../tables/offer-table.ts";
import type { ProductTable } from "../tables/product-table.ts";
import type { ResultTable } from "../tables/result-table.ts";
import type { WatchTable } from "../tables/watch-table.ts";

export interface AlertServices {
  readonly products: ProductTable;
  readonly offers: OfferTable;
  readonly notices: NoticeWriter;
  readonly results: ResultTable;
  readonly watch: WatchTable;
  readonly clock: Clock;
}

/** The number of a product's notices at the end of one crawl. */
const PER_CRAWL = 5;
/** The number of offers in the one notice of a first crawl. */
const IN_FIRST_NOTICE = 3;
/**
 * The number of offers that one crawl notes: some may be sold before its end. Without a limit a first crawl would note
 * thousands.
 */
const NOTED_PER_CRAWL = 20;
/** An offer without a stored row is kept at least this long: until then its row may still be written. */
const UNSTORED_MS = 15 * 60_000;

/** The crawl that ends. `isFirst`: no crawl had read the whole search before; `isWhole`: this one has. */
interface OfferCrawl {
  readonly isFirst: boolean;
  readonly isWhole: boolean;
}

/** The price alerts of a product during one crawl or detail check. For a product without an alert, nothing is noted. */
export class PriceAlerts {
  readonly #product: Product;
  /**
   * The lowest plausible price at the previous crawl; null: nothing was on sale; undefined: there is none to compare with.
   */
  readonly #lowestBefore: number | null | undefined;
  readonly #services: AlertServices;
  /** The noted prices, lowest first: plausible ones, and others. */
  readonly #noted: { readonly plausible: number[]; readonly others: number[] } = { plausible: [], others: [] };
  /** The prices of the offers that were about to be stored so far. */
  readonly #asked: number[] = [];

  private constructor(product: Product, lowestBefore: number | null | undefined, services: AlertServices) {
    this.#product = product;
    this.#lowestBefore = lowestBefore;
    this.#services = services;
  }

  /** Reads the price that new offers are compared with, before rows are stored. */
  static async open(product: Product, services: AlertServices): Promise<PriceAlerts> {
    const { alert, seenWhole, id, prices } = product;
    // A first crawl only sets the price.
    if (!alert?.newLowest || !seenWhole) return new PriceAlerts(product, undefined, services);
    const stored = await services.offers.readLowest(product);
    if (stored !== undefined) return new PriceAlerts(product, stored, services);
    // No crawl of the present settings has stored it yet.
    const from = prices === null ? 0 : plausibleFrom(prices);
    return new PriceAlerts(product, lowestOffer(await services.watch.listAll(id), from), services);
  }

  /**
   * Notes the new offers among rows that are about to be stored. It is called before they are stored, so that a crash loses
   * none.
   */
  async noteOffers(changes: readonly RowChange[]): Promise<void> {
    const { id, alert } = this.#product;
    if (alert === null) return;
    const { offers, clock } = this.#services;
    const notedAt = clock.now().toISOString();
    const found = changes.filter(isNewOffer);
    for (const { row } of found) this.#asked.push(row.price);
    const from = this.#estimatePlausibleFrom();
    for (const { row } of found) {
      const { externalId, name, price, sellingUrl } = row;
      const isLowest = isBelowLowest(price, this.#lowestBefore);
      if (!appliesTo(alert, { price, isLowest }) || !this.#countAmongCheapest(price, from)) continue;
      await offers.note(id, { externalId, name, price, sellingUrl, isLowest, notedAt });
    }
  }

  /** The lowest plausible price, as far as it is known before the end of the crawl. */
  #estimatePlausibleFrom(): number {
    const { prices } = this.#product;
    return prices === null ? plausibleFromOffers(this.#asked) : plausibleFrom(prices);
  }

  /**
   * Counts a price among the cheapest that were noted. An implausible price is noted as well, since plausibility is decided
   * at the end of the crawl, but it is counted separately, so that any number of empty boxes leaves room for offers.
   *
   * @returns false when there are enough cheaper ones
   */
  #countAmongCheapest(price: number, from: number): boolean {
    const noted = price < from ? this.#noted.others : this.#noted.plausible;
    if (noted.length >= NOTED_PER_CRAWL && price >= (noted[NOTED_PER_CRAWL - 1] ?? 0)) return false;
    const place = noted.findIndex((other) => other > price);
    noted.splice(place === -1 ? noted.length : place, 0, price);
    return true;
  }

  /**
   * Makes the notices of a product's noted offers, at the end of a crawl: for the five cheapest, or one for the three
   * cheapest at the end of a first crawl. Offers that an unfinished first crawl has noted wait for its end. A repetition
   * after a crash makes the same notices. Offers below the lowest plausible price are left out.
   *
   * @param watched the product's watch list after the crawl
   * @param prices the prices that the offers are compared with, as in the verdict
   */
  async makeNotices(crawl: OfferCrawl, watched: readonly WatchEntry[], prices: PriceSummary): Promise<void> {
    const { alert: atBeginning, id } = this.#product;
    if (atBeginning === null || (crawl.isFirst && !crawl.isWhole)) return;
    const { products, offers, clock } = this.#services;
    // A crawl takes minutes, in which the alert may have been changed.
    const alert = (await products.get(id))?.alert ?? null;
    if (alert === null) return;
    const noted = await offers.listNoted(id);
    const from = plausibleFrom(prices);
    if (noted.length > 0)
      await makeNotices(this.#product, crawl, noted, (of) => offersToTell(alert, of, from), this.#services);
    if (!alert.newLowest) return;
    // After the notices: after a crash in between, the next rows are compared with the same price again.
    const lowest = lowestOffer(watched, from);
    if ((await offers.readLowest(this.#product)) !== lowest) await offers.setLowest(id, lowest, clock.now());
  }
}

async function makeNotices(
  product: Product,
  { isFirst, isWhole }: OfferCrawl,
  noted: readonly Offer[],
  choose: (offers: readonly Offer[]) => readonly Offer[],
  services: AlertServices,
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
  const wanted = choose(noted.filter(isStored));
  const single = isFirst ? await makeFirstNotice(product, wanted, services) : wanted;
  for (const offer of single.slice(0, PER_CRAWL)) {
    await services.notices.put(offerNotice(product, offer, clock.now()));
  }
  // A crawl that has not seen the listing proves nothing: the next one may store the row, and would not note the offer
  // again, since the watch list already has its price.
  const isOver = (offer: Offer) => isStored(offer) || (isWhole && Date.parse(offer.notedAt) < unstoredSince);
  await offers.forget(product.id, noted.filter(isOver));
}

/** Makes the one notice of a first crawl. @returns the offers that still need a notice: those noted after that one */
async function makeFirstNotice(
  product: Product,
  offers: readonly Offer[],
  { notices, clock }: AlertServices,
): Promise<readonly Offer[]> {
  const [cheapest, ...others] = offers;
  if (cheapest === undefined) return [];
  const made = firstNotice(product, [cheapest, ...others.slice(0, IN_FIRST_NOTICE - 1)], clock.now());
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

function firstNotice({ id, name, searches }: Product, [cheapest, ...others]: [Offer, ...Offer[]], now: Date): Notice {
  const data = { product: { id, name }, offers: [toldOf(cheapest), ...others.map(toldOf)], found: "first" } as const;
  return newNotice(price, { about: [id, "first", String(searches)], data }, now);
}

function offerNotice({ id, name }: Product, offer: Offer, now: Date): Notice {
  const found = offer.isLowest ? "lowest" : "below";
  const data = { product: { id, name }, offers: [toldOf(offer)], found } as const;
  return newNotice(price, { about: aboutOffer(id, offer), data }, now);
}

function toldOf({ price, name, sellingUrl: url }: Offer) {
  return { price, name, url };
}
