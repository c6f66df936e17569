import type { HTMLElement } from "node-html-parser";
import { NodeType, parse } from "node-html-parser";

export type Element = HTMLElement;

/** The tree of markup from `pageMarkup`, which has no missing or surplus tag that the parser would have to guess. */
export function pageTree(markup: string): Element {
  return parse(markup, { lowerCaseTagName: true, preserveTagNesting: true, blockTextElements: {} });
}

/** The tag name in lower case; empty for the root of the tree. */
export function tagOf(element: Element): string {
  return element.rawTagName ?? "";
}

/** An attribute's value, its entities decoded; undefined without the attribute. */
export function attributeOf(element: Element, name: string): string | undefined {
  // Most elements lack the attribute, and parsing all attributes costs more than the rest of the reader.
  return element.rawAttrs.includes(name) ? element.getAttribute(name) : undefined;
}

export function testIdOf(element: Element): string | undefined {
  return attributeOf(element, "data-testid");
}

/**
 * Visits the descendants of an element in document order. It does not recurse, since the nesting has no limit here. It
 * builds no list, since a page is searched a dozen times and the lists cost more than the searches.
 *
 * @param visit returns how to continue: `inside` visits the children of this element, `past` skips them, `stop` ends the
 * visit
 */
function visitElements(root: Element, visit: (element: Element) => "inside" | "past" | "stop"): void {
  const stack: Element[] = [];
  const add = ({ childNodes }: Element) => {
    for (let index = childNodes.length - 1; index >= 0; index -= 1) {
      const child = childNodes[index];
      if (child?.nodeType === NodeType.ELEMENT_NODE) stack.push(child as Element);
    }
  };
  add(root);
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const next = visit(element);
    if (next === "stop") return;
    if (next === "inside") add(element);
  }
}

/**
 * The descendants of an element in document order.
 *
 * @param leftOut elements that are skipped with their descendants
 */
export function elementsIn(root: Element, leftOut?: (element: Element) => boolean): Element[] {
  const elements: Element[] = [];
  visitElements(root, (element) => {
    if (leftOut?.(element) === true) return "past";
    elements.push(element);
    return "inside";
  });
  return elements;
}

/** The first descendant for which a test holds. */
export function firstIn(root: Element, test: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  visitElements(root, (element) => {
    if (!test(element)) return "inside";
    found = element;
    return "stop";
  });
  return found;
}

/** The first descendant with this `data-testid`. */
export function byTestId(root: Element, testId: string): Element | undefined {
  return firstIn(root, (element) => testIdOf(element) === testId);
}

// Longer than any name, price or button text. Elements are nested, and the text of each may be read: without a limit, the
// whole text of a page could be read once for each depth.
const MAX_TEXT = 10_000;
const MAX_TEXT_NODES = 1_000;

/**
 * The text inside an element, entities decoded; a `br` is a line feed. A text that is longer than any field of a page is
 * cut: after 10,000 code units, or after the first 1,000 nodes.
 */
export function textOf(root: Element, leftOut?: (element: Element) => boolean): string {
  const pieces: string[] = [];
  let length = 0;
  let nodes = 0;
  const stack = beginningOf(root);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes += 1;
    if (length > MAX_TEXT || nodes > MAX_TEXT_NODES) break;
    if (node.nodeType === NodeType.TEXT_NODE) {
      const piece = decodedBeginning(node);
      pieces.push(piece);
      length += piece.length;
    }
    if (node.nodeType !== NodeType.ELEMENT_NODE) continue;
    const element = node as Element;
    if (leftOut?.(element) === true) continue;
    if (tagOf(element) === "br") pieces.push("\n");
    stack.push(...beginningOf(element));
  }
  return pieces.join("");
}

type Node = Element["childNodes"][number];

/** The children of an element that the node limit can reach, in reverse order. */
function beginningOf(element: Element): Node[] {
  return element.childNodes.slice(0, MAX_TEXT_NODES).reverse();
}

/** The decoded text nodes. Decoding costs more than the rest of the reader, and nested elements share their text nodes. */
const decoded = new WeakMap<Node, string>();

/** The beginning of a text node, its entities decoded. A long text is decoded as a whole, but only once. */
function decodedBeginning(node: Node): string {
  if (!node.rawText.includes("&")) return node.rawText.slice(0, MAX_TEXT);
  const text = decoded.get(node) ?? node.text.slice(0, MAX_TEXT);
  decoded.set(node, text);
  return text;
}

/** Whether an element contains text other than white space, at any depth. */
export function hasText(root: Element): boolean {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeType === NodeType.TEXT_NODE && node.text.trim() !== "") return true;
    for (const child of node.childNodes) stack.push(child);
  }
  return false;
}

/** The descendants for which a test holds, in document order, without those inside another match. */
export function outermostIn(root: Element, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  visitElements(root, (element) => {
    if (!test(element)) return "inside";
    found.push(element);
    return "past";
  });
  return found;
}
