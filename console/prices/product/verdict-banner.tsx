import type { PriceTrend } from "../../../client/index.ts";
import { translations } from "../../language/language.ts";
import { VerdictLine } from "../verdict/verdict-line.tsx";
import { verdictTexts } from "../verdict/verdict-texts.ts";
import type { Verdict } from "../verdict/verdict-words.ts";
import { medianWords } from "../verdict/verdict-words.ts";
import { CheapestPrice } from "./cheapest-price.tsx";
import { OfferPhoto } from "./offer-photo.tsx";

/**
 * The photo and the price of a product's cheapest offer, whether the price is good, and what it is compared with.
 *
 * @param offers null while they are read: the price is no link until then
 */
export function VerdictBanner({
  verdict,
  offers,
  now,
}: {
  readonly verdict: Verdict;
  readonly offers: PriceTrend["on_sale"] | null;
  readonly now: Date;
}) {
  return (
    <section class="wrapping verdict-banner" data-kind={verdict.kind} aria-label={translations(verdictTexts).title}>
      <OfferPhoto url={offers?.lowest_image_url ?? null} size={96} />
      <p class="price">
        <CheapestPrice price={offers?.lowest ?? verdict.price} url={offers?.lowest_url ?? null} />
      </p>
      <div>
        <VerdictLine verdict={verdict} now={now} />
        <p class="wrapping medians">
          {medianWords(verdict).map((words) => (
            <span key={words}>{words} </span>
          ))}
        </p>
      </div>
    </section>
  );
}
