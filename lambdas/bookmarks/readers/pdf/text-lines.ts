import { nfkc } from "../../../shared/nfkc.ts";

/** A piece of text as pdf.js reports it: of one font, in the order of the page's content. */
export interface TextPiece {
  readonly str: string;
  /** From the piece's own system to the page's: a, b, c, d, e, f (ISO 32000-1, 8.3.3). */
  readonly transform: readonly number[];
  /** Of the piece on the page; of vertical writing `height` is its length. */
  readonly width: number;
  readonly height: number;
  /** Whether the font writes from top to bottom. */
  readonly isVertical: boolean;
}

/**
 * A line of text, or the part of one that stands in a column. The lengths are in units of the page, in a system that is turned
 * so that text runs along x, and lines follow one another along falling y.
 */
export interface TextLine {
  readonly text: string;
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
}

/** Shares of the font's size: a larger gap between two pieces is a space, and one that is larger still ends a line. */
const SPACE = 0.15;
const COLUMN_GAP = 1.2;
/** How far a superscript may stand from the line. */
const SHIFT = 0.5;

/** Signs for which fonts have glyphs of their own: radicals as characters, ligatures, forms of vertical writing. */
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
  // Of vertical writing, the next line stands to the left.
  if (isVertical) return { start: -y, end: -y + Math.abs(height), y: x, size };
  const start = (x * a + y * b) / along;
  return { start, end: start + Math.abs(width), y: (y * a - x * b) / along, size };
}

/** What stands between two texts, of which the second one follows at a distance: a space, but for scripts without spaces. */
export function between(before: string, after: string): string {
  const [end, beginning] = [before.slice(-1), after.slice(0, 1)];
  return /\s/.test(end + beginning) || (UNSPACED.test(end) && UNSPACED.test(beginning)) ? "" : " ";
}

/** The lines of a page, in the order of its content. Takes time linear in the number of pieces. */
export function textLines(pieces: Iterable<TextPiece>, page: number): TextLine[] {
  const lines: TextLine[] = [];
  let line: (Place & { texts: string[]; longest: number }) | null = null;
  const endLine = () => {
    if (line !== null) {
      const { texts, start, end, y, size } = line;
      lines.push({ text: texts.join("").replace(FORMS, nfkc), page, start, end, y, size });
    }
    line = null;
  };
  for (const piece of pieces) {
    const place = piece.str.trim() === "" ? null : placeOf(piece);
    if (place === null) continue;
    const { start, end, y, size } = place;
    const em: number = Math.max(size, line?.size ?? 0);
    const gap: number = line === null ? 0 : (start - line.end) / em;
    // A piece that goes back by more than a sign's width belongs to another line.
    if (line !== null && Math.abs(y - line.y) < SHIFT * em && gap > -1 && gap < COLUMN_GAP) {
      line.texts.push(gap < SPACE ? "" : between(line.texts.at(-1) ?? "", piece.str), piece.str);
      // Size and height of the longest piece are those of the line.
      const main = piece.str.length > line.longest ? { y, size, longest: piece.str.length } : null;
      Object.assign(line, { end: Math.max(line.end, end) }, main);
    } else {
      endLine();
      line = { ...place, texts: [piece.str], longest: piece.str.length };
    }
  }
  endLine();
  return lines;
}
