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
 * The elements inside of one, in the order of the document. No recursion: markup may be nested without end.
 *
 * @param leftOut elements that are passed over with everything in them.
 */
export function elementsIn(root: Element, leftOut?: (element: Element) => boolean): Element[] {
  const elements: Element[] = [];
  const stack = root.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeType !== NodeType.ELEMENT_NODE) continue;
    const element = node as Element;
    if (leftOut?.(element) === true) continue;
    elements.push(element);
    for (let index = element.childNodes.length - 1; index >= 0; index -= 1) {
      const child = element.childNodes[index];
      if (child?.nodeType === NodeType.ELEMENT_NODE) stack.push(child);
    }
  }
  return elements;
}

/** The first element inside that a test holds for. */
export function firstIn(root: Element, test: (element: Element) => boolean): Element | undefined {
  return elementsIn(root).find(test);
}

/** The first element inside with this `data-testid`. */
export function byTestId(root: Element, testId: string): Element | undefined {
  return firstIn(root, (element) => testIdOf(element) === testId);
}

/** All text inside an element, entities decoded; a line break is a line feed. */
export function textOf(root: Element, leftOut?: (element: Element) => boolean): string {
  const pieces: string[] = [];
  const stack = root.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeType === NodeType.TEXT_NODE) pieces.push(node.text);
    if (node.nodeType !== NodeType.ELEMENT_NODE) continue;
    const element = node as Element;
    if (leftOut?.(element) === true) continue;
    if (tagOf(element) === "br") pieces.push("\n");
    for (const child of element.childNodes.toReversed()) stack.push(child);
  }
  return pieces.join("");
}
