import { wordCharacter } from "../../../client/search.ts";
import { nfkc } from "../../../lambdas/shared/nfkc.ts";

/** The name of the marks in the style. */
const NAME = "found";

/** Marks the texts of a search in an element, instead of what was marked before. */
export function highlight(element: HTMLElement, texts: readonly string[]): void {
  const patterns = texts.map(patternOf);
  CSS.highlights.set(NAME, new Highlight(...textNodes(element).flatMap((node) => rangesIn(node, patterns))));
}

/** A search's text as a pattern: a space in it is one of the text, or the beginning of a word. */
function patternOf(text: string): RegExp {
  const parts = text
    .trim()
    .split(" ")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const begin = text.startsWith(" ") ? `(?<!${wordCharacter})` : "";
  return new RegExp(begin + parts.join("\\s*"), "gu");
}

function textNodes(element: HTMLElement): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest("button, .visually-hidden") === null) nodes.push(node as Text);
  }
  return nodes;
}

function rangesIn(node: Text, patterns: readonly RegExp[]): readonly Range[] {
  const { text, places } = comparable(node.data);
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => {
      const range = document.createRange();
      range.setStart(node, places[index] ?? 0);
      range.setEnd(node, places[index + length] ?? node.length);
      return range;
    }),
  );
}

/** A text as searches compare it, and the place in the text of each of its code units. */
function comparable(data: string): { readonly text: string; readonly places: readonly number[] } {
  let text = "";
  const places: number[] = [];
  let place = 0;
  // A character with its marks, since they may be one character of the compared text.
  for (const [cluster] of data.matchAll(/\P{M}?\p{M}*/gu)) {
    const compared = nfkc(cluster).toUpperCase().toLowerCase();
    for (let unit = 0; unit < compared.length; unit += 1) places.push(place);
    text += compared;
    place += cluster.length;
  }
  return { text, places };
}
