import { decodeHTMLAttribute } from "entities";
import { decodedEntities } from "../../shared/html/markup-text.ts";
import { tagAttributes } from "../../shared/html/markup-tokens.ts";

/** The attributes that the readers of pages use. */
const ATTRIBUTES = [
  ...(["aria-disabled", "aria-label", "class", "content", "data-src", "data-testid", "disabled", "hidden"] as const),
  ...(["href", "id", "name", "open", "property", "role", "src", "style"] as const),
];
type Attribute = (typeof ATTRIBUTES)[number];
const USED: ReadonlySet<string> = new Set(ATTRIBUTES);

/** A text of a page. */
export class Text {
  readonly raw: string;
  #decoded: string | undefined;

  /** @param raw not decoded */
  constructor(raw: string) {
    this.raw = raw;
  }

  /** Decoded once: decoding costs more than the rest of the reader, and the texts of nested elements share their nodes. */
  get decoded(): string {
    this.#decoded ??= decodedEntities(this.raw);
    return this.#decoded;
  }
}

/** An element of a page, or the root of a page's tree. */
export class Element {
  /** In lower case; empty for the root. */
  readonly name: string;
  /** The start tag as it was sent; empty for the root. */
  readonly markup: string;
  readonly parent: Element | null;
  readonly children: Node[] = [];
  #attributes: ReadonlyMap<string, string> | undefined;

  constructor(name: string, markup: string, parent: Element | null) {
    this.name = name;
    this.markup = markup;
    this.parent = parent;
  }

  /** By name, not decoded. */
  get attributes(): ReadonlyMap<string, string> {
    this.#attributes ??= tagAttributes(this, USED);
    return this.#attributes;
  }
}

export type Node = Element | Text;

/** An attribute's value, its entities decoded; undefined without the attribute. */
export function attributeOf(element: Element, name: Attribute): string | undefined {
  // Most elements lack the attribute, and parsing all attributes costs more than the rest of the reader.
  const raw = element.markup.includes(name) ? element.attributes.get(name) : undefined;
  return raw?.includes("&") === true ? decodeHTMLAttribute(raw) : raw;
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
  const add = ({ children }: Element) => {
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child instanceof Element) stack.push(child);
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
    if (node instanceof Text) {
      const piece = node.decoded.slice(0, MAX_TEXT);
      pieces.push(piece);
      length += piece.length;
      continue;
    }
    if (leftOut?.(node) === true) continue;
    if (node.name === "br") pieces.push("\n");
    stack.push(...beginningOf(node));
  }
  return pieces.join("");
}

/** The children of an element that the node limit can reach, in reverse order. */
function beginningOf(element: Element): Node[] {
  return element.children.slice(0, MAX_TEXT_NODES).reverse();
}

/** Whether an element contains text other than white space, at any depth. */
export function hasText(root: Element): boolean {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node instanceof Text) {
      if (node.decoded.trim() !== "") return true;
    } else for (const child of node.children) stack.push(child);
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
