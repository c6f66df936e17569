import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PriceTrend } from "../../../client/index.ts";
import { yen } from "../../language/format.ts";
import { language, translations } from "../../language/language.ts";
import { useQuery } from "../../parts/queries/use-query.ts";
import { PlotLegend } from "./plot-legend.tsx";
import type { Part, TrendLook, TrendPlot } from "./trend-plot.ts";
import type { TrendSeries } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";
import { soldWords, whenWords } from "./trend-words.ts";
import { useTheme } from "./use-theme.ts";

/** Which part of the shown time remains. */
const ZOOM_KEYS: ReadonlyMap<string, number> = new Map([
  ["+", 0.5],
  ["-", 2],
]);

/**
 * The plot of a trend with what is offered today. Its values are read by pointing, and by arrow keys, Home and End: for these
 * there is a slider over it, which says them to screen readers, and which the eye does not see. All of them are in the table, too.
 * A part of it is shown by dragging, and by the keys + and −; 0 shows everything again.
 */
export function Plot({ series, offers }: { readonly series: TrendSeries; readonly offers: PriceTrend["on_sale"] }) {
  const t = translations(trendTexts);
  // Only this screen has a plot: its library is loaded here.
  const library = useQuery("plot", () => import("./trend-plot.ts"));
  const element = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const plot = useRef<TrendPlot | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { lowest, median } = offers;
  const today = useMemo(() => (lowest === null || median === null ? null : { lowest, median }), [lowest, median]);
  const [isZoomed, setZoomed] = useState(false);
  const theme = useTheme();
  const spoken = language.value;
  // Drawn again with the theme, whose colours it has, and with the language of its labels.
  useEffect(() => {
    const [inside, colours] = [element.current, legend.current];
    if (library.value === null || inside === null || colours === null) return;
    const drawn = library.value.drawTrend(inside, series, today, lookOf(inside, colours), setPointed, setZoomed);
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.resize());
    sizes.observe(inside);
    return () => {
      plot.current = null;
      sizes.disconnect();
      drawn.destroy();
    };
  }, [library.value, series, today, theme, spoken]);
  if (library.error !== null) return <p class="failure">{t.plotFailed}</p>;
  const most = Math.max(...series.points.map((point) => point?.count ?? 0));
  const last = series.starts.length - (today === null ? 1 : 0);
  const chosen = Math.min(pointed ?? last, last);
  return (
    <>
      <PlotLegend legend={legend} most={most} offers={today} />
      <div class="plot-box">
        <div class="plot" aria-hidden="true" ref={element} />
        <input
          type="range"
          class="plot-slider"
          aria-label={t.slider}
          min={0}
          max={last}
          value={chosen}
          aria-valuetext={readout(series, offers, chosen)}
          onFocus={() => plot.current?.point(chosen)}
          onKeyDown={({ key }) => {
            const factor = ZOOM_KEYS.get(key);
            if (factor !== undefined) plot.current?.zoom(chosen, factor);
            if (key === "0") plot.current?.showAll();
          }}
          onInput={({ currentTarget: { valueAsNumber: index } }) => {
            setPointed(index);
            plot.current?.point(index);
          }}
        />
        {isZoomed && (
          <button type="button" class="show-all" onClick={() => plot.current?.showAll()}>
            {t.showAll}
          </button>
        )}
      </div>
      <p class="quiet readout" aria-hidden="true">
        {pointed !== null && readout(series, offers, chosen)}
        {pointed === null && matchMedia("(any-hover: hover)").matches && t.plotHint}
      </p>
    </>
  );
}

/** The prices of an interval in words, or after the last one those of what is offered today. */
function readout({ starts, points, interval }: TrendSeries, offers: PriceTrend["on_sale"], index: number): string {
  const t = translations(trendTexts);
  const start = starts[index];
  if (start === undefined) return t.readoutToday(offers.count, yen(offers.lowest ?? 0), yen(offers.median ?? 0));
  const when = whenWords(start, interval);
  const point = points[index] ?? null;
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
      cheapest: colour("cheapest"),
      offers: colour("offers"),
      text,
      grid,
    },
    font: `12px ${fontFamily}`,
  };
}
