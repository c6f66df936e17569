import { expect, it } from "vitest";
import { isBelowLowest } from "../../../lambdas/mercari/domain/price-alert.ts";
import { START } from "../../emulators/test-clock.ts";
import { AlertPlayer } from "./alert-player.ts";
import type { Market, TrueListing } from "./simulated-market.ts";
import { SimulatedMarket } from "./simulated-market.ts";

/** A month of hourly crawls: docs/decisions/0049-is-it-a-good-price.md has the table of the expected results. */
const HOURS = 30 * 24;
const HOUR_MS = 3_600_000;

const CAMERA: Market = {
  price: 85_000,
  spread: 0.12,
  perDay: 8,
  besides: [
    ["accessory", 0.14, 0.01, 0.12],
    ["broken", 0.04, 0.25, 0.6],
    ["reserved", 0.03, 0.8, 1.1],
    ["lot", 0.02, 1.5, 3],
    ["mistake", 0.01, 0.1, 0.1],
  ],
};
const CONSOLE: Market = {
  price: 28_000,
  spread: 0.15,
  perDay: 24,
  besides: [
    ["accessory", 0.25, 0.02, 0.3],
    ["broken", 0.08, 0.2, 0.6],
    ["reserved", 0.03, 0.8, 1.1],
    ["lot", 0.05, 1.2, 2],
  ],
};
const BOOK: Market = {
  price: 1_100,
  spread: 0.3,
  perDay: 5,
  besides: [
    ["lot", 0.1, 2, 9],
    ["reserved", 0.02, 0.7, 1.1],
    ["accessory", 0.02, 0.27, 0.3],
  ],
};
const SNEAKERS: Market = {
  price: 16_000,
  spread: 0.25,
  perDay: 12,
  besides: [
    ["accessory", 0.05, 0.03, 0.15],
    ["broken", 0.06, 0.1, 0.5],
    ["reserved", 0.06, 0.8, 1.1],
  ],
};
const PHONE: Market = {
  price: 52_000,
  spread: 0.14,
  perDay: 30,
  besides: [
    ["accessory", 0.35, 0.01, 0.08],
    ["broken", 0.1, 0.15, 0.5],
    ["reserved", 0.03, 0.8, 1.1],
    ["mistake", 0.005, 0.1, 0.1],
  ],
};
const CARD: Market = {
  price: 6_500,
  spread: 0.2,
  perDay: 18,
  besides: [
    ["accessory", 0.1, 0.05, 0.1],
    ["lot", 0.12, 0.3, 4],
    ["reserved", 0.08, 0.85, 1.1],
    ["broken", 0.05, 0.3, 0.7],
  ],
};

/** The results of an alert in a month: the reported offers, those that were the product itself, and the missed ones. */
type Month = readonly [told: number, right: number, missed: number];
const month = (...counts: Month) => counts;

function played(market: Market, below: number | null, isExcluding: boolean): Month {
  const site = new SimulatedMarket(market, 20_261_128);
  const player = new AlertPlayer({ below, newLowest: below === null });
  let [told, right, missed] = [0, 0, 0];
  let before: readonly TrueListing[] | null = null;
  for (let hour = 0; hour < HOURS; hour += 1) {
    const listings = site.pass(hour);
    const truth = new Map(listings.map((listing) => [listing.id, listing.truth]));
    const found = isExcluding ? listings.filter(({ isNamed }) => !isNamed) : listings;
    const ids = player.crawl(found, new Date(START.getTime() + hour * HOUR_MS)).map(({ externalId }) => externalId);
    told += ids.length;
    right += ids.filter((id) => truth.get(id) === "offer").length;
    missed += bargains(listings, before, below).filter(({ id }) => !ids.includes(id)).length;
    before = listings;
  }
  return [told, right, missed];
}

/** The new offers of the product itself that an alert should report, whatever else is listed. */
function bargains(
  listings: readonly TrueListing[],
  before: readonly TrueListing[] | null,
  below: number | null,
): readonly TrueListing[] {
  if (before === null) return [];
  const known = new Map(before.filter(isOffer).map(({ id, price }) => [id, price]));
  const lowest = known.size === 0 ? null : Math.min(...known.values());
  return listings
    .filter(isOffer)
    .filter(({ id, price }) => price < (known.get(id) ?? Number.POSITIVE_INFINITY))
    .filter(({ price }) => (below === null ? isBelowLowest(price, lowest) : price <= below));
}

function isOffer({ truth, isSold }: TrueListing): boolean {
  return truth === "offer" && !isSold;
}

it.each<[kind: string, market: Market, all: readonly [Month, Month], excluding: readonly [Month, Month]]>([
  ["camera body", CAMERA, [month(8, 2, 10), month(27, 6, 0)], [month(13, 11, 1), month(8, 6, 0)]],
  ["game console", CONSOLE, [month(7, 0, 19), month(109, 27, 0)], [month(20, 15, 4), month(34, 30, 0)]],
  ["book", BOOK, [month(23, 20, 3), month(38, 34, 0)], [month(23, 23, 0), month(35, 34, 0)]],
  ["pair of sneakers", SNEAKERS, [month(16, 10, 23), month(100, 79, 0)], [month(32, 30, 3), month(87, 82, 0)]],
  ["phone", PHONE, [month(4, 0, 21), month(155, 25, 0)], [month(14, 6, 15), month(42, 26, 0)]],
  ["trading card", CARD, [month(6, 0, 31), month(112, 50, 0)], [month(7, 0, 31), month(78, 50, 0)]],
])("a month of a %s, of all that is listed and without excluded words", (_kind, market, all, excluding) => {
  // Of a new lowest price, and of four fifths of the usual price.
  const months = (isExcluding: boolean) =>
    [null, market.price * 0.8].map((below) => played(market, below, isExcluding));
  expect([months(false), months(true)]).toEqual([all, excluding]);
});
