import { nfkc } from "../../../shared/nfkc.ts";
import type { Glyph } from "./glyph-gaps.ts";
import { isAlphabetical } from "./text-lines.ts";

/** Shares of the font's size: the gap from which letters may be set apart; and the gap from which pdf.js adds a space. */
const APART = 0.07;
const SPACE = 0.1;
/** Fewer gaps in a row count as spaced letters only if character spacing causes all gaps of their text. */
const LEAST_GAPS = 3;
/** How much wider the gap between two words is than the gap between letters. */
const BETWEEN_WORDS = 1.5;
/** A wider gap separates columns. */
const FAR = 3;
/** The largest offset between pdf.js's text and the page's glyphs, in code units. */
const OUT_OF_STEP = 500;

/** Two single letters, or one that is not a word in any of the large languages: a sign of spaces within words. */
const LETTERS_ALONE = /(?<![\p{L}\p{M}\p{N}'’])(?:\p{L} \p{L}|[bcdfghjlmnpqrtx])(?![\p{L}\p{M}\p{N}'’.)])/u;

export const mayBeSetApart = (text: string): boolean => LETTERS_ALONE.test(text);

const lettersOf = (text: string) => nfkc(text).replace(/\s/gu, "");

/**
 * Whether a run of glyphs with wide gaps is text whose letters are set apart.
 *
 * @param isAlone whether the run is the whole content of its line
 */
function isSetApart(run: readonly Glyph[], isAlone: boolean): boolean {
  const letters = run.map(({ text }) => text);
  if (2 * letters.filter((text) => /\p{L}/u.test(text)).length < run.length || isAlphabetical(letters)) return false;
  const gaps = run.slice(1).filter(({ isAfterSpace }) => !isAfterSpace);
  const isByCharacter = gaps.every(({ gap, spacing }) => spacing >= APART && (gap ?? 0) < spacing + APART);
  return gaps.length >= LEAST_GAPS || (isAlone && gaps.length > 0 && isByCharacter);
}

/** Whether the gap before each glyph may be a space. */
function spacesBefore(glyphs: readonly Glyph[]): readonly boolean[] {
  const isSpace = glyphs.map(({ gap, isAfterSpace }) => isAfterSpace || gap === null || gap >= SPACE);
  const goesOn = (glyph: Glyph | undefined) => glyph?.gap != null && glyph.gap > -1 && glyph.gap < FAR;
  for (let from = 0; from < glyphs.length; ) {
    let to = from + 1;
    for (let next = glyphs[to]; next !== undefined && goesOn(next); next = glyphs[to]) {
      if (!next.isAfterSpace && (next.gap ?? 0) < APART) break;
      to += 1;
    }
    // A glyph with a narrow gap on its other side belongs to an ordinary word.
    const [start, stop] = [goesOn(glyphs[from]) ? from + 1 : from, goesOn(glyphs[to]) ? to - 1 : to];
    const run = glyphs.slice(start, stop);
    if (isSetApart(run, start === from && stop === to)) {
      const gaps = run.slice(1).flatMap(({ gap, isAfterSpace }) => (isAfterSpace ? [] : [gap ?? 0]));
      const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
      const least = Math.max(BETWEEN_WORDS * usual, usual + SPACE);
      for (const [index, { gap, isAfterSpace }] of run.entries()) {
        if (index > 0) isSpace[start + index] = isAfterSpace || (gap ?? 0) > least;
      }
    }
    from = to;
  }
  return isSpace;
}

/** A text without the spaces at the given places, in code units of its letters. */
function withoutSpaces(text: string, isSpaceAt: (place: number) => boolean): string {
  let place = 0;
  const kept = text.split(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/u).filter((part) => {
    if (part.trim() === "") return place === 0 || isSpaceAt(place);
    place += lettersOf(part).length;
    return true;
  });
  return kept.join("");
}

/**
 * The texts of a page without the spaces that pdf.js adds between letters that are set apart, by `Tc`, by offsets or one by
 * one: within such text, only a gap wider than usual counts as a space. Takes time n log n in the number of glyphs.
 *
 * @param glyphs the page's glyphs, in the same order
 */
export function withoutLetterSpacing<Item extends { readonly str: string }>(
  items: readonly Item[],
  glyphs: readonly Glyph[],
): Item[] {
  const shown = glyphs.map(({ text }) => text).join("");
  const isSpace = spacesBefore(glyphs);
  const noSpaces = new Set<number>();
  let length = 0;
  for (const [index, { text }] of glyphs.entries()) {
    if (isSpace[index] === false) noSpaces.add(length);
    length += text.length;
  }
  let from = 0;
  return items.map((item) => {
    const letters = lettersOf(item.str);
    const at = shown.slice(from, from + OUT_OF_STEP + letters.length).indexOf(letters);
    if (letters === "" || at < 0) return item;
    const start = from + at;
    from = start + letters.length;
    return { ...item, str: withoutSpaces(item.str, (place) => !noSpaces.has(start + place)) };
  });
}
