import { asOnKeyboards, wordCharacter } from "../../../client/search.ts";
import { nfkc } from "../../../lambdas/shared/nfkc.ts";

/** Where a text of a search occurs, in UTF-16 code units of the text in which it was looked for. */
export interface FoundText {
  readonly start: number;
  readonly end: number;
  /** Which of the texts. */
  readonly index: number;
}

/** The texts of a search (`readSearch`) as patterns of a folded text: a space in one is a space, or the beginning of a word. */
export function patternsOf(texts: readonly string[]): readonly RegExp[] {
  return texts.map((text) => {
    const parts = text
      .trim()
      .split(" ")
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    const begin = text.startsWith(" ") ? `(?<!${wordCharacter})` : "";
    return new RegExp(begin + parts.join("\\s*"), "gu");
  });
}

/** A text without case and width, with the marks of keyboards, as searches compare it. */
export function folded(text: string): string {
  return asOnKeyboards(nfkc(text)).toUpperCase().toLowerCase();
}

/** All places of the patterns in a text, those of the first pattern first. */
export function findTexts(data: string, patterns: readonly RegExp[]): readonly FoundText[] {
  const { text, places } = comparable(data);
  return patterns.flatMap((pattern, index) =>
    Array.from(text.matchAll(pattern), ({ index: at, 0: { length } }) => ({
      start: places[at] ?? 0,
      end: places[at + length] ?? data.length,
      index,
    })),
  );
}

/** A text as searches compare it, and the place in the text of each of its code units. */
function comparable(data: string): { readonly text: string; readonly places: readonly number[] } {
  let text = "";
  const places: number[] = [];
  let place = 0;
  // A character with its marks, since they may be one character of the compared text.
  for (const [cluster] of data.matchAll(/\P{M}?\p{M}*/gu)) {
    const compared = folded(cluster);
    for (let unit = 0; unit < compared.length; unit += 1) places.push(place);
    text += compared;
    place += cluster.length;
  }
  return { text, places };
}
