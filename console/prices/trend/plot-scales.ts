/** CSS pixels between two labels of the days. */
const LABEL_SPACE = 80;

/** The starts that get a label, each so many of them. @param width of the plot, in CSS pixels */
export function labelled(starts: readonly number[], width: number): number[] {
  const every = Math.max(1, Math.ceil(starts.length / Math.max(1, Math.floor(width / LABEL_SPACE))));
  return starts.filter((_start, index) => index % every === 0);
}

/** Room above the prices, and below them for the bars, but no price below zero. */
export function priceRange(low: number, high: number): [number, number] {
  const room = Math.max(high - low, high * 0.1);
  return [Math.max(0, low - room * 0.3), high + room * 0.1];
}
