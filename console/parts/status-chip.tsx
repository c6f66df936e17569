/** The colour repeats what the text says: `plain` for what is under way. */
export type Tone = "plain" | "good" | "warn" | "bad";

/** The status of an item, as text. */
export function StatusChip({ text, tone }: { readonly text: string; readonly tone: Tone }) {
  return <span class={tone === "plain" ? "chip" : `chip ${tone}`}>{text}</span>;
}
