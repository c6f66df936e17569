import { findTexts, patternsOf } from "./find-texts.ts";

/** The name of the marks in the style. */
const NAME = "found";

/** Marks the texts of a search in an element, instead of what was marked before. */
export function highlight(element: HTMLElement, texts: readonly string[]): void {
  const patterns = patternsOf(texts);
  CSS.highlights.set(NAME, new Highlight(...textNodes(element).flatMap((node) => rangesIn(node, patterns))));
}

function textNodes(element: HTMLElement): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest("button, .found-line, .visually-hidden") === null) nodes.push(node as Text);
  }
  return nodes;
}

function rangesIn(node: Text, patterns: readonly RegExp[]): readonly Range[] {
  return findTexts(node.data, patterns).map(({ start, end }) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  });
}
