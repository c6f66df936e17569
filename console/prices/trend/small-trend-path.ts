/** The size of a small trend, in units of its drawing. */
export const SMALL_TREND = { width: 120, height: 32 } as const;
/** Room for the width of the line. */
const MARGIN = 3;

/**
 * The path of a small line, in SVG's syntax: interrupted at gaps; a value between two gaps is a dot. Equal values are a line
 * at half the height.
 */
export function smallTrendPath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const stepX = (SMALL_TREND.width - 2 * MARGIN) / Math.max(1, values.length - 1);
  const inner = SMALL_TREND.height - 2 * MARGIN;
  const place = (value: number, index: number) => {
    const share = range === 0 ? 0.5 : (value - low) / range;
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
