import type { RefObject } from "preact";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import type { Part, TodaysOffers } from "./trend-plot.ts";
import { trendTexts } from "./trend-texts.ts";

/** What the lines and areas of the plot mean; each differs in its shape as well as in its colour. */
export function PlotLegend({
  legend,
  most,
  offers,
}: {
  readonly legend: RefObject<HTMLUListElement | null>;
  /** The most that were sold in one interval. */
  readonly most: number;
  readonly offers: TodaysOffers | null;
}) {
  const t = translations(trendTexts);
  const entry = (part: Part, label: string) => (
    <li>
      <span class="swatch" data-part={part} /> {label}
    </li>
  );
  return (
    <ul class="wrapping legend" ref={legend}>
      {entry("median", t.median)}
      {entry("band", t.legendBand)}
      {entry("bounds", t.legendBounds)}
      {entry("sold", t.legendSold(count(most)))}
      {offers !== null && entry("cheapest", t.legendCheapest(yen(offers.lowest)))}
      {offers !== null && entry("offers", t.legendOffers(yen(offers.median)))}
    </ul>
  );
}
