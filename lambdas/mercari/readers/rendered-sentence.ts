import type { Element } from "./page-tree.ts";
import { elementsIn, tagOf } from "./page-tree.ts";
import { isNoStatement, statementLines } from "./statement-lines.ts";

/**
 * Whether the page itself shows one of these sentences in its main part, as a line or at the beginning of a line. Scripts,
 * the names and descriptions of listings, and hidden elements are ignored.
 *
 * @param sentences without the full stop
 */
export function pageStates(tree: Element, sentences: readonly string[]): boolean {
  const says = (line: string) => sentences.some((sentence) => line === sentence || line.startsWith(`${sentence}。`));
  let isSaid = false;
  // A `main` inside another one is part of the outer one's text.
  elementsIn(tree, (element) => {
    if (isNoStatement(element)) return true;
    if (tagOf(element) !== "main") return false;
    isSaid ||= statementLines(element).some((line) => says(line.replaceAll("\n", "")) || line.split("\n").some(says));
    return true;
  });
  return isSaid;
}
