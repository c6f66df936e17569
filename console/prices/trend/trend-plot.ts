import uPlot from "uplot";
import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { japanDay } from "./japan-day.ts";
import { labelled, priceRange } from "./plot-scales.ts";
import type { TrendPoint, TrendSeries } from "./trend-series.ts";
import { lonely } from "./trend-series.ts";
import { trendTexts } from "./trend-texts.ts";

/** A drawn plot. */
export interface TrendPlot {
  /** Fits the plot into its element. */
  readonly resize: () => void;
  /** Points at a position, as the pointer does. */
  readonly point: (index: number) => void;
  readonly destroy: () => void;
}

/** The parts of the legend: the plot has their colours, so that both follow the theme. */
export type Part = "median" | "band" | "bounds" | "sold" | "cheapest" | "offers";

/** What is offered today, in whole yen. */
export interface TodaysOffers {
  readonly lowest: number;
  readonly median: number;
}

/** How a plot looks. */
export interface TrendLook {
  readonly colours: Readonly<Record<Part | "text" | "grid", string>>;
  /** CSS's `font`. */
  readonly font: string;
}

const HEIGHT = 280;
/** The bars reach a fifth of the height, so that they stay below the prices. */
const BARS_SHARE = 5;
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
 * @param onPoint gets the index of the position that is pointed at; null for none
 */
export function drawTrend(
  element: HTMLElement,
  series: TrendSeries,
  offers: TodaysOffers | null,
  { colours, font }: TrendLook,
  onPoint: (index: number | null) => void,
): TrendPlot {
  const starts = offers === null ? [...series.starts] : [...series.starts, (series.starts.at(-1) ?? 0) + series.step];
  const values = (read: (point: TrendPoint) => number) => [
    ...series.points.map((point) => point && read(point)),
    ...(offers === null ? [] : [null]),
  ];
  const { today } = translations(trendTexts);
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
  const axis = { stroke: colours.text, font, ticks: { stroke: colours.grid, width: 1 } };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: (_plot, first, last) => [first - series.step / 2, last + series.step / 2] },
        y: { range: (_plot, low, high) => priceRange(low, high) },
        sold: { range: [0, most * BARS_SHARE] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          // Counted from the end, whose label is the one that is looked for.
          splits: (plot) => labelled(starts.toReversed(), plot.bbox.width / uPlot.pxRatio).toReversed(),
          values: (_plot, splits) =>
            splits.map((start) => (series.starts.includes(start) ? japanDay(start, "short") : today)),
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
  return {
    resize: () => plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    point: (index) => plot.setCursor({ left: plot.valToPos(starts[index] ?? 0, "x"), top: 0 }),
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
