import type { HTMLElement, Node } from "node-html-parser";
import { NodeType, TextNode } from "node-html-parser";

export function isElement(node: Node): node is HTMLElement {
  return node.nodeType === NodeType.ELEMENT_NODE;
}

export function isText(node: Node): node is TextNode {
  return node instanceof TextNode;
}

export function byTestId(root: HTMLElement, testId: string): HTMLElement | null {
  return root.querySelector(`[data-testid="${testId}"]`);
}

/**
 * The nodes inside an element, in document order.
 *
 * @param isLeftOut elements that are skipped with their contents
 */
export function* nodesIn(root: HTMLElement, isLeftOut?: (element: HTMLElement) => boolean): Generator<Node, void> {
  const stack = root.childNodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isElement(node)) {
      if (isLeftOut?.(node) === true) continue;
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) stack.push(node.childNodes[at] as Node);
    }
    yield node;
  }
}

// Longer than any name, price or button text. Elements are nested, and the text of each may be read: without a limit, the
// whole text of a page could be read once for each depth.
const MAX_TEXT = 10_000;
const MAX_TEXT_NODES = 1_000;

/**
 * The text inside an element; a `br` is a line feed. A text that is longer than any field of a page is cut: after
 * 10,000 code units, or after the first 1,000 nodes.
 */
export function textOf(root: HTMLElement, isLeftOut?: (element: HTMLElement) => boolean): string {
  let text = "";
  let nodes = 0;
  for (const node of nodesIn(root, isLeftOut)) {
    nodes += 1;
    if (text.length > MAX_TEXT || nodes > MAX_TEXT_NODES) break;
    if (isText(node)) text += node.text.slice(0, MAX_TEXT);
    else if (node.rawTagName === "br") text += "\n";
  }
  return text;
}

/** Whether an element, or one that contains it, is one that is asked for. */
export function isWithin(element: HTMLElement, isAskedFor: (around: HTMLElement) => boolean): boolean {
  for (let around: HTMLElement | null = element; around !== null; around = around.parentNode) {
    if (isAskedFor(around)) return true;
  }
  return false;
}

/** The main parts of a page. A main part inside another one belongs to the outer one. */
export function mainParts(tree: HTMLElement): HTMLElement[] {
  return tree.querySelectorAll("main").filter(({ parentNode }) => parentNode?.closest("main") === null);
}
