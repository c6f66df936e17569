import type { Element } from "./page-tree.ts";
import { elementsIn, tagOf } from "./page-tree.ts";
import { isNoStatement, statementLines } from "./statement-lines.ts";

/**
 * Whether a page itself says one of these sentences in its main part, as a line or at the beginning of one: not in a
 * script, not in a listing's name or description, and not hidden.
 *
 * @param sentences without the full stop.
 */
export function pageStates(tree: Element, sentences: readonly string[]): boolean {
  const says = (line: string) => sentences.some((sentence) => line === sentence || line.startsWith(`${sentence}。`));
  let isSaid = false;
  // A main part within another adds nothing to the outer one.
  elementsIn(tree, (element) => {
    if (isNoStatement(element)) return true;
    if (tagOf(element) !== "main") return false;
    isSaid ||= statementLines(element).some((line) => says(line.replaceAll("\n", "")) || line.split("\n").some(says));
    return true;
  });
  return isSaid;
}
