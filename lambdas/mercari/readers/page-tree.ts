import type { HTMLElement } from "node-html-parser";
import { NodeType, parse } from "node-html-parser";

export type Element = HTMLElement;

/** The tree of markup that `pageMarkup` gave: nothing in it is left for the parser to guess. */
export function pageTree(markup: string): Element {
  return parse(markup, { lowerCaseTagName: true, preserveTagNesting: true, blockTextElements: {} });
}

/** Lower case; empty for the tree itself. */
export function tagOf(element: Element): string {
  return element.rawTagName ?? "";
}

/** An attribute's value, its entities decoded; undefined without the attribute. */
export function attributeOf(element: Element, name: string): string | undefined {
  // Most elements have no such attribute, and taking their attributes apart costs more than all the rest.
  return element.rawAttrs.includes(name) ? element.getAttribute(name) : undefined;
}

export function testIdOf(element: Element): string | undefined {
  return attributeOf(element, "data-testid");
}

/**
 * Visits the elements inside of one, in the order of the document. No recursion: markup may be nested without end. No list:
 * a page is searched a dozen times, and the lists cost more than the search.
 *
 * @param visit what follows: `inside` the elements in this one, `past` what comes after it, or `stop`
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
 * The elements inside of one, in the order of the document.
 *
 * @param leftOut elements that are passed over with everything in them.
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

/** The first element inside that a test holds for. */
export function firstIn(root: Element, test: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  visitElements(root, (element) => {
    if (!test(element)) return "inside";
    found = element;
    return "stop";
  });
  return found;
}

/** The first element inside with this `data-testid`. */
export function byTestId(root: Element, testId: string): Element | undefined {
  return firstIn(root, (element) => testIdOf(element) === testId);
}

// More than any name, price or button has. Elements lie in one another, and each may be asked for its text: without a
// limit a page could have all of its text read again at every depth.
const MAX_TEXT = 10_000;
const MAX_TEXT_NODES = 1_000;

/**
 * The text inside an element, entities decoded; a line break is a line feed. Of a text beyond all that a page says in one
 * place the beginning: 10,000 code units, or what the first 1,000 nodes hold.
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

/** What of an element's children can be reached at all, the first one last. */
function beginningOf(element: Element): Node[] {
  return element.childNodes.slice(0, MAX_TEXT_NODES).reverse();
}

/** What was decoded of text nodes: decoding costs more than all else, and elements in one another have the same nodes. */
const decoded = new WeakMap<Node, string>();

/** A text node's beginning, its entities decoded. A long one is decoded whole, but once only. */
function decodedBeginning(node: Node): string {
  if (!node.rawText.includes("&")) return node.rawText.slice(0, MAX_TEXT);
  const text = decoded.get(node) ?? node.text.slice(0, MAX_TEXT);
  decoded.set(node, text);
  return text;
}

/** Whether there is anything but white space in an element, however deep. */
export function hasText(root: Element): boolean {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeType === NodeType.TEXT_NODE && node.text.trim() !== "") return true;
    for (const child of node.childNodes) stack.push(child);
  }
  return false;
}

/** The elements that a test holds for, in the order of the document, but for those inside another one. */
export function outermostIn(root: Element, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  visitElements(root, (element) => {
    if (!test(element)) return "inside";
    found.push(element);
    return "past";
  });
  return found;
}
