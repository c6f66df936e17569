import type { TextLine } from "./text-lines.ts";
import { between } from "./text-lines.ts";

/** A heading has at most this many lines. */
const MAX_LINES = 4;
/** How much smaller a line of the heading may be than its largest. */
const SAME_SIZE = 0.95;
/** A single letter may be an initial, and a numeral no heading. */
const WORDS = /\p{L}.*\p{L}/u;

/** Whether all lines with words have one size. */
export function isInOneSize(lines: readonly TextLine[]): boolean {
  const sizes = lines.flatMap(({ text, size }) => (WORDS.test(text) ? [size] : []));
  const largest = sizes.reduce((one, other) => Math.max(one, other), 0);
  return sizes.every((size) => size >= SAME_SIZE * largest);
}

/**
 * The heading of a page: its first text in the largest font. Empty for a page without text.
 *
 * @param isPlain whether the whole file is in one size: then its first line is the heading
 */
export function heading(lines: readonly TextLine[], isPlain = false): string {
  const largest = lines.reduce((size, line) => (WORDS.test(line.text) ? Math.max(size, line.size) : size), 0);
  const isLarge = (line: TextLine) => WORDS.test(line.text) && line.size >= SAME_SIZE * largest;
  const found: TextLine[] = [];
  for (const line of lines) {
    if (isLarge(line)) found.push(line);
    else if (found.length > 0) break;
  }
  // A page in one size has no heading but its first line.
  const title = isPlain || found.length > MAX_LINES ? found.slice(0, 1) : found;
  return title.reduce((text, line) => text + (text === "" ? "" : between(text, line.text)) + line.text, "");
}
