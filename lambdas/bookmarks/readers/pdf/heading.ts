import type { TextLine } from "./text-lines.ts";
import { between } from "./text-lines.ts";

/** A heading has at most this many lines. */
const MAX_LINES = 4;
/** How much smaller a line of the heading may be than its largest. */
const SAME_SIZE = 0.95;
/** At least two letters: a single letter may be an initial, and a numeral is not a heading. */
const WORDS = /\p{L}.*\p{L}/u;

/** Whether all lines with words have one size. */
export function isInOneSize(lines: readonly TextLine[]): boolean {
  const sizes = lines.flatMap(({ text, size }) => (WORDS.test(text) ? [size] : []));
  const largest = sizes.reduce((one, other) => Math.max(one, other), 0);
  return sizes.every((size) => size >= SAME_SIZE * largest);
}

/**
 * The heading of a page: the first text in its largest font. Empty for a page without text.
 *
 * @param isPlain whether the whole file has one size: then its first line is the heading
 */
export function heading(lines: readonly TextLine[], isPlain = false): string {
  const largest = lines.reduce((size, line) => (WORDS.test(line.text) ? Math.max(size, line.size) : size), 0);
  const isLarge = (line: TextLine) => WORDS.test(line.text) && line.size >= SAME_SIZE * largest;
  const found: TextLine[] = [];
  for (const line of lines) {
    if (isLarge(line)) found.push(line);
    else if (found.length > 0) break;
  }
  // On a page in one size, only the first line can be its heading.
  const title = isPlain || found.length > MAX_LINES ? found.slice(0, 1) : found;
  return title.reduce((text, line) => text + (text === "" ? "" : between(text, line.text)) + line.text, "");
}
