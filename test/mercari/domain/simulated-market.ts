import type { Shown } from "./alert-player.ts";

/** The true nature of a listing: the product itself, or another result of a search for it. */
export type Truth = "offer" | "accessory" | "broken" | "lot" | "reserved" | "mistake";

/** A kind of product, as it is sold second-hand. */
export interface Market {
  /** The usual price, in whole yen, and the deviation of prices from it, as a standard deviation of the logarithm. */
  readonly price: number;
  readonly spread: number;
  /** Listings of any truth that are new in a day. */
  readonly perDay: number;
  /** The share of the listings of each other nature, and the range of their prices as a part of the usual price. */
  readonly besides: readonly (readonly [truth: Truth, share: number, from: number, to: number])[];
}

export interface TrueListing extends Shown {
  readonly truth: Truth;
  /** Whether its name has a word by which a search leaves it out. */
  readonly isNamed: boolean;
  /** The hour in which it was listed. */
  readonly since: number;
}

/** The share of the listings whose names state their nature. */
const NAMED: Readonly<Partial<Record<Truth, number>>> = { accessory: 0.8, broken: 0.85 };

/** Sales and deletions are by the hour. */
const HOURS_A_DAY = 24;
/** A seller lists an unsold offer again after so many hours, a little cheaper. */
const RELISTED_AFTER = 5 * HOURS_A_DAY;
/** Sold listings are shown for so many hours. */
const SOLD_SHOWN = 30 * HOURS_A_DAY;

/** A market whose listings come, are sold, get cheaper and are listed again, the same way for each seed. */
export class SimulatedMarket {
  readonly #market: Market;
  readonly #random: () => number;
  #listings: readonly TrueListing[] = [];
  #made = 0;

  constructor(market: Market, seed: number) {
    this.#market = market;
    this.#random = randomNumbers(seed);
    for (let day = -7; day < 0; day += 1) for (let of = 0; of < market.perDay; of += 1) this.#list(day * HOURS_A_DAY);
  }

  /** Lets an hour pass. @returns the listings after it */
  pass(hour: number): readonly TrueListing[] {
    const arrivals = this.#market.perDay / HOURS_A_DAY;
    this.#listings = this.#listings.flatMap((listing) => this.#afterAnHour(listing, hour));
    for (let left = arrivals; left > 0; left -= 1) if (this.#random() < left) this.#list(hour);
    return this.#listings;
  }

  #list(since: number): void {
    const { price, besides } = this.#market;
    const place = this.#random();
    const found = besides.find(
      (_, index) => place < besides.slice(0, index + 1).reduce((sum, [, share]) => sum + share, 0),
    );
    if (found === undefined) this.#add("offer", price * Math.exp(this.#market.spread * this.#normal()), since);
    else this.#add(found[0], price * (found[2] + this.#random() * (found[3] - found[2])), since);
  }

  #add(truth: Truth, price: number, since: number): void {
    const id = `m${this.#made}`;
    this.#made += 1;
    const isNamed = this.#random() < (NAMED[truth] ?? 0);
    this.#listings = [...this.#listings, { id, truth, isNamed, since, price: rounded(price) }];
  }

  /** Offers are sold the sooner the cheaper they are; some sellers lower their price, or list the same again. */
  #afterAnHour(listing: TrueListing, hour: number): readonly TrueListing[] {
    const age = hour - listing.since;
    if (listing.isSold) return age > SOLD_SHOWN ? [] : [listing];
    const { truth, price } = listing;
    const ratio = truth === "offer" ? price / this.#market.price : 1;
    const isSold = this.#random() < (truth === "mistake" ? 0.3 : 0.008 * Math.exp(6 * (1 - ratio)));
    if (isSold) return [{ ...listing, since: hour, isSold: true }];
    if (truth === "offer" && age > RELISTED_AFTER && this.#random() < 0.02) {
      this.#add(truth, price * 0.97, hour);
      return [];
    }
    if (this.#random() < 0.003) return [{ ...listing, price: rounded(price * 0.95) }];
    return [listing];
  }

  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }
}

/** Prices are in tens of yen, and 300 at the least. */
function rounded(price: number): number {
  return Math.max(300, Math.round(price / 10) * 10);
}

/** Numbers from 0 to 1 in a sequence that a seed determines (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
