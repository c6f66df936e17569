import { nfkc } from "../../../shared/nfkc.ts";
import type { LinePiece } from "./line-order.ts";
import { inReadingOrder, isRightToLeft } from "./line-order.ts";

/** A piece of text as pdf.js reports it: of one font, in the order of the page's content. */
export interface TextPiece {
  readonly str: string;
  /** From the piece's own system to the page's: a, b, c, d, e, f (ISO 32000-1, 8.3.3). */
  readonly transform: readonly number[];
  /** The size on the page; for vertical writing, `height` is the length. */
  readonly width: number;
  readonly height: number;
  /** Whether the font writes from top to bottom. */
  readonly isVertical: boolean;
}

/**
 * A line of text, or the part of one that belongs to one column. The lengths are in units of the page, in a system that is
 * rotated so that text runs along x, and the next line has a lower y.
 */
export interface TextLine {
  readonly text: string;
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
}

/** Shares of the font's size: from the first, a gap between two pieces is a space; from the second, it ends a line. */
const SPACE = 0.15;
const COLUMN_GAP = 1.2;
/** The largest distance of a superscript from the line. */
const SHIFT = 0.5;

/** Characters for which fonts have separate glyphs: radicals as characters, ligatures, forms of vertical writing. */
const FORMS = /[\u2e80-\u2fdf\ufb00-\ufb06\ufe10-\ufe19\ufe30-\ufe48]+/gu;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\u30fc\uff00-\uffef]/u;

interface Place {
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
}

function placeOf({ transform, width, height, isVertical }: TextPiece): Place | null {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const size = isVertical ? Math.hypot(a, b) : Math.hypot(c, d);
  const along = Math.hypot(a, b);
  if (![size, along, x, y, width, height].every(Number.isFinite) || size === 0 || along === 0) return null;
  // In vertical writing, the next line is to the left.
  if (isVertical) return { start: -y, end: -y + Math.abs(height), y: x, size };
  const start = (x * a + y * b) / along;
  return { start, end: start + Math.abs(width), y: (y * a - x * b) / along, size };
}

/** The separator between two texts at a distance: a space, except in scripts without spaces. */
export function between(before: string, after: string): string {
  const [end, beginning] = [before.slice(-1), after.slice(0, 1)];
  return /\s/.test(end + beginning) || (UNSPACED.test(end) && UNSPACED.test(beginning)) ? "" : " ";
}

/** A line while its pieces are found: those that were added on its left, the nearest first, and the rest. */
interface GrowingLine extends Place {
  readonly atLeft: LinePiece[];
  readonly pieces: LinePiece[];
  readonly longest: number;
}

/** Fewer single letters in a row may be initials. */
const LEAST_SPACED = 4;
/** Letters with a space after each, as pdf.js reports them where they are far apart. */
const SPACED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?: \p{L})+(?![\p{L}\p{N}])/gu;
/** How much larger the gap between two spaced words is than the gaps within one. */
const SPACED_WORDS = 1.5;

/** Whether letters are consecutive in an alphabet: then each counts as a word. */
export function isAlphabetical(letters: readonly string[]): boolean {
  return letters.every((letter, index) => {
    const before = letters[index - 1];
    return before === undefined || letter.codePointAt(0) === (before.codePointAt(0) ?? 0) + 1;
  });
}

/** The texts of a line's pieces. If one word of a line has its letters set apart, all words of the line do. */
function unspaced(texts: readonly string[]): readonly string[] {
  const runs = texts.flatMap((text) => text.match(SPACED_LETTERS) ?? []).map((run) => run.split(" "));
  const isSpaced = runs.some((letters) => letters.length >= LEAST_SPACED && !isAlphabetical(letters));
  return isSpaced ? texts.map((text) => text.replace(SPACED_LETTERS, (run) => run.replaceAll(" ", ""))) : texts;
}

