import { useMemo } from "preact/hooks";
import type { PriceTrend as Trend } from "../../../client/index.ts";
import { choose } from "../../device/preferences.ts";
import type { Interval, Range } from "../../device/trend-view.ts";
import { INTERVALS, RANGES } from "../../device/trend-view.ts";
import { translations } from "../../language/language.ts";
import { sentences } from "../../language/sentences.ts";
import { Options } from "../../parts/forms/options.tsx";
import { QueryView } from "../../parts/queries/query-view.tsx";
import type { Query } from "../../parts/queries/use-query.ts";
import { Plot } from "./plot.tsx";
import { trendSeries } from "./trend-series.ts";
import { TrendTable } from "./trend-table.tsx";
import { trendTexts } from "./trend-texts.ts";
import { trendWords } from "./trend-words.ts";

export interface TrendView {
  readonly interval: Interval;
  readonly months: Range;
}

/** A trend, and what was asked for. */
export interface ShownTrend {
  readonly view: TrendView;
  readonly trend: Trend;
}

/** The trend of a product's prices as a sentence, a plot and a table, with the choice of its interval and its range. */
export function PriceTrend({
  answer,
  view,
}: {
  /** Of the view, or while that is asked for of the one before. */
  readonly answer: Query<ShownTrend>;
  readonly view: TrendView;
}) {
  const t = translations(trendTexts);
  const shown = answer.value;
  return (
    <figure class="price-trend" aria-label={t.title}>
      <figcaption>{shown !== null && wordsOf(shown)}</figcaption>
      <div class="toolbar">
        <Options
          label={t.interval}
          value={view.interval}
          options={INTERVALS.map((each) => [each, t.intervals[each]])}
          areSegments
          onChoose={(trendInterval) => choose({ trendInterval })}
        />
        <Options
          label={t.range}
          value={view.months}
          options={RANGES.map((each) => [each, t.ranges[each]])}
          areSegments
          onChoose={(trendMonths) => choose({ trendMonths })}
        />
      </div>
      <QueryView answer={answer}>{({ trend }) => trend.points.length > 0 && <Drawn trend={trend} />}</QueryView>
    </figure>
  );
}

function wordsOf({ view, trend: { points, interval, undated } }: ShownTrend): string {
  const words = trendWords(points, interval, view.months);
  return sentences(words, undated === 0 ? "" : translations(trendTexts).undated(undated));
}

function Drawn({ trend: { points, interval, on_sale: offers } }: { readonly trend: Trend }) {
  const series = useMemo(() => trendSeries(points, interval, new Date()), [points, interval]);
  return (
    <>
      <Plot series={series} offers={offers} />
      <p class="quiet">{translations(trendTexts).gaps}</p>
      <TrendTable points={points} interval={interval} />
    </>
  );
}
