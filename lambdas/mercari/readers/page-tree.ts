import type { ChildNode, Element, ParentNode } from "domhandler";
import { isTag, isText } from "domhandler";

export function testIdOf(element: Element): string | undefined {
  return element.attribs["data-testid"];
}

/**
 * The nodes inside an element, in document order.
 *
 * @param isLeftOut elements that are skipped with all that is in them
 */
export function* nodesIn(root: ParentNode, isLeftOut?: (element: Element) => boolean): Generator<ChildNode, void> {
  for (let node = root.firstChild; node !== null; ) {
    const isOut = isTag(node) && isLeftOut?.(node) === true;
    if (!isOut) yield node;
    let next = isTag(node) && !isOut ? node.firstChild : null;
    for (
      let last: ParentNode | ChildNode | null = node;
      next === null && last !== null && last !== root;
      last = last.parent
    ) {
      next = last.next as ChildNode | null;
    }
    node = next;
  }
}

/** The elements inside an element, in document order; see `nodesIn`. */
export function elementsIn(root: ParentNode, isLeftOut?: (element: Element) => boolean): Element[] {
  return Array.from(nodesIn(root, isLeftOut)).filter(isTag);
}

/** The first element inside for which a test holds. */
export function firstIn(root: ParentNode, test: (element: Element) => boolean): Element | undefined {
  for (const node of nodesIn(root)) if (isTag(node) && test(node)) return node;
  return undefined;
}

/** The first element inside with this `data-testid`. */
export function byTestId(root: ParentNode, testId: string): Element | undefined {
  return firstIn(root, (element) => testIdOf(element) === testId);
}

// Longer than any name, price or button text. Elements are nested, and the text of each may be read: without a limit, the
// whole text of a page could be read once for each depth.
const MAX_TEXT = 10_000;
const MAX_TEXT_NODES = 1_000;

/**
 * The text inside an element; a `br` is a line feed. A text that is longer than any field of a page is cut: after
 * 10,000 code units, or after the first 1,000 nodes.
 */
export function textOf(root: ParentNode, isLeftOut?: (element: Element) => boolean): string {
  let text = "";
  let nodes = 0;
  for (const node of nodesIn(root, isLeftOut)) {
    nodes += 1;
    if (text.length > MAX_TEXT || nodes > MAX_TEXT_NODES) break;
    if (isText(node)) text += node.data.slice(0, MAX_TEXT);
    else if (isTag(node) && node.name === "br") text += "\n";
  }
  return text;
}

/** Whether an element contains text other than white space, at any depth. */
export function hasText(root: ParentNode): boolean {
  for (const node of nodesIn(root)) if (isText(node) && node.data.trim() !== "") return true;
  return false;
}

/** The elements inside for which a test holds, in document order, without those inside another one. */
export function outermostIn(root: ParentNode, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  elementsIn(root, (element) => {
    const isFound = test(element);
    if (isFound) found.push(element);
    return isFound;
  });
  return found;
}
