import type { PriceTrend } from "../../../client/index.ts";
import { preferences } from "../../device/preferences.ts";
import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { OutsideImage } from "../../parts/outside-image.tsx";
import { SafeLink } from "../../parts/safe-link.tsx";
import { VerdictLine } from "../verdict/verdict-line.tsx";
import { verdictTexts } from "../verdict/verdict-texts.ts";
import type { Verdict } from "../verdict/verdict-words.ts";
import { medianWords } from "../verdict/verdict-words.ts";
import { productTexts } from "./product-texts.ts";

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
  const t = translations(productTexts);
  const price = (
    <>
      <span class="visually-hidden">{t.cheapest("")}</span>
      {yen(offers?.lowest ?? verdict.price)}
    </>
  );
  const url = offers?.lowest_url ?? null;
  return (
    <section class="verdict-banner" data-kind={verdict.kind} aria-label={translations(verdictTexts).title}>
      {preferences.value.images && (
        <div class="photo">
          <OutsideImage url={offers?.lowest_image_url ?? null} width={96} height={96} />
        </div>
      )}
      <p class="price">{url === null ? <span>{price}</span> : <SafeLink url={url}>{price}</SafeLink>}</p>
      <div>
        <VerdictLine verdict={verdict} now={now} />
        <p class="medians">
          {medianWords(verdict).map((words) => (
            <span key={words}>{words} </span>
          ))}
        </p>
      </div>
    </section>
  );
}
