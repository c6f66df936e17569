/** The size of a sparkline, in units of its drawing. */
export const SPARKLINE = { width: 120, height: 32 } as const;
/** Room for the width of the line. */
const MARGIN = 3;

/**
 * The path of a sparkline, in SVG's syntax: interrupted at gaps; a value between two gaps is a dot. The lowest value is at the
 * bottom and the highest at the top; equal values are a line at half the height.
 *
 * @param values at equal distances; null for a gap
 * @param lowest a value that is at the bottom even if all others are above it, e.g. 0 for amounts
 */
export function sparklinePath(values: readonly (number | null)[], lowest = Number.POSITIVE_INFINITY): string {
  const known = values.filter((value) => value !== null);
  const low = Math.min(lowest, ...known);
  const range = Math.max(...known) - low;
  // Amounts that are all 0 are at the bottom.
  const equal = Number.isFinite(lowest) ? 0 : 0.5;
  const stepX = (SPARKLINE.width - 2 * MARGIN) / Math.max(1, values.length - 1);
  const inner = SPARKLINE.height - 2 * MARGIN;
  const place = (value: number, index: number) => {
    const share = range === 0 ? equal : (value - low) / range;
    return `${round(MARGIN + index * stepX)} ${round(MARGIN + (1 - share) * inner)}`;
  };
  return values
    .map((value, index) => {
      if (value === null) return "";
      if ((values[index - 1] ?? null) !== null) return `L${place(value, index)}`;
      // A line of no length is drawn as a dot by its round end.
      return (values[index + 1] ?? null) === null ? `M${place(value, index)}h0` : `M${place(value, index)}`;
    })
    .join("");
}

function round(units: number): number {
  return Math.round(units * 10) / 10;
}
