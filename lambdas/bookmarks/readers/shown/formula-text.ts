import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";

/** An element of MathML. */
interface MathElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (MathElement | string)[];
}

/** The deepest nesting of elements; a deeper element is placed beside its parent. */
const MAX_DEPTH = 40;

/** The elements without content. */
const EMPTY = new Set(["malignmark", "mglyph", "mprescripts", "mspace", "none"]);
/** The elements that are not shown. */
const NOT_SHOWN = new Set(["annotation", "annotation-xml", "mphantom", "mprescripts", "none"]);

function treeOf(tokens: readonly MarkupToken[]): MathElement {
  const root: MathElement = { name: "math", attributes: new Map(), children: [] };
  const open = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.kind === "text") parent.children.push(token.text);
    else if (token.kind === "start") {
      const element = { name: token.name, attributes: token.attributes, children: [] };
      parent.children.push(element);
      if (!EMPTY.has(token.name) && open.length < MAX_DEPTH) open.push(element);
    } else if (token.kind === "end") {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (at > 0) open.length = at;
    }
  }
  return root;
}

/** The first annotation in TeX; "" without one. */
function annotationOf(element: MathElement): string {
  for (const child of element.children) {
    if (typeof child === "string") continue;
    const isTex = child.name === "annotation" && /tex/i.test(child.attributes.get("encoding") ?? "");
    const tex = isTex ? child.children.filter((part) => typeof part === "string").join("") : annotationOf(child);
    if (tex.trim() !== "") return tex;
  }
  return "";
}

/** TeX without the commands that only set the size of a formula. */
export function plainTex(tex: string): string {
  const line = tex.replace(/\s+/g, " ").trim();
  const inner = /^\{\\(?:displaystyle|textstyle) (.*)\}$/.exec(line)?.[1] ?? line;
  return inner.replace(/^\\(?:displaystyle|textstyle)\b ?/, "").trim();
}

const children = ({ children: all }: MathElement): readonly MathElement[] =>
  all.filter((child) => typeof child !== "string").filter(({ name }) => !NOT_SHOWN.has(name) || name === "none");

const isOne = (text: string): boolean => /^.?$/u.test(text) || /^[([{|][^()[\]{}|]*[)\]}|]$/.test(text);

/** The text of a part, in parentheses unless it is one number, word or sign. */
function unitOf(element: MathElement): string {
  const parts = children(element);
  const [only] = parts;
  if (/^m(?:row|style|padded)$/.test(element.name) && only !== undefined && parts.length === 1) return unitOf(only);
  const text = textOf(element);
  return /^m(?:i|n|o|s|text|fenced|sqrt|table)$/.test(element.name) || isOne(text) ? text : `(${text})`;
}

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M})\]}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}(√]/u;

/** The accents over a letter, and the characters that combine with it. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ..."¯‾−ˉ_".split("").map((sign) => [sign, "\u0304"] as const),
  ["^", "\u0302"],
  ["ˆ", "\u0302"],
  ["~", "\u0303"],
  ["˜", "\u0303"],
  ["˙", "\u0307"],
  [".", "\u0307"],
  ["¨", "\u0308"],
  ["→", "\u20d7"],
  ["⃗", "\u20d7"],
]);

/** The invisible operators: application, times, separator, plus (Unicode, 2061 to 2064). */
const INVISIBLE: Readonly<Record<string, string>> = { "\u2061": " ", "\u2062": " ", "\u2063": ",", "\u2064": " " };

/**
 * The parts of a row, side by side. A space separates parts that would otherwise be misread: a number before a fraction,
 * two numbers, words, and the part after an index or a fraction.
 */
function rowOf(parts: readonly { readonly name: string; readonly text: string }[]): string {
  let row = "";
  let before: { readonly name: string; readonly text: string } | null = null;
  for (const part of parts) {
    if (part.text === "") continue;
    const isApart =
      before !== null &&
      ENDS_IN_WORD.test(row) &&
      BEGINS_WITH_WORD.test(part.text) &&
      (isCompound(before.name) || part.name === "mfrac" || isLong(before, part));
    row += isApart ? ` ${part.text}` : part.text;
    before = part;
  }
  return row.replace(/ {2,}/g, " ");
}

const isCompound = (name: string): boolean =>
  /^(?:mfrac|m(?:sub|sup|under|over)\w*|mmultiscripts|mroot|msqrt)$/.test(name);

/** Whether two neighbours are two numbers, or one of them is a word. */
function isLong(one: { readonly name: string; readonly text: string }, other: typeof one): boolean {
  if (one.name === "mn" && other.name === "mn") return true;
  const isWord = ({ name, text }: typeof one) => /^m(?:i|o|text)$/.test(name) && /^\p{L}{2,}$/u.test(text);
  return (isWord(one) && other.text !== "(") || isWord(other);
}

