import type { HTMLElement, Node } from "node-html-parser";
import { isElement, isText, isWithin, mainParts } from "./page-tree.ts";

/** Inline elements, which don't end a line. */
const WITHIN_LINE = new Set("b em font i mark small span strong u wbr".split(" "));
/** Elements whose text is no statement of the page itself: links, controls, navigation, text by users. */
const BESIDE = new Set("a aside button form label nav option pre select".split(" "));
const WRITTEN_BY_PEOPLE = new Set(["item-cell", "description", "comment", "comment-list"]);

/** Whether the text of an element is hidden, or no statement of the page itself. */
export function isNoStatement(element: HTMLElement): boolean {
  const { rawTagName: tag, attrs } = element;
  if (BESIDE.has(tag) || WRITTEN_BY_PEOPLE.has(attrs["data-testid"] ?? "")) return true;
  if (tag === "dialog" && attrs.open === undefined) return true;
  if (attrs.hidden !== undefined) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(attrs.style ?? "");
}

/**
 * The lines of text in which the page itself makes a statement, without white space; a `br` inside a line is a line feed.
 * Links, controls, text by users and hidden elements are left out.
 */
export function statementLines(
  root: HTMLElement,
  leftOut: (element: HTMLElement) => boolean = isNoStatement,
): string[] {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    if (line !== "") lines.push(line);
    line = "";
  };
  // For the end of an element that ends a line, null is on the stack.
  const stack: (Node | null)[] = root.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) endLine();
    else if (isText(node)) line += node.text.replace(/\s+/g, "");
    else if (isElement(node) && !leftOut(node)) {
      if (node.rawTagName === "br") line += "\n";
      else if (!WITHIN_LINE.has(node.rawTagName)) {
        endLine();
        stack.push(null);
      }
      for (const child of node.childNodes.toReversed()) stack.push(child);
    }
  }
  endLine();
  return lines;
}

/**
 * Whether the page itself shows one of these sentences in its main part, as a line or at the beginning of a line. Scripts,
 * the names and descriptions of listings, and hidden elements are ignored.
 *
 * @param sentences without the full stop
 */
export function pageStates(tree: HTMLElement, sentences: readonly string[]): boolean {
  const matches = (line: string) => sentences.some((sentence) => line === sentence || line.startsWith(`${sentence}。`));
  const shown = mainParts(tree).filter((main) => !isWithin(main, isNoStatement));
  return shown
    .flatMap((main) => statementLines(main))
    .some((line) => matches(line.replaceAll("\n", "")) || line.split("\n").some(matches));
}
