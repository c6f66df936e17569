import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts that say whether a product's cheapest offer is good. */
export const verdictTexts = texts({
  en: {
    title: "Is it a good price?",
    kinds: { good: "Good", usual: "Usual", dear: "Dear" },
    judged: (kind: string, compared: string, lowest: string) =>
      lowest === "" ? `${kind}: ${compared}` : `${kind}: ${compared}, ${lowest}`,
    below: (percent: string, sold: string) => `${percent} % below what ${sold}`,
    above: (percent: string, sold: string) => `${percent} % above what ${sold}`,
    same: (sold: string) => `as much as what ${sold}`,
    sold: (sales: number, days: string) => `${count(sales)} sold for in ${days} days`,
    lowestSoFar: "the lowest so far",
    lowestSince: (month: string) => `the lowest since ${month}`,
    noSales: (days: string) => `Not known: nothing with a known date was sold in ${days} days`,
    fewSales: (sales: number, days: string) =>
      `Not known: only ${amount(sales, "was", "were")} sold in ${days} days, too few to compare with`,
    farBelow: (compared: string) => `Not known: ${compared}, so probably something else or broken`,
    oldPrices: (compared: string) => `Not known: ${compared}, but no crawl has worked for a day`,
    soldMedian: (days: string, price: string) => `Median of what sold in ${days} days: ${price}`,
    offersMedian: (price: string) => `Median of the offers: ${price}`,
    lowestEver: (price: string) => `Lowest so far: ${price}`,
  },
  ja: {
    title: "お買い得かどうか",
    kinds: { good: "お買い得", usual: "普通", dear: "割高" },
    judged: (kind: string, compared: string, lowest: string) =>
      lowest === "" ? `${kind}: ${compared}` : `${kind}: ${compared}、${lowest}`,
    below: (percent: string, sold: string) => `${sold}より ${percent}% 安い`,
    above: (percent: string, sold: string) => `${sold}より ${percent}% 高い`,
    same: (sold: string) => `${sold}と同じ`,
    sold: (sales: number, days: string) => `${days} 日間に売れた ${count(sales)} 件の中央値`,
    lowestSoFar: "これまでの最安値",
    lowestSince: (month: string) => `${month}以来の最安値`,
    noSales: (days: string) => `判定できません: ${days} 日間に売却日がわかる売れた商品がありません`,
    fewSales: (sales: number, days: string) =>
      `判定できません: ${days} 日間に売れたのは ${count(sales)} 件だけで、比べるには足りません`,
    farBelow: (compared: string) => `判定できません: ${compared}ため、別の物や故障品の可能性があります`,
    oldPrices: (compared: string) => `判定できません: ${compared}ものの、1 日以上取得に成功していません`,
    soldMedian: (days: string, price: string) => `${days} 日間の売却価格の中央値: ${price}`,
    offersMedian: (price: string) => `出品価格の中央値: ${price}`,
    lowestEver: (price: string) => `これまでの最安値: ${price}`,
  },
});
