import type { ChildNode, Element, ParentNode } from "domhandler";
import { isTag, isText } from "domhandler";
import { elementsIn, testIdOf } from "./page-tree.ts";

/** Inline elements, which don't end a line. */
const WITHIN_LINE = new Set("b em font i mark small span strong u wbr".split(" "));
/** Elements whose text is no statement of the page itself: links, controls, navigation, text by users. */
const BESIDE = new Set("a aside button form label nav option pre select".split(" "));
const WRITTEN_BY_PEOPLE = new Set(["item-cell", "description", "comment", "comment-list"]);

/** Whether the text of an element is hidden, or no statement of the page itself. */
export function isNoStatement(element: Element): boolean {
  const tag = element.name;
  if (BESIDE.has(tag) || WRITTEN_BY_PEOPLE.has(testIdOf(element) ?? "")) return true;
  if (tag === "dialog" && element.attribs.open === undefined) return true;
  if (element.attribs.hidden !== undefined) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(element.attribs.style ?? "");
}

/**
 * The lines of text in which the page itself makes a statement, without white space; a `br` inside a line is a line feed.
 * Links, controls, text by users and hidden elements are left out.
 */
export function statementLines(root: ParentNode, leftOut: (element: Element) => boolean = isNoStatement): string[] {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    if (line !== "") lines.push(line);
    line = "";
  };
  // For the end of an element that ends a line, null is on the stack.
  const stack: (ChildNode | null)[] = root.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) endLine();
    else if (isText(node)) line += node.data.replace(/\s+/g, "");
    else if (isTag(node) && !leftOut(node)) {
      if (node.name === "br") line += "\n";
      else if (!WITHIN_LINE.has(node.name)) {
        endLine();
        stack.push(null);
      }
      for (const child of node.children.toReversed()) stack.push(child);
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
export function pageStates(tree: ParentNode, sentences: readonly string[]): boolean {
  const matches = (line: string) => sentences.some((sentence) => line === sentence || line.startsWith(`${sentence}。`));
  let isStated = false;
  // A `main` inside another one is part of the outer one's text.
  elementsIn(tree, (element) => {
    if (isNoStatement(element)) return true;
    if (element.name !== "main") return false;
    isStated ||= statementLines(element).some(
      (line) => matches(line.replaceAll("\n", "")) || line.split("\n").some(matches),
    );
    return true;
  });
  return isStated;
}
