import { texts } from "../../language/language.ts";

/** The texts that say why a crawl may have found nothing, and what can be changed. */
export const nothingTexts = texts({
  en: {
    title: "Why nothing was found",
    stated: "Mercari says that it has no listings for this search. Possible reasons:",
    changed: "The product has changed since that crawl. The next crawl shows whether the change helps.",
    failed:
      "The last crawl could not read Mercari's page, for the reason above, so nobody knows whether there are listings. If you see listings on that page, the search is right, and nothing needs to be changed.",
    open: "Open the same search on Mercari",
    limits: {
      max_price: (value: string) => `Only prices up to ${value} are included.`,
      min_price: (value: string) => `Only prices from ${value} are included.`,
      item_condition_ids: (value: string) => `Only these conditions are included: ${value}.`,
      category_id: (value: string) => `Only this category is searched: ${value}.`,
      exclude_keyword: (value: string) => `Listings with these words are excluded: ${value}.`,
    },
    without: {
      max_price: "Remove the highest price",
      min_price: "Remove the lowest price",
      item_condition_ids: "Include all conditions",
      category_id: "Search all categories",
      exclude_keyword: "Include these words",
    },
    keyword: (words: string) => `A listing must have every word of “${words}”, spelled as it is here.`,
    searchFor: (words: string) => `Search for “${words}”`,
    edit: "Change the search",
    similar: (keyword: string, price: string) => `A similar search, “${keyword}”, finds offers from ${price}.`,
    leftOut: {
      max_price: (bound: string) => `All of them cost more than the highest price of this search, ${bound}.`,
      min_price: (bound: string) => `At least half of them cost less than the lowest price of this search, ${bound}.`,
      none: "The prices of this search do not exclude all of them.",
    },
    soldBefore: "Earlier crawls found sold listings, so the spelling is probably right.",
    unknown: "Magpie has not tried any of these changes: it contacts Mercari only during a crawl.",
  },
  ja: {
    title: "見つからない理由",
    stated: "この検索条件に合う出品はないと、メルカリのページに表示されました。次のどれかが理由かもしれません。",
    changed: "この取得のあとで商品の設定が変わりました。次回の取得で結果がわかります。",
    failed:
      "この検索条件に合う出品があるかどうかはわかりません。上に示した理由で、前回の取得ではページを読み取れませんでした。ご自身で開いたページに出品が表示される場合、検索条件は正しく、変更の必要はありません。",
    open: "同じ検索をメルカリで開く",
    limits: {
      max_price: (value: string) => `${value} 以下の出品だけを検索しています。`,
      min_price: (value: string) => `${value} 以上の出品だけを検索しています。`,
      item_condition_ids: (value: string) => `次の状態の出品だけを検索しています: ${value}`,
      category_id: (value: string) => `次のカテゴリーだけを検索しています: ${value}`,
      exclude_keyword: (value: string) => `次のキーワードを含む出品を除外しています: ${value}`,
    },
    without: {
      max_price: "上限なしにする",
      min_price: "下限なしにする",
      item_condition_ids: "すべての状態にする",
      category_id: "すべてのカテゴリーにする",
      exclude_keyword: "除外しない",
    },
    keyword: (words: string) => `「${words}」のすべての語を、この表記のまま含む出品だけが見つかります。`,
    searchFor: (words: string) => `「${words}」で検索`,
    edit: "検索条件を変更",
    similar: (keyword: string, price: string) => `似た検索「${keyword}」では、${price} からの出品が見つかっています。`,
    leftOut: {
      max_price: (bound: string) => `この検索の上限 ${bound} により、すべて対象外です。`,
      min_price: (bound: string) => `この検索の下限 ${bound} により、半数以上が対象外です。`,
      none: "この検索の価格の範囲では、そのすべてが対象外になるわけではありません。",
    },
    soldBefore: "以前の取得で売れた商品が見つかっているため、表記は正しいと思われます。",
    unknown: "これらの変更はまだ試していません。メルカリへのアクセスは、取得のときにだけ行います。",
  },
});
