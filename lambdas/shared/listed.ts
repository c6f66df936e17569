/**
 * Names as one phrase of a sentence: `a, b and c`. `Intl.ListFormat` writes the same, but its first use takes 11 ms, which each
 * cold start of a function that makes its sentences as it loads would pay.
 */
export function listed(names: readonly string[], before: "and" | "or"): string {
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} ${before} ${last}`;
}
