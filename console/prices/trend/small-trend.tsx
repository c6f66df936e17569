import type { PriceTrend } from "../../../client/index.ts";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { Sparkline } from "../../parts/sparkline/sparkline.tsx";
import { Table } from "../../parts/tables/table.tsx";
import { japanDay } from "./japan-day.ts";
import { trendSeries } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";
import { secondsOf, smallTrendWords } from "./trend-words.ts";

/** The weekly medians of a product in a list: a small line, and for screen readers a sentence and a table. */
export function SmallTrend({ trend, now }: { readonly trend: PriceTrend; readonly now: Date }) {
  const t = translations(trendTexts);
  const { points } = trend;
  return (
    <figure class="wrapping small-trend" aria-label={t.title}>
      <figcaption class="visually-hidden">{smallTrendWords(points)}</figcaption>
      {points.length > 0 && <Sparkline values={mediansOf(trend, now)} />}
      {points.length > 0 && (
        <div class="visually-hidden">
          <Table
            caption={t.captionWeek}
            columns={[
              [t.week, (point) => japanDay(secondsOf(point))],
              [t.count, (point) => count(point.count)],
              [t.median, (point) => yen(point.median)],
            ]}
            rows={points.toReversed()}
            keyOf={({ start }) => start}
          />
        </div>
      )}
    </figure>
  );
}

function mediansOf({ points }: PriceTrend, now: Date): readonly (number | null)[] {
  return trendSeries(points, "week", now).points.map((point) => point?.median ?? null);
}
