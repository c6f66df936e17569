import type { Interval } from "../../device/trend-view.ts";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { WideTable } from "../../parts/tables/table.tsx";
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
  return (
    <WideTable
      caption={interval === "day" ? t.captionDay : t.captionWeek}
      look="trend-table"
      columns={[
        [interval === "day" ? t.day : t.week, (point) => japanDay(secondsOf(point))],
        [t.count, (point) => count(point.count), "number"],
        [t.lowest, (point) => yen(point.min), "number"],
        [t.p25, (point) => yen(point.p25), "number"],
        [t.median, (point) => yen(point.median), "number"],
        [t.p75, (point) => yen(point.p75), "number"],
        [t.highest, (point) => yen(point.max), "number"],
      ]}
      rows={points.toReversed()}
      keyOf={({ start }) => start}
    />
  );
}
