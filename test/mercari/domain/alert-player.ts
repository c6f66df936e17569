import type { CrawlResult, ListingSnapshot } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { afterSearchPage, ON_SALE, SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { Offer, PriceAlert, RowChange } from "../../../lambdas/mercari/domain/price-alert.ts";
import { appliesTo, isBelowLowest, isNewOffer, offersToTell } from "../../../lambdas/mercari/domain/price-alert.ts";
import type { PriceSummary } from "../../../lambdas/mercari/domain/price-summary.ts";
import { plausibleFrom, salesCountFrom, summarizePrices } from "../../../lambdas/mercari/domain/price-summary.ts";
import { lowestOffer, watchEntryOf } from "../../../lambdas/mercari/domain/watch-list.ts";

/** A listing as a crawl shows it. Price in whole yen. */
export interface Shown {
  readonly id: string;
  readonly price: number;
  readonly isSold?: boolean;
}

/** Plays the crawls of a product by the rules of the domain, without tables, pages and queues. */
export class AlertPlayer {
  readonly #alert: PriceAlert;
  #rows: ReadonlyMap<string, CrawlResult> = new Map();
  #lowestBefore: number | null | undefined;
  #prices: PriceSummary | null = null;
  readonly #told = new Set<string>();

  constructor(alert: PriceAlert) {
    this.#alert = alert;
  }

  /**
   * Plays a crawl that shows all of a product's listings: the listing of a missing row no longer exists. A sale is dated by
   * the first crawl that shows it.
   *
   * @returns the offers that it reports
   */
  crawl(shown: readonly Shown[], now: Date): readonly Offer[] {
    const changes: RowChange[] = [];
    const rows = new Map<string, CrawlResult>();
    for (const listing of shown) {
      const before = this.#rows.get(listing.id) ?? null;
      const sight = { productId: "product", categoryId: null, now, lastOnSaleAt: null };
      const change = afterSearchPage(before, snapshotOf(listing), sight);
      if (change !== null) changes.push({ before, row: change });
      const row = change ?? before;
      if (row === null) continue;
      const isUndated = row.sellingStatus === SOLD && row.soldOutAt === null;
      rows.set(listing.id, isUndated ? { ...row, soldOutAt: now.toISOString() } : row);
    }
    this.#rows = rows;
    return this.#tell(changes, now);
  }

  #tell(changes: readonly RowChange[], now: Date): readonly Offer[] {
    const noted = changes.filter(isNewOffer).flatMap(({ row }) => {
      const isLowest = isBelowLowest(row.price, this.#lowestBefore);
      const offer = { ...row, isLowest, notedAt: now.toISOString() };
      return appliesTo(this.#alert, offer) ? [offer] : [];
    });
    const isFirst = this.#prices === null;
    const watched = [...this.#rows.values()].flatMap((row) => watchEntryOf(row, 0) ?? []);
    this.#prices = summarizePrices({ watched, sales: this.#salesSince(salesCountFrom(now)) }, 0, this.#prices, now);
    const from = plausibleFrom(this.#prices);
    const told = offersToTell(this.#alert, noted, from)
      .slice(0, isFirst ? 3 : 5)
      .filter(({ externalId, price }) => !this.#told.has(`${externalId} ${price}`));
    for (const { externalId, price } of told) this.#told.add(`${externalId} ${price}`);
    if (this.#alert.newLowest) this.#lowestBefore = lowestOffer(watched, from);
    return told;
  }

  #salesSince(from: string) {
    return [...this.#rows.values()].flatMap(({ soldOutAt, price }) =>
      soldOutAt !== null && soldOutAt >= from ? [{ soldOutAt, price }] : [],
    );
  }
}

function snapshotOf({ id, price, isSold = false }: Shown): ListingSnapshot {
  return {
    externalId: id,
    name: id,
    price,
    sellingUrl: `https://jp.mercari.com/item/${id}`,
    imageUrl: "",
    sellingStatus: isSold ? SOLD : ON_SALE,
    sellerType: 1,
  };
}
