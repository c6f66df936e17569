import { useEffect, useRef, useState } from "preact/hooks";
import { yen } from "../../language/format.ts";
import { language, translations } from "../../language/language.ts";
import { useQuery } from "../../parts/queries/use-query.ts";
import { PlotLegend } from "./plot-legend.tsx";
import type { Part, TrendLook } from "./trend-plot.ts";
import type { TrendSeries } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";
import { soldWords, whenWords } from "./trend-words.ts";
import { useTheme } from "./use-theme.ts";

/** The plot of a trend, for the eye and the pointer; others have the sentence and the table beside it. */
export function Plot({ series }: { readonly series: TrendSeries }) {
  const t = translations(trendTexts);
  // Only this screen has a plot: its library is loaded here.
  const library = useQuery("plot", () => import("./trend-plot.ts"));
  const element = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useTheme();
  const spoken = language.value;
  // Drawn again with the theme, whose colours it has, and with the language of its labels.
  useEffect(() => {
    const [inside, colours] = [element.current, legend.current];
    if (library.value === null || inside === null || colours === null) return;
    const plot = library.value.drawTrend(inside, series, lookOf(inside, colours), setPointed);
    const sizes = new ResizeObserver(() => plot.resize());
    sizes.observe(inside);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [library.value, series, theme, spoken]);
  if (library.error !== null) return <p class="failure">{t.plotFailed}</p>;
  const most = Math.max(...series.points.map((point) => point?.count ?? 0));
  return (
    <>
      <PlotLegend legend={legend} most={most} />
      <div class="plot" aria-hidden="true" ref={element} />
      <p class="quiet readout" aria-hidden="true">
        {readout(series, pointed)}
      </p>
    </>
  );
}

/** The prices of an interval in words, or how they are shown. */
function readout({ starts, points, interval }: TrendSeries, index: number | null): string {
  const t = translations(trendTexts);
  const start = starts[index ?? -1];
  if (start === undefined) return t.plotHint;
  const when = whenWords(start, interval);
  const point = points[index ?? -1] ?? null;
  if (point === null) return t.readoutGap(when);
  return t.readout(when, yen(point.median), yen(point.p25), yen(point.p75), soldWords(point.count));
}

/** The colours as the browser has computed them from the stylesheet: a canvas does not know its variables. */
function lookOf(element: HTMLElement, legend: HTMLElement): TrendLook {
  const { color: text, borderBottomColor: grid, fontFamily } = getComputedStyle(element);
  const colour = (part: Part) => {
    const swatch = legend.querySelector(`[data-part=${part}]`);
    return swatch === null ? text : getComputedStyle(swatch).color;
  };
  return {
    colours: {
      median: colour("median"),
      band: colour("band"),
      bounds: colour("bounds"),
      sold: colour("sold"),
      text,
      grid,
    },
    font: `12px ${fontFamily}`,
  };
}
