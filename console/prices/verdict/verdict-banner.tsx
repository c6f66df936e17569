import { yen } from "../../language/format.ts";
import { translations } from "../../language/language.ts";
import { VerdictLine } from "./verdict-line.tsx";
import { verdictTexts } from "./verdict-texts.ts";
import type { Verdict } from "./verdict-words.ts";
import { medianWords } from "./verdict-words.ts";

/** The price of a product's cheapest offer, whether it is good, and what it is compared with. */
export function VerdictBanner({ verdict, now }: { readonly verdict: Verdict; readonly now: Date }) {
  return (
    <section class="verdict-banner" data-kind={verdict.kind} aria-label={translations(verdictTexts).title}>
      <p class="price">{yen(verdict.price)}</p>
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
