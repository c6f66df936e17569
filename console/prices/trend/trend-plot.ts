import uPlot from "uplot";
import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { japanDay } from "./japan-day.ts";
import { isLabelledByMonth, labelled, monthStarts, priceRange, zoomed } from "./plot-scales.ts";
import type { TrendPoint, TrendSeries } from "./trend-series.ts";
import { lonely } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";

export interface TrendPlot {
  readonly resize: () => void;
  /** Points at a position, as the pointer does; a zoomed plot moves there. */
  readonly point: (index: number) => void;
  /** Comes nearer to a position, or goes away from it. @param factor of the shown time, below 1 to come nearer */
  readonly zoom: (index: number, factor: number) => void;
  readonly showAll: () => void;
  readonly destroy: () => void;
}

/** The parts of the legend: the plot has their colours, so that both follow the theme. */
export type Part = "median" | "band" | "bounds" | "sold" | "cheapest" | "offers";

/** What is offered today, in whole yen. */
export interface TodaysOffers {
  readonly lowest: number;
  readonly median: number;
}

export interface TrendLook {
  readonly colours: Readonly<Record<Part | "text" | "grid", string>>;
  /** CSS's `font`. */
  readonly font: string;
}

const HEIGHT = 280;
/** The bars reach a fifth of the height, so that they stay below the prices. */
const BARS_SHARE = 5;
/** Intervals that a zoomed plot shows at least. */
const LEAST_SHOWN = 2;
/** CSS pixels: the width of a box that stands for a day or a week between two gaps. */
const BOX_WIDTH = 8;

// Places among the series, of which the starts are the first; later ones are drawn above earlier ones.
const HIGHEST = 2;
const LOWEST = 3;
const P75 = 4;
const P25 = 5;

/**
 * Draws a trend: the median as a line, the quartiles as a band, the lowest and the highest price as thin lines, and how many
 * were sold as bars. What no line connects is drawn as a dot in a box. After the last interval there is a position for what is
 * offered today, if anything is: a dot for the cheapest offer, and a ring for the median.
 *
 * Dragging across it shows that part, and a double click everything.
 *
 * @param onPoint gets the index of the position that is pointed at; null for none
 * @param onZoom gets whether a part is shown
 */
