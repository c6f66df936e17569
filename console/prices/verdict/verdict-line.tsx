import type { Verdict } from "./verdict-words.ts";
import { verdictWords } from "./verdict-words.ts";

/** A sentence that says whether a product's cheapest offer is good. */
export function VerdictLine({ verdict, now }: { readonly verdict: Verdict; readonly now: Date }) {
  return (
    <p class="verdict" data-kind={verdict.kind}>
      {verdictWords(verdict, now)}
    </p>
  );
}
