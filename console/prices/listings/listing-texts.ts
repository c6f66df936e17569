import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts about the listings that were found for a product. */
export const listingTexts = texts({
  en: {
    listings: "Listings",
    which: "Which listings",
    onSale: "On sale",
    sold: "Sold",
    sort: "Order",
    sorts: { price: "Cheapest first", updated_at: "Last changed first" },
    shown: (number: number, hasMore: boolean) =>
      hasMore ? `The first ${amount(number, "listing", "listings")}` : `Listings: ${count(number)}`,
    noneOnSale: "No listing is on sale. The next crawl may find some.",
    noneSold: "No listing has been sold yet since the first crawl.",
    individual: "from an individual",
    shop: "from a shop",
    soldOn: (day: string) => `sold on ${day}`,
    soldUndated: "sold, date not known yet",
    changed: (ago: string) => `changed ${ago}`,
  },
  ja: {
    listings: "メルカリの出品",
    which: "表示する出品",
    onSale: "出品中",
    sold: "売り切れ",
    sort: "並び順",
    sorts: { price: "価格の安い順", updated_at: "更新の新しい順" },
    shown: (number: number, hasMore: boolean) => (hasMore ? `最初の ${count(number)} 件` : `${count(number)} 件`),
    noneOnSale: "出品中の商品はありません。次回の取得で見つかることがあります。",
    noneSold: "最初の取得以降に売れた商品はまだありません。",
    individual: "個人の出品",
    shop: "ショップの出品",
    soldOn: (day: string) => `売却日: ${day}`,
    soldUndated: "売り切れ (売却日は未確認)",
    changed: (ago: string) => `更新: ${ago}`,
  },
});
