import { escaped } from "../../shared/html/escaped.ts";
import type { InlineMarks } from "./inline-marks.ts";
import { withoutMarks } from "./inline-marks.ts";

interface TreeNode {
  readonly nodeType: number;
  readonly nextSibling: TreeNode | null;
  readonly textContent: string | null;
  remove(): void;
}

/** The part of the DOM's interface that is used here. */
export interface TreeElement extends TreeNode {
  readonly localName: string;
  readonly firstChild: TreeNode | null;
  readonly childNodes: Iterable<TreeNode>;
  getAttribute(name: string): string | null;
  replaceWith(...nodes: (TreeNode | string)[]): void;
}

const ELEMENT = 1;
const TEXT = 3;

interface Held {
  /** Letters and digits of its text, and those within links. */
  letters: number;
  linked: number;
  /** The same of the elements that were removed from it. */
  gone: number;
  /** An image that is larger than that of an author or an icon. */
  hasPicture: boolean;
  /** Whether it has a text, even one without letters. */
  hasText: boolean;
  /** Whether letters or an image are directly in it. */
  hasOwn: boolean;
  /** Its elements that are neither empty nor links. */
  readonly parts: Part[];
  links: number;
}

interface Part {
  readonly element: TreeElement;
  readonly held: Held;
}

const HEADING = /^h[1-6]$/;
/** Elements with a meaning of their own, which an element around them does not change. */
const WHOLE = /^(?:blockquote|div|dl|figure|h[1-6]|ol|pre|table|ul)$/;
/** The letters of a sentence: a name or a label has fewer. */
const SENTENCE = 40;
/** Class names that tell the purpose of an element: it stays, and is judged by them. */
const TELLING =
  /\bads?[_-]|banner|breadcrumb|comment|footer|header|hidden|menu|pager|pagination|promo|related|share|sidebar|social|sponsor/i;

// The names that pages give to insertions between the paragraphs of an article. Only short texts and lists of links are
// judged by these names: the class of a whole article may contain one of them.
const ADVERTISEMENT = /(?:^|[\s_-])(?:ads?|adslot|advert\w{0,9})(?:$|[\s_-])/i;
const SUBSCRIPTION = /newsletter|subscri(?:be|ption)|(?:^|[\s_-])sign-?up/i;
const CONTAINER = /^(?:div|form|section)$/;
const COMMAND = /(?:^|[\s_-])(?:btn|button)(?:$|[\s_-])/i;
const OTHER_PAGES =
  /most-?read|read-?(?:also|more|next)|recirc|recommend|related|table-?of-?contents|teaser|trending|(?:^|[\s_-])toc(?:$|[\s_-])/i;
const MAX_LABEL = 100;
const MAX_INVITATION = 300;
/** The number of letters that must be left: a front page consists of teasers only. */
const FEWEST = 300;

const namesOf = (element: TreeElement): string =>
  `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`;

/** Whether an element is such an insertion. */
function isBetween(element: TreeElement, { letters, linked, gone }: Held): boolean {
  const named = namesOf(element);
  // A link within a sentence is part of it, whatever its name.
  if (element.localName === "a") return false;
  if (letters <= MAX_LABEL && ADVERTISEMENT.test(named)) return true;
  if (letters <= MAX_INVITATION && CONTAINER.test(element.localName) && SUBSCRIPTION.test(named)) return true;
  if (letters <= MAX_LABEL && linked === letters && COMMAND.test(named)) return true;
  return linked + gone > (letters + gone) / 2 && OTHER_PAGES.test(named);
}

class TreeSimplifier {
  readonly #marks: InlineMarks;
  readonly between: TreeElement[] = [];

  constructor(marks: InlineMarks) {
    this.#marks = marks;
  }

  simplify(element: TreeElement): Held {
    const held: Held = {
      letters: 0,
      linked: 0,
      gone: 0,
      hasPicture: false,
      hasText: false,
      hasOwn: false,
      parts: [],
      links: 0,
    };
    for (let child = element.firstChild; child !== null; ) {
      const next = child.nextSibling;
      if (child.nodeType === TEXT) this.#addText(held, child.textContent ?? "");
      else if (child.nodeType === ELEMENT) this.#addElement(held, child as TreeElement);
      child = next;
    }
    if (isArticle(element)) unwrapText(held);
    return held;
  }

