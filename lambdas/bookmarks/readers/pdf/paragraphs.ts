import type { DocumentWords } from "./line-break.ts";
import { documentWords, withoutBreak } from "./line-break.ts";
import type { TextLine } from "./text-lines.ts";
import { between } from "./text-lines.ts";

/** How much larger than usual the distance between two lines must be to end a paragraph. */
const LARGE_STEP = 1.25;
/** A distance beyond this many times the font's size does not separate two lines of one text. */
const MAX_STEP = 3;
/** How much two font sizes of one paragraph may differ. */
const OTHER_SIZE = 1.12;
/** An indentation, in shares of the font's size. */
const INDENT = 0.8;
/** A line is short if it ends this much before the next one, in shares of the font's size; or has this share of its width. */
const SHORT = 2;
const MUCH_SHORTER = 0.6;

const ENDS_SENTENCE = /[.!?:。．！？…][”"’'」』)）\]]*$/u;
const BULLET = /^[•◦▪‣・●■□○]/u;
const HYPHEN = /(?<=[\p{L}\p{N}])[-\u00ad\u2010]$/u;

const isSameLine = (one: TextLine, other: TextLine): boolean =>
  one.page === other.page && Math.abs(one.y - other.y) < 0.5 * one.size && other.start >= one.end;

/** The usual distance between lines, in shares of the font's size. */
function usualStep(lines: readonly TextLine[]): number {
  const steps = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    if (before === undefined || before.page !== line.page) return [];
    const step = (before.y - line.y) / line.size;
    return step > 0.5 && step < MAX_STEP ? [step] : [];
  });
  return steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? MAX_STEP;
}

/** Whether a line begins a paragraph. @param isSecond whether the line before it began one */
function beginsParagraph(before: TextLine, line: TextLine, isSecond: boolean, step: number): boolean {
  if (isSameLine(before, line)) return false;
  const ratio = line.size / before.size;
  if (ratio > OTHER_SIZE || ratio < 1 / OTHER_SIZE || BULLET.test(line.text)) return true;
  const ended = ENDS_SENTENCE.test(before.text);
  const down = (before.y - line.y) / line.size;
  // The next column or page.
  if (before.page !== line.page || down <= 0) return ended;
  if (down > LARGE_STEP * step) return true;
  // The second line of an item in a list is indented.
  if (!isSecond && line.start - before.start > INDENT * line.size) return true;
  if (HYPHEN.test(before.text)) return false;
  if (ended && before.end < line.end - SHORT * line.size) return true;
  return before.end - before.start < MUCH_SHORTER * (line.end - line.start);
}

/** Adds a line to the texts of its paragraph: lines, and the separators between them. */
function addLine(texts: string[], before: TextLine, line: TextLine, words: DocumentWords): void {
  const whole = isSameLine(before, line) ? null : withoutBreak(before.text, line.text, words);
  if (whole === null) texts.push(between(before.text, line.text), line.text);
  else texts.splice(-1, 1, whole.slice(0, whole.length - line.text.length), line.text);
}

/** The paragraphs of lines in reading order. Takes time n log n in the number of lines. */
export function paragraphs(lines: readonly TextLine[]): string[] {
  const found: string[][] = [];
  const step = usualStep(lines);
  const words = documentWords(lines);
  let texts: string[] = [];
  let before: TextLine | null = null;
  for (const line of lines) {
    if (before === null || beginsParagraph(before, line, texts.length === 1, step)) {
      texts = [line.text];
      found.push(texts);
    } else addLine(texts, before, line, words);
    before = line;
  }
  return found.map((parts) => parts.join(""));
}
