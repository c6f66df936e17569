import { amount } from "../../language/amount.ts";
import { count } from "../../language/format.ts";
import { texts } from "../../language/language.ts";

/** The texts of price trends. */
export const trendTexts = texts({
  en: {
    title: "Price trend",
    interval: "Interval",
    intervals: { day: "Days", week: "Weeks" },
    range: "Range",
    ranges: { 1: "1 month", 3: "3 months", 12: "12 months" },
    sold: (count: string) => `${count} sold`,
    summary: (range: string, sold: string, low: string, high: string, median: string, when: string) =>
      `In the last ${range}, ${sold}, for ${low} to ${high}. The latest median is ${median} (${when}).`,
    nothingSold: "Nothing with a known date sold in this time.",
    undated: (number: number) =>
      `${amount(number, "sold listing has no date yet, and is", "sold listings have no date yet, and are")} not in the trend. The next crawls look for the date.`,
    gaps: "Gaps in the line are days when nothing sold. Days are in Japan time.",
    inDay: (day: string) => day,
    inWeek: (day: string) => `week from ${day}`,
    readout: (when: string, median: string, p25: string, p75: string, sold: string) =>
      `${when}: median ${median}, middle half ${p25} to ${p75}, ${sold}`,
    readoutGap: (when: string) => `${when}: nothing sold`,
    slider: "Prices along the plot",
    today: "Today",
    readoutToday: (number: number, lowest: string, median: string) =>
      `today: ${amount(number, "offer", "offers")}, the cheapest ${lowest}, median ${median}`,
    legendCheapest: (price: string) => `Cheapest offer today (${price})`,
    legendOffers: (price: string) => `Median of today's offers (${price})`,
    plotHint:
      "Point at the plot, or use the arrow keys, to see the prices of a day or week. Drag across it, or press + and −, to zoom.",
    showAll: "Show all",
    plotFailed: "The plot could not be loaded. The table has the same data.",
    legendBand: "Middle half (25% to 75%)",
    legendBounds: "Lowest and highest",
    legendSold: (most: string) => `Number sold (highest bar: ${most})`,
    captionDay: "Prices of sold listings, by day, newest first",
    captionWeek: "Prices of sold listings, by week, newest first",
    day: "Day",
    week: "Week from",
    count: "Sold",
    lowest: "Lowest",
    p25: "25%",
    median: "Median",
    p75: "75%",
    highest: "Highest",
    smallSummary: (sold: string, median: string, when: string) =>
      `12 weeks: ${sold}; latest median ${median} (${when}).`,
    smallNothing: "12 weeks: nothing with a known date sold.",
  },
  ja: {
    title: "価格の推移",
    interval: "間隔",
    intervals: { day: "日", week: "週" },
    range: "期間",
    ranges: { 1: "1 か月", 3: "3 か月", 12: "12 か月" },
    sold: (count: string) => `売却 ${count} 件`,
    summary: (range: string, sold: string, low: string, high: string, median: string, when: string) =>
      `過去 ${range}: ${sold}、価格 ${low}〜${high}、最新の中央値 ${median} (${when})。`,
    nothingSold: "この期間に売れた商品のうち、売却日がわかるものはありません。",
    undated: (number: number) =>
      `売却日が未確認の商品が ${count(number)} 件あり、推移に含まれていません。売却日は次回以降の取得で調べます。`,
    gaps: "線が途切れている期間は、売れた商品がありません。日付は日本時間です。",
    inDay: (day: string) => day,
    inWeek: (day: string) => `${day} からの週`,
    readout: (when: string, median: string, p25: string, p75: string, sold: string) =>
      `${when}: 中央値 ${median}、中央の 50% は ${p25}〜${p75}、${sold}`,
    readoutGap: (when: string) => `${when}: 売却なし`,
    slider: "グラフの価格",
    today: "今日",
    readoutToday: (number: number, lowest: string, median: string) =>
      `今日: 出品 ${count(number)} 件、最安値 ${lowest}、中央値 ${median}`,
    legendCheapest: (price: string) => `現在の最安出品 (${price})`,
    legendOffers: (price: string) => `今日の出品の中央値 (${price})`,
    plotHint:
      "グラフにポインターを合わせるか矢印キーを押すと、その日または週の価格が表示されます。ドラッグするか + と − のキーで拡大・縮小します。",
    showAll: "全体を表示",
    plotFailed: "グラフを読み込めませんでした。同じ内容を表で確認できます。",
    legendBand: "中央の 50% (25〜75%)",
    legendBounds: "最安値と最高値",
    legendSold: (most: string) => `売却数 (最大 ${most} 件)`,
    captionDay: "売れた商品の日ごとの価格 (新しい順)",
    captionWeek: "売れた商品の週ごとの価格 (新しい順)",
    day: "日",
    week: "週の開始日",
    count: "売却数",
    lowest: "最安値",
    p25: "下位 25%",
    median: "中央値",
    p75: "上位 25%",
    highest: "最高値",
    smallSummary: (sold: string, median: string, when: string) =>
      `12 週間: ${sold}、最新の中央値 ${median} (${when})。`,
    smallNothing: "12 週間: 売却日がわかる商品はありません。",
  },
});
