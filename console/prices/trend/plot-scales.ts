/** CSS pixels between two labels of the days. */
const LABEL_SPACE = 80;

/** The starts that get a label, each so many of them. @param width of the plot, in CSS pixels */
export function labelled(starts: readonly number[], width: number): number[] {
  const every = Math.max(1, Math.ceil(starts.length / Math.max(1, Math.floor(width / LABEL_SPACE))));
  return starts.filter((_start, index) => index % every === 0);
}

/** Seconds: of a longer time the months are labelled, each at its first start. */
const MONTHS_FROM = 120 * 86_400;

/** Whether the labels of so long a time are months. @param seconds from its beginning to its end */
export const isLabelledByMonth = (seconds: number): boolean => seconds > MONTHS_FROM;

/** The first start of each month but of the first one, of which the beginning may be missing. @param monthOf names a start's month */
export function monthStarts(starts: readonly number[], monthOf: (start: number) => string): number[] {
  const months = starts.map(monthOf);
  return starts.filter((_start, index) => index > 0 && months[index] !== months[index - 1]);
}

/**
 * The part of a plot that is shown after a step of zooming: it keeps a position in its middle where the plot reaches far
 * enough.
 *
 * @param factor below 1 to come nearer
 * @param whole beginning and end of the plot
 * @param least the shortest part
 */
export function zoomed(
  [from, to]: readonly [number, number],
  middle: number,
  factor: number,
  whole: readonly [number, number],
  least: number,
): [number, number] {
  const length = Math.min(Math.max((to - from) * factor, least), whole[1] - whole[0]);
  const start = Math.min(Math.max(middle - length / 2, whole[0]), whole[1] - length);
  return [start, start + length];
}

/** Room above the prices, and below them for the bars, but no price below zero. */
export function priceRange(low: number, high: number): [number, number] {
  const room = Math.max(high - low, high * 0.1);
  return [Math.max(0, low - room * 0.3), high + room * 0.1];
}
