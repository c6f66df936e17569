import { translations } from "../../language/language.ts";
import type { Tone } from "../../parts/status-chip.tsx";
import { verdictTexts } from "./verdict-texts.ts";
import type { Verdict } from "./verdict-words.ts";
import { difference, verdictWords } from "./verdict-words.ts";

const TONES: Readonly<Record<Verdict["kind"], Tone>> = { good: "good", usual: "plain", dear: "warn", unknown: "plain" };

/** How far a product's cheapest offer is from what was paid; the sentence is for screen readers and the pointer. */
export function VerdictChip({ verdict, now }: { readonly verdict: Verdict; readonly now: Date }) {
  const { kind, percent } = verdict;
  const sentence = verdictWords(verdict, now);
  const short = percent === null ? translations(verdictTexts).fewSalesShort : difference(percent);
  return (
    <span class={TONES[kind] === "plain" ? "chip" : `chip ${TONES[kind]}`} title={sentence}>
      <span aria-hidden="true">{kind === "unknown" && percent !== null ? `${short} ?` : short}</span>
      <span class="visually-hidden verdict">{sentence}</span>
    </span>
  );
}