const contentOf = (element: MathElement): string =>
  rowOf(
    element.children.map((child) =>
      typeof child === "string"
        ? { name: "#text", text: child.replace(/\s+/g, " ").trim() }
        : { name: child.name, text: textOf(child) },
    ),
  );

/** A base with the parts below and above it. */
const scripted = (base: string, below: string, above: string): string =>
  [base, below && `_${below}`, above && `^${above}`].join("");

function accented(base: string, over: string): string {
  const accent = ACCENTS.get(over);
  return accent !== undefined && /^[\p{L}\p{N}]$/u.test(base) ? base + accent : scripted(base, "", over);
}

function fraction(element: MathElement, over: string, under: string): string {
  // Without a line it is a binomial coefficient, or a condition below a sum.
  if (/^0(?:[a-z]+|%)?$/.test(element.attributes.get("linethickness") ?? "")) return `(${over} above ${under})`;
  return `${over}/${under}`;
}

function fenced(element: MathElement): string {
  const { attributes } = element;
  const separators = [...(attributes.get("separators") ?? ",").replace(/\s+/g, "")];
  const parts = children(element).map(textOf);
  const row = parts.map((part, at) =>
    at === 0 ? part : `${separators[Math.min(at, separators.length) - 1] ?? ""} ${part}`,
  );
  return `${attributes.get("open") ?? "("}${row.join("")}${attributes.get("close") ?? ")"}`;
}

function withManyScripts(element: MathElement): string {
  const parts = element.children.filter((child) => typeof child !== "string");
  const [base, ...scripts] = parts;
  const at = scripts.findIndex(({ name }) => name === "mprescripts");
  const after = at === -1 ? scripts : scripts.slice(0, at);
  const before = at === -1 ? [] : scripts.slice(at + 1);
  const pairs = (all: readonly MathElement[]) =>
    all.flatMap((script, index) =>
      index % 2 === 0 ? [scripted("", unitOf(script), unitOf(all[index + 1] ?? EMPTY_ELEMENT))] : [],
    );
  return [...pairs(before), base === undefined ? "" : unitOf(base), ...pairs(after)].join("");
}

const EMPTY_ELEMENT: MathElement = { name: "none", attributes: new Map(), children: [] };

const rowsOf = (table: MathElement): string =>
  children(table)
    .map((row) =>
      row.name === "mtr" || row.name === "mlabeledtr" ? children(row).map(textOf).join(", ") : textOf(row),
    )
    .join("; ");

/** The text of an element, on one line. */
function textOf(element: MathElement): string {
  const { name } = element;
  if (NOT_SHOWN.has(name)) return "";
  const [first = "", second = "", third = ""] = /^(?:mfrac|mroot|m(?:sub|sup|under|over)\w*)$/.test(name)
    ? children(element).map(unitOf)
    : [];
  switch (name) {
    case "mfrac":
      return fraction(element, first, second);
    case "msub":
    case "munder":
      return scripted(first, second, "");
    case "msup":
      return scripted(first, "", second);
    case "mover":
      return accented(first, second);
    case "msubsup":
    case "munderover":
      return scripted(first, second, third);
    case "msqrt":
      return `√(${contentOf(element)})`;
    case "mroot":
      return `${first}^(1/${second})`;
    case "mmultiscripts":
      return withManyScripts(element);
    case "mfenced":
      return fenced(element);
    case "mtable":
      return `[${rowsOf(element)}]`;
    case "mspace":
      return " ";
    case "ms":
      return `"${contentOf(element)}"`;
    case "semantics":
    case "maction":
      return children(element).map(textOf)[0] ?? contentOf(element);
    case "mo": {
      const sign = contentOf(element);
      return INVISIBLE[sign] ?? sign;
    }
    case "menclose":
      return /radical/.test(element.attributes.get("notation") ?? "") ? `√(${contentOf(element)})` : contentOf(element);
    default:
      return contentOf(element);
  }
}

/**
 * A MathML formula as text, in one line: its original TeX, if it has one, else its parts with the signs of arithmetic
 * (`1/2`, `x^2`, `√(a+b)`). Takes time linear in the tokens, for at most forty levels.
 *
 * @param alternative the formula's `alttext`
 * @param tokens the tokens within `math`
 */
export function formulaText(alternative: string, tokens: readonly MarkupToken[]): string {
  const tree = treeOf(tokens);
  return plainTex(annotationOf(tree)) || plainTex(alternative) || contentOf(tree).trim();
}
