/**
 * Fields of a log line by their selector's path, e.g. `message` or `detail.code`; undefined: the field must be missing.
 */
export type Fields = ReadonlyMap<string, string | number | boolean | null | undefined>;

/** The tokens of a JSON filter pattern (CloudWatch Logs guide, "Filter pattern syntax for JSON log events"). */
const TOKEN =
  /\s*(?:(?<punctuation>&&|\|\||[(){}])|(?<operator>!=|<=|>=|=|<|>)|(?<text>"(?:[^"\\]|\\.)*")|(?<word>[^\s(){}=!<>&|"]+))/y;

/**
 * The fields of a line that a metric filter's JSON pattern matches: the minimum for its first alternative.
 *
 * @returns undefined for a pattern of another kind
 */
export function matchingFields(pattern: string): Fields | undefined {
  const trimmed = pattern.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  const tokens = tokensOf(trimmed.slice(1, -1));
  if (tokens === undefined) return undefined;
  const parser = new Parser(tokens);
  const fields = parser.either();
  return parser.isAtEnd ? fields : undefined;
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text);
    if (match === null) return undefined;
    tokens.push(match[0].trim());
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** One side of an "or" is enough: the first. */
  either(): Fields {
    const first = this.#all();
    while (this.#takes("||")) this.#all();
    return first;
  }

  #all(): Fields {
    const fields = new Map(this.#one());
    while (this.#takes("&&")) for (const [path, value] of this.#one()) fields.set(path, value);
    return fields;
  }

  #one(): Fields {
    if (this.#takes("(")) {
      const inner = this.either();
      this.#takes(")");
      return inner;
    }
    const path = this.#next().replace(/^\$\./, "");
    const operator = this.#next();
    return new Map([[path, fulfilling(operator, literal(this.#next()))]]);
  }

  #next(): string {
    const token = this.#tokens[this.#at] ?? "";
    this.#at += 1;
    return token;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

/** A quoted text or a number; an unquoted word is a text. A `*` matches any text. */
function literal(token: string): string | number {
  const number = Number(token);
  return Number.isNaN(number) ? token.replace(/^"|"$/g, "").replaceAll("*", "any") : number;
}

function fulfilling(operator: string, value: string | number): string | number | boolean | null | undefined {
  switch (operator) {
    case "IS":
      return value === "NULL" ? null : value === "TRUE";
    case "NOT":
      return undefined;
    case "!=":
      return typeof value === "number" ? value + 1 : `not ${value}`;
    case ">":
      return Number(value) + 1;
    case "<":
      return Number(value) - 1;
    default:
      return value;
  }
}
