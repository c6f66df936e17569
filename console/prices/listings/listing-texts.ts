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
    photo: "Photo",
    listing: "Listing",
    condition: "Condition",
    conditionUnknown: "not read yet",
    conditionHint:
      "The condition is on a listing's own page. Magpie opens that page only when it must, so that many are not read.",
    seller: "Seller",
    individual: "Individual",
    shop: "Shop",
    firstSeen: "First seen",
    soldDay: "Sold",
    soldUndated: "date not known yet",
    price: "Price",
    fired: (ago: string) => `Alert ${ago}`,
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
    photo: "写真",
    listing: "出品",
    condition: "状態",
    conditionUnknown: "未確認",
    conditionHint:
      "商品の状態は各出品のページに書かれています。必要な場合にだけそのページを開くため、未確認の出品があります。",
    seller: "出品者",
    individual: "個人",
    shop: "ショップ",
    firstSeen: "初回確認",
    soldDay: "売却日",
    soldUndated: "未確認",
    price: "価格",
    fired: (ago: string) => `アラート: ${ago}`,
  },
});
