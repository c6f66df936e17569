import type { Interval } from "../../device/trend-view.ts";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { Wide } from "../../parts/wide.tsx";
import { japanDay } from "./japan-day.ts";
import type { TrendPoint } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";
import { secondsOf } from "./trend-words.ts";

/** The data of a trend as a table, newest first. */
export function TrendTable({
  points,
  interval,
}: {
  /** Oldest first. */
  readonly points: readonly TrendPoint[];
  readonly interval: Interval;
}) {
  const t = translations(trendTexts);
  const caption = interval === "day" ? t.captionDay : t.captionWeek;
  const numbers = [t.count, t.lowest, t.p25, t.median, t.p75, t.highest];
  return (
    <Wide label={caption}>
      <table class="trend-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{interval === "day" ? t.day : t.week}</th>
            {numbers.map((label) => (
              <th key={label} scope="col" class="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.start}>
              <th scope="row">{japanDay(secondsOf(point))}</th>
              <td class="number">{count(point.count)}</td>
              <td class="number">{yen(point.min)}</td>
              <td class="number">{yen(point.p25)}</td>
              <td class="number">{yen(point.median)}</td>
              <td class="number">{yen(point.p75)}</td>
              <td class="number">{yen(point.max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
