import type { PriceTrend } from "../../../client/index.ts";
import { count, yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { verdictTexts } from "../verdict/verdict-texts.ts";
import { CheapestPrice } from "./cheapest-price.tsx";
import { productTexts } from "./product-texts.ts";

/** The present offers of a product: the price of the cheapest as a link to its page, how many there are, and their median. */
export function Offers({
  offers: { count: number, lowest, lowest_url: url, median },
  describedBy,
  isPriceShown = false,
}: {
  readonly offers: PriceTrend["on_sale"];
  /** Id of the heading of the product. */
  readonly describedBy?: string;
  /** The price of the cheapest, its link and the median are beside it already. */
  readonly isPriceShown?: boolean;
}) {
  const t = translations(productTexts);
  if (lowest === null || url === null) return <p class="quiet">{t.nothingOnSale}</p>;
  if (isPriceShown) return <p class="wrapping offers">{t.onSale(count(number))}</p>;
  return (
    <p class="wrapping offers">
      <strong class="price">
        <CheapestPrice price={lowest} url={url} {...(describedBy !== undefined && { describedBy })} />
      </strong>{" "}
      <span>{t.onSale(count(number))}</span>{" "}
      {median !== null && <span>{translations(verdictTexts).offersMedian(yen(median))}</span>}
    </p>
  );
}
