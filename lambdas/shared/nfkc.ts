// A normalizer sorts a run of marks in quadratic time. No language has runs of more than 30 (UAX #15, stream-safe text). The
// halfwidth sound marks become marks.
const SURPLUS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * A text in the Unicode form NFKC, e.g. with `A` for `Ａ`, in time linear in its length. Of a run of combining marks the
 * first thirty stay. No other file normalizes (normalize.grit). The client and the console use it, too.
 */
export function nfkc(text: string): string {
  // biome-ignore lint/plugin: The one place, after the guard.
  return text.replace(SURPLUS_MARKS, "$1").normalize("NFKC");
}
