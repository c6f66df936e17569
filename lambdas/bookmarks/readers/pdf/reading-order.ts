import type { TextLine } from "./text-lines.ts";

/** Fewer lines don't prove columns. */
const MIN_LINES = 8;
/** The share of lines that may cross the space between two columns: titles, abstracts, captions. */
const MAX_ACROSS = 0.2;
/** The share of lines that each side must have. */
const MIN_SIDE = 0.2;
/** The share of a column's width that half of its lines must fill, and their length in code units: cells are shorter. */
const FILLED = 0.6;
const MIN_LENGTH = 10;
/** The share of lines after which the content changes columns: with fewer changes, the columns are already in sequence. */
const MAX_CHANGES = 0.25;

const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** Whether lines fill a column, as sentences do. */
function isColumn(lines: readonly TextLine[]): boolean {
  const from = lines.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const to = lines.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY);
  const widths = lines.map(({ start, end }) => end - start);
  return median(widths) >= FILLED * (to - from) && median(lines.map(({ text }) => text.length)) >= MIN_LENGTH;
}

/** The position of the space between two columns: where the fewest lines cross it. Null for lines in one column. */
function gutter(lines: readonly TextLine[]): number | null {
  if (lines.length < MIN_LINES) return null;
  const starts = sorted(lines.map(({ start }) => start));
  const ends = sorted(lines.map(({ end }) => end));
  const least = MIN_SIDE * lines.length;
  let best = { place: Number.POSITIVE_INFINITY, across: Number.POSITIVE_INFINITY };
  let begun = 0;
  for (const [index, end] of ends.entries()) {
    while ((starts[begun] ?? Number.POSITIVE_INFINITY) < end) begun += 1;
    const [left, right] = [index + 1, lines.length - begun];
    const across = lines.length - left - right;
    if (left >= least && right >= least && across < best.across) best = { place: end, across };
  }
  if (best.across > MAX_ACROSS * lines.length) return null;
  const { place } = best;
  const isFilled =
    isColumn(lines.filter(({ end }) => end <= place)) && isColumn(lines.filter(({ start }) => start >= place));
  return isFilled ? place : null;
}

/**
 * The lines of one page in the order in which they are read. Most files have their text in that order. It is changed only
 * for two columns of sentences whose lines alternate in the file: more columns are mostly cells of a table. Takes time n
 * log n in the number of lines.
 */
export function readingOrder(lines: readonly TextLine[]): readonly TextLine[] {
  const place = gutter(lines);
  if (place === null) return lines;
  const sideOf = ({ start, end }: TextLine) => (end <= place ? "left" : start >= place ? "right" : "across");
  const sides = lines.map(sideOf).filter((side) => side !== "across");
  const changes = sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length;
  if (changes <= MAX_CHANGES * sides.length) return lines;
  const ordered: TextLine[] = [];
  let [left, right]: [TextLine[], TextLine[]] = [[], []];
  const endBand = () => {
    ordered.push(...left, ...right);
    [left, right] = [[], []];
  };
  for (const line of lines.toSorted((one, other) => other.y - one.y)) {
    const side = sideOf(line);
    if (side === "across") {
      endBand();
      ordered.push(line);
    } else (side === "left" ? left : right).push(line);
  }
  endBand();
  return ordered;
}
