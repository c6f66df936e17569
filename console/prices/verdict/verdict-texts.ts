import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

const medianInEnglish = (sales: number, days: number) => `the ${days}-day median (${amount(sales, "sale", "sales")})`;
const medianInJapanese = (sales: number, days: number) => `${days} 日間の中央値 (売却 ${count(sales)} 件) `;

/** The texts that say whether a product's cheapest offer is good. */
export const verdictTexts = texts({
  title: ["Is it a good price?", "お買い得かどうか"],
  kinds: {
    good: ["Good price", "お買い得"],
    usual: ["Usual price", "普通"],
    dear: ["High price", "割高"],
  },
  judged: (kind: string, compared: string, lowest: string) => [
    lowest === "" ? `${kind}: ${compared}` : `${kind}: ${compared}, ${lowest}`,
    lowest === "" ? `${kind}: ${compared}` : `${kind}: ${compared}、${lowest}`,
  ],
  below: (percent: string, sales: number, days: number) => [
    `${percent}% below ${medianInEnglish(sales, days)}`,
    `${medianInJapanese(sales, days)}より ${percent}% 安い`,
  ],
  above: (percent: string, sales: number, days: number) => [
    `${percent}% above ${medianInEnglish(sales, days)}`,
    `${medianInJapanese(sales, days)}より ${percent}% 高い`,
  ],
  same: (sales: number, days: number) => [medianInEnglish(sales, days), `${medianInJapanese(sales, days)}と同じ`],
  lowestSoFar: ["the lowest so far", "これまでの最安値"],
  lowestSince: (month: string) => [`the lowest since ${month}`, `最安値 (前回: ${month})`],
  noSales: (days: number) => [
    `Unknown: no dated sale in ${amount(days, "day", "days")}`,
    `判定できません: ${count(days)} 日間に売れた商品のうち、売却日がわかるものはありません。`,
  ],
  fewSales: (sales: number, days: number) => [
    `Unknown: ${amount(sales, "sale", "sales")} in ${amount(days, "day", "days")}, too few to compare`,
    `判定できません: ${count(days)} 日間に売れたのは ${count(sales)} 件だけで、比べるには足りません。`,
  ],
  fewSalesShort: ["Too few sales", "売却数が不足"],
  farBelow: (compared: string) => [
    `Unknown: ${compared}, so probably broken or something else`,
    `判定できません: ${compared}。別の物か故障品の可能性があります。`,
  ],
  oldPrices: (compared: string) => [
    `Unknown: ${compared}, but no crawl has succeeded for a day`,
    `判定できません: ${compared}。ただし、1 日以上取得に成功していません。`,
  ],
  soldMedian: (days: number, price: string) => [
    `${days}-day median: ${price}`,
    `${count(days)} 日間の売却価格の中央値: ${price}`,
  ],
  offersMedian: (price: string) => [`Median of the offers: ${price}`, `出品価格の中央値: ${price}`],
  // Those that are far below the others are left out: an offer may cost less.
  lowestEver: (price: string) => [
    `Lowest plausible price so far: ${price}`,
    `これまでの最安値 (極端に安いものを除く): ${price}`,
  ],
});