  #addText(held: Held, text: string): void {
    const plain = withoutMarks(text);
    const letters = plain.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const hasPicture = this.#marks.hasPicture(text);
    held.letters += letters;
    held.hasPicture ||= hasPicture;
    held.hasText ||= plain.trim() !== "";
    held.hasOwn ||= hasPicture || letters > 0;
  }

  #addElement(held: Held, element: TreeElement): void {
    const within = this.simplify(element);
    if (isBetween(element, within)) {
      this.between.push(element);
      held.gone += within.letters + within.gone;
      return;
    }
    const isLink = element.localName === "a";
    held.letters += within.letters;
    held.linked += isLink ? within.letters : within.linked;
    held.gone += within.gone;
    held.hasPicture ||= within.hasPicture;
    held.hasText ||= within.hasText;
    const isEmpty = within.letters === 0 && !within.hasPicture;
    if (isEmpty && (isLink || !within.hasText)) return;
    if (!isLink) held.parts.push(simplified({ element, held: within }));
    else if (within.letters > 0) held.links += 1;
    else {
      held.hasOwn = true;
      this.#markPicture(element);
    }
  }

  /** Replaces a link that holds only pictures by a mark: Readability takes a link without text for navigation. */
  #markPicture(link: TreeElement): void {
    const href = link.getAttribute("href");
    const pictures = this.#marks.restored((link.textContent ?? "").replace(/\s+/g, ""));
    const mark = this.#marks.of(href === null ? pictures : `<a href="${escaped(href)}">${pictures}</a>`);
    if (mark !== "") link.replaceWith(mark);
  }
}

const ARTICLE = /(?:^|\s)(?:article|hentry|h-entry)(?:\s|$)/;
const isArticle = (element: TreeElement): boolean =>
  element.localName === "article" || (element.localName === "div" && ARTICLE.test(element.getAttribute("class") ?? ""));

const AROUND = new Set(["div", "header", "section"]);
/** The roles that tell nothing about the contents of an element. */
const PLAIN_ROLE = /^(?:article|group|main|none|presentation|region)?$/;

/** Whether an element only wraps others. An element with a role, or with a telling name, is judged by it. */
const isOnlyAround = (element: TreeElement): boolean =>
  AROUND.has(element.localName) &&
  PLAIN_ROLE.test(element.getAttribute("role") ?? "") &&
  element.getAttribute("aria-hidden") === null &&
  element.getAttribute("hidden") === null &&
  !TELLING.test(namesOf(element));

/** A paragraph that is mostly a link: Readability drops it with an element around it. */
const isLinkedSentence = ({ element, held }: Part): boolean =>
  element.localName === "p" && held.letters >= SENTENCE && 2 * held.linked > held.letters;

/** Replaces an element by the only visible one in it: the heading of its own links, or its only part. */
function simplified(part: Part): Part {
  const { element, held } = part;
  const [only, ...others] = held.parts;
  if (only === undefined || others.length > 0 || held.hasOwn || element.localName !== "div") return part;
  const isWhole = (held.links === 0 ? WHOLE : HEADING).test(only.element.localName) || isLinkedSentence(only);
  if (!isWhole || !isOnlyAround(element)) return part;
  element.replaceWith(only.element);
  return only;
}

const unlinked = ({ letters, linked }: Held): number => letters - linked;

/**
 * Unwraps the elements around the text of an article and around its headings: otherwise Readability would leave out what
 * precedes the text.
 */
function unwrapText(article: Held): void {
  const isMost = ({ held }: Part) => 2 * unlinked(held) > unlinked(article);
  const isHead = ({ held }: Part) => held.parts.some(({ element }) => HEADING.test(element.localName));
  const text = article.parts.findIndex(isMost);
  for (const part of article.parts.slice(0, Math.max(text, 0))) if (isHead(part)) unwrap(part);
  for (let most = article.parts[text]; most !== undefined && unwrap(most); ) most = most.held.parts.find(isMost);
}

/** Replaces an element by its contents, if it only wraps them. */
function unwrap({ element }: Part): boolean {
  const isAround = isOnlyAround(element);
  if (isAround) element.replaceWith(...element.childNodes);
  return isAround;
}

/**
 * Simplifies the tree of a page before its article is searched: Readability judges an element by its class and its share of
 * links and headings, and drops elements that have no meaning alone, such as a heading in an element of its own. Takes time
 * linear in the tree, at most once for each level.
 */
export function simplifyTree(root: TreeElement, marks: InlineMarks): void {
  const simplifier = new TreeSimplifier(marks);
  const { letters } = simplifier.simplify(root);
  if (letters >= FEWEST) for (const element of simplifier.between) element.remove();
}
