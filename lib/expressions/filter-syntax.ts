/** The path of a value in a log line: names, indexes, `*` for all. */
export type Path = readonly (string | number)[];

export type NumberOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** A comparison of a value. In a text `*` matches any characters. */
export type Condition =
  | { readonly kind: "is"; readonly value: null | boolean }
  | { readonly kind: "text"; readonly equal: boolean; readonly text: string }
  | { readonly kind: "regex"; readonly equal: boolean; readonly regex: RegExp }
  | { readonly kind: "number"; readonly operator: NumberOperator; readonly number: number };

export type FilterTree =
  | { readonly kind: "and" | "or"; readonly parts: readonly FilterTree[] }
  | { readonly kind: "not_exists"; readonly path: Path }
  | { readonly kind: "condition"; readonly path: Path; readonly condition: Condition };

/** Limits of CloudWatch Logs (user guide, "Filter and pattern syntax"). */
const MAX_LENGTH = 1_024;
const MAX_WILDCARDS = 3;
const MAX_REGEXES = 2;

const SPACE = /\s*/y;
const SELECTOR = /\$(?:\.[A-Za-z_*][\w-]*|\[(?:\d+|\*|"[^"]*"|'[^']*')\])+/y;
const STEP = /\.([A-Za-z_*][\w-]*)|\[(?:(\d+)|(\*)|"([^"]*)"|'([^']*)')\]/g;
const OPERATOR = /!=|<=|>=|=|<|>/y;
const KEYWORDS = /(IS\s+NULL|IS\s+TRUE|IS\s+FALSE|NOT\s+EXISTS)(?![\w"])/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/y;
const REGEX = /%([\w:#=@/;,\-^$?[\]{}|\\*+.() ]+)%/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.*-])/y;
const WORD = /[A-Za-z_*][\w*.-]*/y;

/**
 * Parses a JSON filter pattern. `&&` binds closer than `||`.
 *
 * @throws Error that names the unsupported part and its position
 */
export function parsePattern(pattern: string): FilterTree {
  return new PatternParser(pattern).parse();
}

/**
 * The path of a selector such as `$.a.b[0]`.
 *
 * @throws Error when the text is not a selector
 */
export function parseSelector(selector: string): Path {
  SELECTOR.lastIndex = 0;
  if (SELECTOR.exec(selector)?.[0] !== selector) throw new Error(`Not a selector of a log line's field: ${selector}`);
  return [...selector.matchAll(STEP)].map(([, name, index, star, double, single]) =>
    index === undefined ? String(name ?? star ?? double ?? single) : Number(index),
  );
}

class PatternParser {
  readonly #text: string;
  #at = 0;
  #wildcards = 0;
  #regexes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): FilterTree {
    if (this.#text.length > MAX_LENGTH) throw this.#error(`a pattern has at most ${MAX_LENGTH} characters`);
    this.#expect("{");
    const tree = this.#or();
    this.#expect("}");
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#error("nothing may follow the last brace");
    if (this.#wildcards > MAX_WILDCARDS) throw this.#error(`at most ${MAX_WILDCARDS} wildcards in selectors`);
    if (this.#regexes > MAX_REGEXES) throw this.#error(`at most ${MAX_REGEXES} regular expressions`);
    return tree;
  }

  #or(): FilterTree {
    return this.#chain("or", "||", () => this.#chain("and", "&&", () => this.#part()));
  }

  #chain(kind: "and" | "or", sign: string, next: () => FilterTree): FilterTree {
    const parts = [next()];
    while (this.#takeText(sign)) parts.push(next());
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind, parts };
  }

  #part(): FilterTree {
    if (this.#takeText("(")) {
      const tree = this.#or();
      this.#expect(")");
      return tree;
    }
    const path = this.#selector();
    const keywords = this.#takeToken(KEYWORDS)?.[1]?.replace(/\s+/, " ");
    if (keywords === "NOT EXISTS") return { kind: "not_exists", path };
    if (keywords !== undefined)
      return { kind: "condition", path, condition: { kind: "is", value: VALUES[keywords] ?? null } };
    return { kind: "condition", path, condition: this.#comparison() };
  }

  #selector(): Path {
    const selector = this.#takeToken(SELECTOR)?.[0];
    if (selector === undefined) throw this.#error("a selector such as $.message is expected");
    const path = parseSelector(selector);
    const wildcards = path.filter((step) => step === "*").length;
    if (wildcards > 1) throw this.#error("a selector has at most one wildcard");
    this.#wildcards += wildcards;
    return path;
  }

  #comparison(): Condition {
    const operator = this.#takeToken(OPERATOR)?.[0] as NumberOperator | undefined;
    if (operator === undefined) throw this.#error("=, !=, <, <=, >, >=, IS or NOT EXISTS is expected");
    const number = this.#takeToken(NUMBER)?.[0];
    if (number !== undefined) return { kind: "number", operator, number: Number(number) };
    if (operator !== "=" && operator !== "!=") throw this.#error(`${operator} compares with a number`);
    const equal = operator === "=";
    const quoted = this.#takeToken(QUOTED)?.[1];
    if (quoted !== undefined) return { kind: "text", equal, text: quoted.replace(/\\(.)/g, "$1") };
    const regex = this.#takeToken(REGEX)?.[1];
    if (regex !== undefined) {
      this.#regexes += 1;
      return { kind: "regex", equal, regex: new RegExp(regex) };
    }
    const word = this.#takeToken(WORD)?.[0];
    if (word !== undefined) return { kind: "text", equal, text: word };
    throw this.#error("a text, a number or a %regular expression% is expected");
  }

  #takeToken(token: RegExp): RegExpExecArray | undefined {
    this.#take(SPACE);
    return this.#take(token);
  }

  #take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    if (found === null) return undefined;
    this.#at = token.lastIndex;
    return found;
  }

  #takeText(text: string): boolean {
    this.#take(SPACE);
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takeText(text)) throw this.#error(`${text} is expected`);
  }

  #error(what: string): Error {
    return new Error(`Filter pattern ${this.#text}: ${what}, at character ${this.#at + 1}.`);
  }
}

const VALUES: Readonly<Record<string, null | boolean>> = { "IS NULL": null, "IS TRUE": true, "IS FALSE": false };
