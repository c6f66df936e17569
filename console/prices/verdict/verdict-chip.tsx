import { translations } from "../../language/language.ts";
import type { Tone } from "../../parts/status-chip.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { verdictTexts } from "./verdict-texts.ts";
import type { Verdict } from "./verdict-words.ts";
import { difference, verdictWords } from "./verdict-words.ts";

const TONES: Readonly<Record<Verdict["kind"], Tone>> = { good: "good", usual: "plain", dear: "warn", unknown: "plain" };

/** How far a product's cheapest offer is from what was paid; the sentence is for screen readers and the pointer. */
export function VerdictChip({ verdict, now }: { readonly verdict: Verdict; readonly now: Date }) {
  const { kind, percent } = verdict;
  const short = percent === null ? translations(verdictTexts).fewSalesShort : difference(percent);
  const text = kind === "unknown" && percent !== null ? `${short} ?` : short;
  return <StatusChip text={text} tone={TONES[kind]} sentence={verdictWords(verdict, now)} />;
}
