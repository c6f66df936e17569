import { texts } from "../../language/language.ts";

/** The texts that say why a crawl may have found nothing, and what can be changed. */
export const nothingTexts = texts({
  title: ["Why nothing was found", "見つからない理由"],
  stated: [
    "Mercari says that it has no listings for this search. Possible reasons:",
    "この検索条件に合う出品はないと、メルカリのページに表示されました。次のどれかが理由かもしれません。",
  ],
  changed: [
    "The product has changed since that crawl. The next crawl shows whether the change helps.",
    "この取得のあとで商品の設定が変わりました。次回の取得で結果がわかります。",
  ],
  failed: [
    "The last crawl could not read Mercari's page, for the reason above, so nobody knows whether there are listings. If you see listings on that page, the search is right, and nothing needs to be changed.",
    "この検索条件に合う出品があるかどうかはわかりません。上に示した理由で、前回の取得ではページを読み取れませんでした。ご自身で開いたページに出品が表示される場合、検索条件は正しく、変更の必要はありません。",
  ],
  open: ["Open the same search on Mercari", "同じ検索をメルカリで開く"],
  limits: {
    max_price: (value: string) => [
      `Only prices up to ${value} are included.`,
      `${value} 以下の出品だけを検索しています。`,
    ],
    min_price: (value: string) => [
      `Only prices from ${value} are included.`,
      `${value} 以上の出品だけを検索しています。`,
    ],
    item_condition_ids: (value: string) => [
      `Only these conditions are included: ${value}.`,
      `次の状態の出品だけを検索しています: ${value}`,
    ],
    category_id: (value: string) => [
      `Only this category is searched: ${value}.`,
      `次のカテゴリーだけを検索しています: ${value}`,
    ],
    exclude_keyword: (value: string) => [
      `Listings with these words are excluded: ${value}.`,
      `次のキーワードを含む出品を除外しています: ${value}`,
    ],
  },
  without: {
    max_price: ["Remove the highest price", "上限なしにする"],
    min_price: ["Remove the lowest price", "下限なしにする"],
    item_condition_ids: ["Include all conditions", "すべての状態にする"],
    category_id: ["Search all categories", "すべてのカテゴリーにする"],
    exclude_keyword: ["Include these words", "除外しない"],
  },
  keyword: (words: string) => [
    `A listing must have every word of “${words}”, spelled as it is here.`,
    `「${words}」のすべての語を、この表記のまま含む出品だけが見つかります。`,
  ],
  searchFor: (words: string) => [`Search for “${words}”`, `「${words}」で検索`],
  edit: ["Change the search", "検索条件を変更"],
  similar: (keyword: string, price: string) => [
    `A similar search, “${keyword}”, finds offers from ${price}.`,
    `似た検索「${keyword}」では、${price} からの出品が見つかっています。`,
  ],
  leftOut: {
    max_price: (bound: string) => [
      `All of them cost more than the highest price of this search, ${bound}.`,
      `この検索の上限 ${bound} により、すべて対象外です。`,
    ],
    min_price: (bound: string) => [
      `At least half of them cost less than the lowest price of this search, ${bound}.`,
      `この検索の下限 ${bound} により、半数以上が対象外です。`,
    ],
    none: [
      "The prices of this search do not exclude all of them.",
      "この検索の価格の範囲では、そのすべてが対象外になるわけではありません。",
    ],
  },
  soldBefore: [
    "Earlier crawls found sold listings, so the spelling is probably right.",
    "以前の取得で売れた商品が見つかっているため、表記は正しいと思われます。",
  ],
  unknown: [
    "Magpie has not tried any of these changes: it contacts Mercari only during a crawl.",
    "これらの変更はまだ試していません。メルカリへのアクセスは、取得のときにだけ行います。",
  ],
});
