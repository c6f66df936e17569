import { texts } from "../../language/language.ts";

/** The texts about the listings that were found for a product. */
export const listingTexts = texts({
  listings: ["Listings", "メルカリの出品"],
  which: ["Which listings", "表示する出品"],
  onSale: ["On sale", "出品中"],
  sold: ["Sold", "売り切れ"],
  sorts: {
    price: ["Cheapest first", "価格の安い順"],
    updated_at: ["Recently changed first", "更新の新しい順"],
  },
  noneOnSale: [
    "Nothing is on sale. The next crawl may find something.",
    "出品中の商品はありません。次回の取得で見つかることがあります。",
  ],
  noneSold: ["Nothing has sold since the first crawl.", "最初の取得以降に売れた商品はまだありません。"],
  photo: ["Photo", "写真"],
  listing: ["Listing", "出品"],
  condition: ["Condition", "状態"],
  conditionUnknown: ["unknown", "未確認"],
  conditionHint: [
    "A listing's condition is on its own page. Magpie opens that page only when necessary, so many conditions are unknown.",
    "商品の状態は各出品のページに書かれています。必要な場合にだけそのページを開くため、未確認の出品があります。",
  ],
  seller: ["Seller", "出品者"],
  individual: ["Individual", "個人"],
  shop: ["Shop", "ショップ"],
  firstSeen: ["First seen", "初回確認"],
  soldDay: ["Sold", "売却日"],
  soldUndated: ["date unknown", "未確認"],
  price: ["Price", "価格"],
  fired: (ago: string) => [`Alert ${ago}`, `アラート: ${ago}`],
});
