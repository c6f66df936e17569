import { contentText } from "../../../client/moving/content-text.ts";
import type { FoundText } from "./find-texts.ts";
import { findTexts, folded, patternsOf } from "./find-texts.ts";

export interface LinePart {
  readonly text: string;
  /** Whether it is what was searched for. */
  readonly isFound: boolean;
}

/** A line of a text, or a part of one that is so long that its first match would cost a phone too much time. */
const LINE = /[^\n]{1,2000}/gu;
/** How far the texts of a search may be apart to be read in one line, in UTF-16 code units. */
const TOGETHER = 80;
/** What is shown before the first match, in halfwidth characters: it must fit into the row of a phone with the match. */
const BEFORE = 20;
/** What is shown from there, in UTF-16 code units: as much as the widest row. */
const SHOWN = 240;
/** Twice as wide as other characters: those of East Asia. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/**
 * A line in which most of the texts of a search occur, or else the first line there is.
 *
 * @param texts of `readSearch`
 * @param html the kept text of a page, null without one; of equal lines, its own come first
 * @param stored other lines
 */
export function lineOfText(texts: readonly string[], html: string | null, stored: string): readonly LinePart[] {
  const patterns = patternsOf(texts);
  const text = html === null ? stored : `${contentText(html)}\n${stored}`;
  let best = { line: "", count: -1 };
  for (const [part] of text.matchAll(LINE)) {
    const line = part.trim();
    if (line === "") continue;
    const compared = folded(line);
    const count = patterns.filter((pattern) => compared.search(pattern) !== -1).length;
    if (count > best.count) best = { line, count };
    if (count === patterns.length) break;
  }
  return partsOf(best.line, findTexts(best.line, patterns));
}

/** The part of a line that has most of what was found, with that marked. */
function partsOf(line: string, found: readonly FoundText[]): readonly LinePart[] {
  const places = found.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const start = startBefore(line, fullestPlace(places));
  const end = start + SHOWN;
  const parts: LinePart[] = start === 0 ? [] : [{ text: "…", isFound: false }];
  let at = start;
  for (const place of places) {
    // Of two that overlap the second one begins in the first.
    const begin = Math.max(at, place.start);
    if (begin >= place.end || begin >= end) continue;
    parts.push({ text: line.slice(at, begin), isFound: false }, { text: line.slice(begin, place.end), isFound: true });
    at = place.end;
  }
  parts.push({ text: line.slice(at, Math.max(at, end)), isFound: false });
  return parts.filter(({ text }) => text !== "");
}

/** The place from which most of the texts occur together; the line's beginning where nothing was found. */
function fullestPlace(places: readonly FoundText[]): number {
  let best = { start: 0, count: 0 };
  for (const [from, { start }] of places.entries()) {
    const together = new Set<number>();
    for (let to = from; (places[to]?.end ?? Number.POSITIVE_INFINITY) <= start + TOGETHER; to += 1)
      together.add(places[to]?.index ?? 0);
    if (together.size > best.count) best = { start, count: together.size };
  }
  return best.start;
}

/** Where a line is cut so that little of it is before a place: at the beginning of a word, where words have spaces. */
function startBefore(line: string, place: number): number {
  const before = Array.from(line.slice(0, place));
  let start = place;
  let width = 0;
  for (const character of before.toReversed()) {
    width += WIDE.test(character) ? 2 : 1;
    if (width > BEFORE) {
      const space = line.slice(start, place).indexOf(" ");
      return space === -1 ? start : start + space + 1;
    }
    start -= character.length;
  }
  return 0;
}
