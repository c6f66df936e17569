import { isNotOwn, ownLines } from "./own-lines.ts";
import type { Element } from "./page-tree.ts";
import { elementsIn, tagOf } from "./page-tree.ts";

/**
 * Whether a page itself says one of these sentences in its main part, as a line or at the beginning of one: not in a
 * script, not in a listing's name or description, and not hidden.
 *
 * @param sentences without the full stop.
 */
export function saysItself(tree: Element, sentences: readonly string[]): boolean {
  const says = (line: string) => sentences.some((sentence) => line === sentence || line.startsWith(`${sentence}。`));
  let isSaid = false;
  // A main part within another says nothing that the outer one does not.
  elementsIn(tree, (element) => {
    if (isNotOwn(element)) return true;
    if (tagOf(element) !== "main") return false;
    isSaid ||= ownLines(element).some((line) => says(line.replaceAll("\n", "")) || line.split("\n").some(says));
    return true;
  });
  return isSaid;
}
