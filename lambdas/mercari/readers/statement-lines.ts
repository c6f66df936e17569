import { NodeType } from "node-html-parser";
import type { Element } from "./page-tree.ts";
import { attributeOf, tagOf, testIdOf } from "./page-tree.ts";

/** Elements that don't end a line. */
const WITHIN_LINE = new Set("b em font i mark small span strong u wbr".split(" "));
/** Elements whose words are not the page's own statement: links, controls, what stands around, what people wrote. */
const BESIDE = new Set("a aside button form label nav option pre select".split(" "));
const WRITTEN_BY_PEOPLE = new Set(["item-cell", "description", "comment", "comment-list"]);

/** Whether an element is none of the page's own statements, or hidden. */
export function isNoStatement(element: Element): boolean {
  const tag = tagOf(element);
  if (BESIDE.has(tag) || WRITTEN_BY_PEOPLE.has(testIdOf(element) ?? "")) return true;
  if (tag === "dialog" && attributeOf(element, "open") === undefined) return true;
  if (attributeOf(element, "hidden") !== undefined) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(attributeOf(element, "style") ?? "");
}

/**
 * The lines of an element as the page's own words, without white space; a `br` within one is a line feed. Links, controls
 * and what people wrote are left out, and what is hidden.
 */
export function statementLines(root: Element, leftOut: (element: Element) => boolean = isNoStatement): string[] {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    if (line !== "") lines.push(line);
    line = "";
  };
  // An element that ends a line leaves null behind, for its end.
  const stack: (Element["childNodes"][number] | null)[] = root.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === null) endLine();
    else if (node.nodeType === NodeType.TEXT_NODE) line += node.text.replace(/\s+/g, "");
    else if (node.nodeType === NodeType.ELEMENT_NODE) {
      const element = node as Element;
      if (leftOut(element)) continue;
      const tag = tagOf(element);
      if (tag === "br") line += "\n";
      else if (!WITHIN_LINE.has(tag)) {
        endLine();
        stack.push(null);
      }
      for (const child of element.childNodes.toReversed()) stack.push(child);
    }
  }
  endLine();
  return lines;
}
