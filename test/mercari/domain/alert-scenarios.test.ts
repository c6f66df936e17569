import { expect, it } from "vitest";
import type { PriceAlert } from "../../../lambdas/mercari/domain/price-alert.ts";
import { START } from "../../emulators/test-clock.ts";
import type { Shown } from "./alert-player.ts";
import { AlertPlayer } from "./alert-player.ts";

const HOUR_MS = 3_600_000;

/** The events before a crawl, by the names of listings: a price, or that the listing is sold, or gone. */
type Changes = Readonly<Record<string, number | "sold" | "gone">>;
/** The changes before each crawl, with the prices in its notices. */
type Crawls = readonly (readonly [changes: Changes, told: readonly number[]])[];
/** A crawl after these changes, with the prices in its notices. */
const after = (changes: Changes, ...told: readonly number[]) => [changes, told] as const;

const LOWEST: PriceAlert = { below: null, newLowest: true };
const below = (price: number): PriceAlert => ({ below: price, newLowest: false });
const BOTH: PriceAlert = { below: 70_000, newLowest: true };

/** Listings of these prices, whose names differ. */
const each = (name: string, ...prices: readonly number[]): Changes =>
  Object.fromEntries(prices.map((price, index) => [`${name} ${index + 1}`, price]));
const sold = (changes: Changes): Changes => Object.fromEntries(Object.keys(changes).map((name) => [name, "sold"]));

const BODIES = each("GR III", 82_000, 83_500, 85_000, 86_500, 88_000, 89_500, 91_000, 92_500);
const SALES = each("GR III 売却済み", 80_000, 81_000, 82_000, 83_000, 84_000, 85_000, 86_000, 87_000, 88_000);
const JUNK: Changes = { "GR III 空箱のみ": 800, "GR III 用 ストラップ": 1_500, "○○様専用 GR III": 9_999_999 };
const CASES = each("手帳型ケース", 1_500, 1_600, 1_400, 1_700, 1_300, 1_800);
const PHONES = each("スマートフォン 128GB", 60_000, 61_000, 62_000, 63_000);