export function drawTrend(
  element: HTMLElement,
  series: TrendSeries,
  offers: TodaysOffers | null,
  { colours, font }: TrendLook,
  onPoint: (index: number | null) => void,
  onZoom: (isZoomed: boolean) => void,
): TrendPlot {
  const starts = offers === null ? [...series.starts] : [...series.starts, (series.starts.at(-1) ?? 0) + series.step];
  const values = (read: (point: TrendPoint) => number) => [
    ...series.points.map((point) => point && read(point)),
    ...(offers === null ? [] : [null]),
  ];
  const { today } = translations(trendTexts);
  const isToday = (start: number) => !series.starts.includes(start);
  const onlyToday = (price: number | undefined) =>
    starts.map((_, index) => (index === series.starts.length ? price : null));
  const dot = (stroke: string, fill: string, size: number) => ({
    stroke,
    points: { show: true, size, width: 2.5, stroke, fill },
  });
  const counts = values(({ count }) => count);
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  const dots = lonely(series.points);
  const line = (stroke: string, width: number, dash: number[] = []) => ({
    stroke,
    width,
    dash,
    points: { show: false },
  });
  const half = series.step / 2;
  const whole = [(starts[0] ?? 0) - half, (starts.at(-1) ?? 0) + half] as const;
  const shown = ({ scales }: uPlot): [number, number] => [scales.x?.min ?? whole[0], scales.x?.max ?? whole[1]];
  const isByMonth = (plot: uPlot) => isLabelledByMonth(shown(plot)[1] - shown(plot)[0]);
  const axis = { stroke: colours.text, font, ticks: { stroke: colours.grid, width: 1 } };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false }, points: { show: false } },
      scales: {
        x: {
          time: false,
          range: (_plot, first, last) => (first === starts[0] && last === starts.at(-1) ? [...whole] : [first, last]),
        },
        y: { range: (_plot, low, high) => priceRange(low, high) },
        sold: { range: [0, most * BARS_SHARE] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: (plot) => {
            const [from, to] = shown(plot);
            const visible = starts.filter((start) => start >= from && start <= to);
            const months = monthStarts(visible, (start) => (isToday(start) ? today : japanDay(start, "month")));
            const wanted = isByMonth(plot) ? months : visible;
            // Counted from the end, whose label is the one that is looked for.
            return labelled(wanted.toReversed(), plot.bbox.width / uPlot.pxRatio).toReversed();
          },
          values: (plot, splits) =>
            splits.map((start) => (isToday(start) ? today : japanDay(start, isByMonth(plot) ? "month" : "short"))),
        },
        {
          ...axis,
          grid: { stroke: colours.grid, width: 1 },
          size: (_plot, labels) => 16 + 8 * Math.max(0, ...(labels ?? []).map(({ length }) => length)),
          values: (_plot, prices) => prices.map((price) => (Number.isInteger(price) ? yen(price) : "")),
        },
      ],
      series: [
        {},
        {
          scale: "sold",
          fill: colours.sold,
          width: 0,
          points: { show: false },
          ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 24] }) }),
        },
        line(colours.bounds, 1, [4, 3]),
        line(colours.bounds, 1, [4, 3]),
        line(colours.band, 0),
        line(colours.band, 0),
        {
          ...line(colours.median, 2.5),
          points: { show: true, size: 7, fill: colours.median, stroke: colours.median, filter: () => dots },
        },
        dot(colours.offers, "transparent", 10),
        dot(colours.cheapest, colours.cheapest, 10),
      ],
      bands: [{ series: [P75, P25], fill: colours.band }],
      hooks: {
        drawAxes: [(plot) => drawBoxes(plot, dots, colours)],
        setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
        setScale: [
          (plot, key) => {
            const [from, to] = shown(plot);
            if (key === "x") onZoom(from > whole[0] || to < whole[1]);
          },
        ],
      },
    },
    [
      starts,
      counts,
      values(({ max }) => max),
      values(({ min }) => min),
      values(({ p75 }) => p75),
      values(({ p25 }) => p25),
      values(({ median }) => median),
      onlyToday(offers?.median),
      onlyToday(offers?.lowest),
    ],
    element,
  );
  const show = ([min, max]: readonly [number, number]) => plot.setScale("x", { min, max });
  const isShown = (index: number) => {
    const [from, to] = shown(plot);
    return from <= (starts[index] ?? 0) && (starts[index] ?? 0) <= to;
  };
  const pointAt = (index: number) => plot.setCursor({ left: plot.valToPos(starts[index] ?? 0, "x"), top: 0 });
  const showThen = (part: readonly [number, number], index: number) => {
    show(part);
    // The plot changes its scale in a microtask.
    queueMicrotask(() => pointAt(index));
  };
  return {
    resize: () => plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    point: (index) => {
      if (isShown(index)) pointAt(index);
      else showThen(zoomed(shown(plot), starts[index] ?? 0, 1, whole, 0), index);
    },
    zoom: (index, factor) =>
      showThen(zoomed(shown(plot), starts[index] ?? 0, factor, whole, LEAST_SHOWN * series.step), index),
    showAll: () => show(whole),
    destroy: () => plot.destroy(),
  };
}

/** The intervals between two gaps: a box for the quartiles, and a line from the lowest to the highest price. */
function drawBoxes(plot: uPlot, dots: readonly number[], colours: TrendLook["colours"]): void {
  const { ctx } = plot;
  const width = BOX_WIDTH * uPlot.pxRatio;
  const yOf = (series: number, index: number) => plot.valToPos(plot.data[series]?.[index] ?? 0, "y", true);
  ctx.save();
  ctx.fillStyle = colours.band;
  ctx.strokeStyle = colours.bounds;
  ctx.lineWidth = uPlot.pxRatio;
  for (const index of dots) {
    const x = plot.valToPos(plot.data[0]?.[index] ?? 0, "x", true);
    ctx.beginPath();
    ctx.moveTo(x, yOf(HIGHEST, index));
    ctx.lineTo(x, yOf(LOWEST, index));
    ctx.stroke();
    const top = yOf(P75, index);
    ctx.fillRect(x - width / 2, top, width, yOf(P25, index) - top);
  }
  ctx.restore();
}
