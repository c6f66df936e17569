import { SPARKLINE, sparklinePath } from "./sparkline-path.ts";

/** A small line of a few values without a scale. It repeats what is said beside it, and screen readers skip it. */
export function Sparkline({
  values,
  lowest,
}: {
  /** At equal distances, the oldest first; null for a gap. */
  readonly values: readonly (number | null)[];
  /** A value that is at the bottom even if all others are above it, e.g. 0 for amounts. */
  readonly lowest?: number;
}) {
  return (
    <svg class="sparkline" viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`} aria-hidden="true">
      <path d={sparklinePath(values, lowest)} />
    </svg>
  );
}
