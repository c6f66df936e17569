import { OPS } from "pdfjs-dist/legacy/build/pdf.min.mjs";
import { nfkc } from "../../../shared/nfkc.ts";

/** A glyph of a page, and its distance from the previous one. White space is not a glyph. */
export interface Glyph {
  /** Its letters, in compatibility form, without white space; may be empty. */
  readonly text: string;
  /** The distance from the previous glyph as a share of the font's size; null where it is not known. */
  readonly gap: number | null;
  /** The part of the distance that is the character spacing (`Tc`), in the same unit. */
  readonly spacing: number;
  /** Whether white space was shown in between. */
  readonly isAfterSpace: boolean;
}

/** The operators of a page, as pdf.js reports them. */
export interface PageOperators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

interface ShownGlyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
  /** True for fonts that write from top to bottom, and for those whose glyphs the file draws. */
  readonly vmetric?: unknown;
  readonly operatorListId?: unknown;
}

/** The initial values of the graphics state; spacings and size in units of the text's space. */
const INITIAL = { size: 0, character: 0, word: 0, scale: 1, leading: 0 };
const SAVES: ReadonlySet<number | undefined> = new Set([OPS.save, OPS.paintFormXObjectBegin, OPS.beginGroup]);
const RESTORES: ReadonlySet<number | undefined> = new Set([OPS.restore, OPS.paintFormXObjectEnd, OPS.endGroup]);

/** The longest string, in glyphs, that is shown for the sake of a space within it. */
const SHORT = 3;

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix => [
  a,
  b,
  c,
  d,
  e + a * x + c * y,
  f + b * x + d * y,
];

/**
 * The glyphs of a page in the order of its content (ISO 32000-1, 9.4), which is the order of pdf.js's text, too. Takes time
 * linear in the number of operators and glyphs.
 */
export function glyphGaps({ fnArray, argsArray }: PageOperators): Glyph[] {
  const glyphs: Glyph[] = [];
  const saved: (typeof INITIAL)[] = [];
  let state = INITIAL;
  let [line, pen] = [IDENTITY, IDENTITY];
  let end: { readonly at: Matrix; readonly spacing: number; readonly isShort: boolean } | null = null;
  let isAfterSpace = false;
  const setLine = (matrix: Matrix) => {
    [line, pen] = [matrix, matrix];
  };
  const gapAfter = (before: Matrix): number | null => {
    const [a, b, , , x, y] = pen;
    const unit = Math.hypot(a, b);
    const em = unit * unit * state.size;
    const [along, across] = [(x - before[4]) * a + (y - before[5]) * b, (y - before[5]) * a - (x - before[4]) * b];
    return em > 0 && Math.abs(across) < em / 2 ? along / em : null;
  };
  const show = (shown: readonly (ShownGlyph | number)[]) => {
    let count = 0;
    for (const glyph of shown) {
      if (typeof glyph === "number") {
        pen = moved(pen, (-glyph / 1_000) * state.size * state.scale, 0);
        continue;
      }
      const { character, scale, size } = state;
      const width = (glyph.width / 1_000) * size * scale;
      const after = (character + (glyph.isSpace ? state.word : 0)) * scale;
      const text = nfkc(glyph.unicode).replace(/\s/gu, "");
      if (text === "") {
        isAfterSpace = true;
        pen = moved(pen, width + after, 0);
        continue;
      }
      const isKnown = glyph.vmetric === undefined && glyph.operatorListId === undefined;
      // A short string with the end of a word and the beginning of the next has a spacing that represents the space between
      // them. The spacing after its last glyph is left over.
      const isLeftOver = count === 0 && end?.isShort === true && end.spacing !== character;
      const gap = end === null || !isKnown ? null : gapAfter(end.at);
      const spacing = end === null || size === 0 ? 0 : (end.spacing * scale) / size;
      glyphs.push({ text, gap: gap === null || !isLeftOver ? gap : gap - spacing, spacing, isAfterSpace });
      isAfterSpace = false;
      pen = moved(pen, width, 0);
      count += 1;
      end = { at: pen, spacing: character, isShort: count > 1 && count <= SHORT };
      pen = moved(pen, after, 0);
    }
  };
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly never[];
    const [first = 0, second = 0] = args as readonly number[];
    if (operator === OPS.showText) show(args[0] ?? []);
    else if (operator === OPS.setCharSpacing) state = { ...state, character: first };
    else if (operator === OPS.setWordSpacing) state = { ...state, word: first };
    else if (operator === OPS.setHScale) state = { ...state, scale: first / 100 };
    else if (operator === OPS.setLeading) state = { ...state, leading: -first };
    else if (operator === OPS.setFont) state = { ...state, size: second };
    else if (operator === OPS.moveText) setLine(moved(line, first, second));
    else if (operator === OPS.setLeadingMoveText) {
      state = { ...state, leading: second };
      setLine(moved(line, first, second));
    } else if (operator === OPS.nextLine) setLine(moved(line, 0, state.leading));
    else if (operator === OPS.setTextMatrix) setLine((args.length > 1 ? args : args[0]) as unknown as Matrix);
    else if (operator === OPS.beginText) setLine(IDENTITY);
    else if (operator === OPS.transform) end = null;
    else if (SAVES.has(operator)) saved.push(state);
    else if (RESTORES.has(operator)) [state, end] = [saved.pop() ?? INITIAL, null];
  }
  return glyphs;
}
