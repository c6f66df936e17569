import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of price trends. */
export const trendTexts = texts({
  title: ["Price trend", "価格の推移"],
  interval: ["Interval", "間隔"],
  intervals: {
    day: ["Days", "日"],
    week: ["Weeks", "週"],
  },
  range: ["Range", "期間"],
  ranges: {
    1: ["1 month", "1 か月"],
    3: ["3 months", "3 か月"],
    12: ["12 months", "12 か月"],
  },
  sold: (count: string) => [`${count} sold`, `売却 ${count} 件`],
  summary: (range: string, sold: string, low: string, high: string, median: string, when: string) => [
    `In the last ${range}, ${sold}, for ${low} to ${high}. The latest median is ${median} (${when}).`,
    `過去 ${range}: ${sold}、価格 ${low}〜${high}、最新の中央値 ${median} (${when})。`,
  ],
  nothingSold: [
    "Nothing with a known date sold in this time.",
    "この期間に売れた商品のうち、売却日がわかるものはありません。",
  ],
  undated: (number: number) => [
    `${amount(number, "sold listing has no date yet, and is", "sold listings have no date yet, and are")} not in the trend. The next crawls look for the date.`,
    `売却日が未確認の商品が ${count(number)} 件あり、推移に含まれていません。売却日は次回以降の取得で調べます。`,
  ],
  gaps: [
    "Gaps in the line are days when nothing sold. Days are in Japan time.",
    "線が途切れている期間は、売れた商品がありません。日付は日本時間です。",
  ],
  inDay: (day: string) => [day, day],
  inWeek: (day: string) => [`week from ${day}`, `${day} からの週`],
  readout: (when: string, median: string, p25: string, p75: string, sold: string) => [
    `${when}: median ${median}, middle half ${p25} to ${p75}, ${sold}`,
    `${when}: 中央値 ${median}、中央の 50% は ${p25}〜${p75}、${sold}`,
  ],
  readoutGap: (when: string) => [`${when}: nothing sold`, `${when}: 売却なし`],
  slider: ["Prices along the plot", "グラフの価格"],
  today: ["Today", "今日"],
  readoutToday: (number: number, lowest: string, median: string) => [
    `today: ${amount(number, "offer", "offers")}, the cheapest ${lowest}, median ${median}`,
    `今日: 出品 ${count(number)} 件、最安値 ${lowest}、中央値 ${median}`,
  ],
  legendCheapest: (price: string) => [`Cheapest offer today (${price})`, `現在の最安出品 (${price})`],
  legendOffers: (price: string) => [`Median of today's offers (${price})`, `今日の出品の中央値 (${price})`],
  plotHint: [
    "Point at the plot, or use the arrow keys, to see the prices of a day or week. Drag across it, or press + and −, to zoom.",
    "グラフにポインターを合わせるか矢印キーを押すと、その日または週の価格が表示されます。ドラッグするか + と − のキーで拡大・縮小します。",
  ],
  showAll: ["Show all", "全体を表示"],
  plotFailed: [
    "The plot could not be loaded. The table has the same data.",
    "グラフを読み込めませんでした。同じ内容を表で確認できます。",
  ],
  legendBand: ["Middle half (25% to 75%)", "中央の 50% (25〜75%)"],
  legendBounds: ["Lowest and highest", "最安値と最高値"],
  legendSold: (most: string) => [`Number sold (highest bar: ${most})`, `売却数 (最大 ${most} 件)`],
  captionDay: ["Prices of sold listings, by day, newest first", "売れた商品の日ごとの価格 (新しい順)"],
  captionWeek: ["Prices of sold listings, by week, newest first", "売れた商品の週ごとの価格 (新しい順)"],
  day: ["Day", "日"],
  week: ["Week from", "週の開始日"],
  count: ["Sold", "売却数"],
  lowest: ["Lowest", "最安値"],
  p25: ["25%", "下位 25%"],
  median: ["Median", "中央値"],
  p75: ["75%", "上位 25%"],
  highest: ["Highest", "最高値"],
  smallSummary: (sold: string, median: string, when: string) => [
    `12 weeks: ${sold}; latest median ${median} (${when}).`,
    `12 週間: ${sold}、最新の中央値 ${median} (${when})。`,
  ],
  smallNothing: ["12 weeks: nothing with a known date sold.", "12 週間: 売却日がわかる商品はありません。"],
});