/** The gaps after the pieces of a line that count as spaces: by size, or, among single letters, by comparison. */
function spaces(pieces: readonly LinePiece[], lineSize: number): readonly boolean[] {
  const gaps = pieces.slice(1).map((piece, index) => {
    const before = pieces[index] ?? piece;
    const em = Math.max(before.size, piece.size, lineSize);
    return (Math.max(before.start, piece.start) - Math.min(before.end, piece.end)) / em;
  });
  const isSpace = gaps.map((gap) => gap >= SPACE);
  const isLetter = pieces.map(({ str }) => /^\p{L}$/u.test(str));
  for (let from = 0; from < pieces.length; ) {
    let to = from;
    while (isLetter[to] === true) to += 1;
    if (to - from >= LEAST_SPACED && !isAlphabetical(pieces.slice(from, to).map(({ str }) => str))) {
      const usual =
        gaps.slice(from, to - 1).toSorted((one, other) => one - other)[Math.floor((to - from - 1) / 2)] ?? 0;
      for (let at = from; at < to - 1; at += 1) isSpace[at] &&= (gaps[at] ?? 0) > SPACED_WORDS * usual;
    }
    from = Math.max(to, from + 1);
  }
  return isSpace;
}

function lineText({ atLeft, pieces, size }: GrowingLine, isPageRightToLeft: boolean): string {
  const read = inReadingOrder([...atLeft.toReversed(), ...pieces], isPageRightToLeft);
  const isSpace = spaces(read, size);
  const texts = unspaced(read.map(({ str }) => str));
  const parts = texts.flatMap((text, index) => {
    const next = texts[index + 1];
    return next !== undefined && isSpace[index] ? [text, between(text, next)] : [text];
  });
  return parts.join("").replace(FORMS, nfkc);
}

/** The side of a line that a piece continues; null for a piece of another line, for example if it goes back too far. */
function sideOf(line: GrowingLine, { start, end, y, size }: Place, mayGoBack: boolean): "atLeft" | "pieces" | null {
  const em = Math.max(size, line.size);
  const isNear = (gap: number) => gap / em > -1 && gap / em < COLUMN_GAP;
  if (Math.abs(y - line.y) >= SHIFT * em) return null;
  if (isNear(start - line.end)) return "pieces";
  return mayGoBack && isNear(line.start - end) ? "atLeft" : null;
}

/** Lines side by side, such as those on both sides of a wide gap: the right one is read first. */
function fromTheRight(lines: readonly TextLine[]): TextLine[] {
  const rows: TextLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (row !== undefined && before !== undefined && Math.abs(before.y - line.y) < SHIFT * line.size) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.start - other.start));
}

/**
 * The lines of a page, in the order of its content. Where most letters are written from right to left, x runs to the left. Takes
 * time n log n in the number of pieces.
 */
export function textLines(pieces: Iterable<TextPiece>, page: number): TextLine[] {
  const shown = Array.from(pieces).filter(({ str }) => str.trim() !== "");
  const isFromTheRight = isRightToLeft(shown.map(({ str }) => str).join(""));
  const lines: TextLine[] = [];
  let line: GrowingLine | null = null;
  const endLine = () => {
    if (line !== null) {
      const { start, end, y, size } = line;
      const text = lineText(line, isFromTheRight);
      lines.push({ text, page, ...(isFromTheRight ? { start: -end, end: -start } : { start, end }), y, size });
    }
    line = null;
  };
  for (const piece of shown) {
    const place = placeOf(piece);
    if (place === null) continue;
    const { start, end, y, size } = place;
    const before: GrowingLine | null = line;
    const found: LinePiece = { str: piece.str, start, end, size };
    const mayGoBack = isFromTheRight || isRightToLeft(piece.str);
    const side: ReturnType<typeof sideOf> = before === null ? null : sideOf(before, place, mayGoBack);
    if (before === null || side === null) {
      endLine();
      line = { ...place, atLeft: [], pieces: [found], longest: piece.str.length };
      continue;
    }
    before[side].push(found);
    // Size and height of a line are those of its longest piece.
    const isMain: boolean = piece.str.length > before.longest;
    line = {
      ...before,
      start: side === "atLeft" ? Math.min(before.start, start) : before.start,
      end: Math.max(before.end, end),
      ...(isMain && { y, size, longest: piece.str.length }),
    };
  }
  endLine();
  return isFromTheRight ? fromTheRight(lines) : lines;
}