it.each<[what: string, alert: PriceAlert, crawls: Crawls]>([
  [
    "a box and a strap among bodies, with sales",
    LOWEST,
    [after({ ...BODIES, ...SALES }), after(sold(SALES)), after(JUNK), after({ "GR III 急ぎ": 60_000 }, 60_000)],
  ],
  ["the same without sales", LOWEST, [after(BODIES), after(JUNK), after({ "GR III 急ぎ": 60_000 }, 60_000)]],
  [
    "junk in one of six from the beginning on",
    LOWEST,
    [after({ ...BODIES, 外箱: 700, 説明書のみ: 900 }), after({ 別の外箱: 500 }), after({ "GR III 9": 81_000 }, 81_000)],
  ],
  [
    "a first crawl below a price, with junk",
    below(86_000),
    [after({ ...BODIES, ...JUNK }, 82_000, 83_500, 85_000), after({ "GR III 9": 85_500 }, 85_500)],
  ],
  ["a first crawl of a new lowest price", LOWEST, [after(BODIES), after({})]],
  [
    "a first crawl of either: below alone",
    BOTH,
    [after({ ...BODIES, "GR III 0": 69_000 }, 69_000), after({ "GR III 9": 68_000 }, 68_000)],
  ],
  ["either: the lowest one above the price", BOTH, [after(BODIES), after({ "GR III 9": 75_000 }, 75_000)]],
  [
    "either: one below the price that is not the lowest",
    BOTH,
    [after(BODIES), after({ "GR III 9": 65_000 }, 65_000), after({ "GR III 10": 68_000 }, 68_000)],
  ],
  ["either: none of both", BOTH, [after(BODIES), after({ "GR III 9": 82_000 })]],
  ["a bulk lot of bodies", LOWEST, [after(BODIES), after({ "GR III まとめ売り 3台": 240_000 })]],
  [
    "a bulk lot of commons among cards",
    LOWEST,
    [
      after(each("レアカード", 12_000, 12_500, 13_000)),
      after({ "引退品 まとめ売り": 3_000 }),
      after({ "レアカード 美品": 11_000 }, 11_000),
    ],
  ],
  [
    "a reservation at the highest price",
    below(9_999_999),
    [after(BODIES, 82_000, 83_500, 85_000), after({ "△△様専用": 9_999_999 }, 9_999_999)],
  ],
  [
    "a reservation at a usual price, which nothing but its name tells",
    LOWEST,
    [after(BODIES), after({ "□□様専用 GR III": 79_000 }, 79_000)],
  ],
  [
    "a price without its last zero, and one in dollars",
    LOWEST,
    [after(BODIES), after({ "GR III 8.2万": 8_200, "GR III 820ドル": 820 }), after({ "GR III 9": 81_500 }, 81_500)],
  ],
  [
    "a price in thousands of yen that is mended",
    LOWEST,
    [after(BODIES), after({ "GR III 9": 300 }), after({ "GR III 9": 80_000 }), after({ "GR III 9": 79_000 }, 79_000)],
  ],
  [
    "a seller who relists at the price",
    LOWEST,
    [after(BODIES), after({ "GR III 1": "gone", "GR III 1 再出品": 82_000 })],
  ],
  [
    "a seller who relists a little cheaper each time",
    LOWEST,
    [
      after(BODIES),
      after({ "GR III 1": "gone", "再出品 1": 81_800 }, 81_800),
      after({ "再出品 1": "gone", "再出品 2": 81_600 }, 81_600),
    ],
  ],
  [
    "a seller who relists below the price: another listing",
    below(70_000),
    [
      after(BODIES),
      after({ "GR III 0": 69_000 }, 69_000),
      after({ "GR III 0": "gone", "GR III 0 再出品": 69_000 }, 69_000),
    ],
  ],
  [
    "a seller who relists a box every hour",
    LOWEST,
    [after({ ...BODIES, "箱 1": 800 }), after({ "箱 1": "gone", "箱 2": 790 }), after({ "箱 2": "gone", "箱 3": 780 })],
  ],
  [
    "a price that falls twice, rises, and falls to what it was",
    LOWEST,
    [
      after(BODIES),
      after({ "GR III 8": 81_000 }, 81_000),
      after({ "GR III 8": 80_000 }, 80_000),
      after({ "GR III 8": 84_000 }),
      after({ "GR III 8": 80_000 }),
    ],
  ],
  [
    "a third of the median of the offers, and a yen less",
    LOWEST,
    [after(each("本", 900, 900, 900, 900, 900, 900)), after({ 帯なし: 300, 表紙のみ: 299 }, 300)],
  ],
  [
    "a price that four sales do not explain",
    LOWEST,
    [
      after({ ...BODIES, ...each("旧型", 30_000, 30_000, 30_000, 30_000) }),
      after(sold(each("旧型", 1, 2, 3, 4))),
      after({ "旧型 9": 25_000 }),
    ],
  ],
  [
    "the same price, which five sales explain",
    LOWEST,
    [
      after({ ...BODIES, ...each("旧型", 30_000, 30_000, 30_000, 30_000, 30_000) }),
      after(sold(each("旧型", 1, 2, 3, 4, 5))),
      after({ "旧型 9": 25_000 }, 25_000),
    ],
  ],
  [
    "a body when only a box is left on sale",
    LOWEST,
    [after({ ...BODIES, 箱: 800 }), after(sold(BODIES)), after({ "GR III 9": 95_000 }, 95_000)],
  ],
  [
    "boxes that are sold as well",
    LOWEST,
    [after({ ...BODIES, ...SALES, ...JUNK }), after({ ...sold(SALES), ...sold(JUNK) }), after({ 箱: 700 })],
  ],
  [
    "one shoe, and a pair",
    LOWEST,
    [
      after(each("スニーカー 27cm", 15_000, 16_000, 17_000, 18_000)),
      after({ 片足のみ: 3_000 }),
      after({ "スニーカー 27cm 9": 14_000 }, 14_000),
    ],
  ],
  [
    "a broken phone at two fifths, which no price tells from a bargain",
    LOWEST,
    [after(PHONES), after({ ジャンク: 25_000 }, 25_000)],
  ],
  [
    "cases that outnumber phones: without sales their price is the usual one",
    LOWEST,
    [after({ ...PHONES, ...CASES }), after({ ケース: 1_000 }, 1_000)],
  ],
  [
    "cases that outnumber phones of which five were sold",
    LOWEST,
    [
      after({ ...PHONES, ...CASES, ...each("売却済み", 60_000, 60_000, 60_000, 60_000, 60_000) }),
      after(sold(each("売却済み", 1, 2, 3, 4, 5))),
      after({ ケース: 1_000 }),
      after({ "スマートフォン 128GB 9": 58_000 }, 58_000),
    ],
  ],
  [
    "a market that falls",
    LOWEST,
    [
      after(BODIES),
      after({ "GR III 9": 70_000 }, 70_000),
      after({ "GR III 10": 60_000 }, 60_000),
      after({ "GR III 11": 50_000 }, 50_000),
    ],
  ],
])("%s", (_what, alert, crawls) => {
  const player = new AlertPlayer(alert);
  const listings = new Map<string, Shown>();
  const told = crawls.map(([changes], hour) => {
    for (const [id, change] of Object.entries(changes)) {
      if (change === "gone") listings.delete(id);
      else if (change === "sold") listings.set(id, { id, price: listings.get(id)?.price ?? 0, isSold: true });
      else listings.set(id, { id, price: change, isSold: false });
    }
    const now = new Date(START.getTime() + hour * HOUR_MS);
    return player.crawl([...listings.values()], now).map(({ price }) => price);
  });
  expect(told).toEqual(crawls.map(([, prices]) => prices));
});
