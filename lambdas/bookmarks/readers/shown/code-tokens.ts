import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import { withoutLineNumbers } from "./line-numbers.ts";

type StartToken = MarkupToken & { readonly kind: "start" };
type TagToken = MarkupToken & { readonly kind: "start" | "end" };

const list = (names: string): ReadonlySet<string> => new Set(names.split(" "));
/** Elements that begin and end a line of source code, and those around lines. */
const LINES = list("div li p tr");
const AROUND_LINES = list("dl figure ol table tbody td th thead ul");
/** The elements between whose tags white space is not shown. */
const BETWEEN = list("ol table tbody thead tr ul");
const PREFORMATTED = list("listing pre xmp");

const STYLED = list("code div figure p samp section");
const KEEPS_SPACE = /(?:^|[;\s])white-space\s*:\s*pre\s*(?:;|!|$)/i;
const MAX_EXAMINED = 300;

/** Cells beside a line of source code: its number, whose digits have already been left out. */
const NUMBER_CELL =
  /(?:^|[\s_-])(?:blob-num|gutter|hljs-ln-numbers|line-?numbers?|line-?nos?|lntd|rouge-gutter)(?:$|[\s_-])/i;
/** Class names of an inline element that is one line of source code. */
const LINE = /(?:^|\s)(?:(?:code|view)-?line|line)(?:\s|$)/i;
const SHOWN_AS_BLOCK = /(?:^|[;\s])display\s*:\s*(?:block|flex|grid)/i;

const examined = ({ attributes }: StartToken, name: string): string =>
  attributes.get(name)?.slice(0, MAX_EXAMINED) ?? "";

const keepsSpace = (token: StartToken): boolean =>
  PREFORMATTED.has(token.name) || (STYLED.has(token.name) && KEEPS_SPACE.test(examined(token, "style")));

const isLineSpan = (token: StartToken): boolean =>
  token.name === "span" &&
  (LINE.test(examined(token, "class")) ||
    token.attributes.has("data-line") ||
    SHOWN_AS_BLOCK.test(examined(token, "style")));

/**
 * The tokens of a page with each listing of source code as one `pre` of text and inline elements, whose lines end with a
 * line feed. Elements whose style keeps white space, and tables of lines, are listings, too. Line numbers are left out.
 */
export function* withCode(tokens: Iterable<MarkupToken>): Generator<MarkupToken, void, undefined> {
  const shown: MarkupToken[] = [];
  const reader = new CodeReader(shown);
  for (const token of withoutLineNumbers(tokens)) {
    reader.read(token);
    yield* shown;
    shown.length = 0;
  }
  reader.end();
  yield* shown;
}

/** An open element that is a line. */
interface Line {
  /** The length of the output when it began. */
  readonly from: number;
  /** Whether it counts as a line even without text. */
  readonly isShown: boolean;
}

/** Appends what it reads to a list: a generator for each token of a large page would take longer than the reading. */
class CodeReader {
  readonly #shown: MarkupToken[];
  /** The name of the element that is read as `pre`, and the number of open elements of that name in it. */
  #name: string | null = null;
  #depth = 0;
  /** For each open `span`, its line; null if it is not a line. */
  #spans: (Line | null)[] = [];
  #lines: Line[] = [];
  #isLineStart = true;
  #endsLine = false;
  #isBetween = false;
  #written = 0;
  /** The tags of a table until its first cell shows whether the table holds source code. */
  #table: MarkupToken[] = [];
  /** The number of open tables in a table of lines; 0 outside one. */
  #tables = 0;

  /** @param shown the list */
  constructor(shown: MarkupToken[]) {
    this.#shown = shown;
  }

  read(token: MarkupToken): void {
    if (this.#name !== null) this.#readCode(token);
    else if (this.#tables > 0) this.#readTable(token);
    else if (this.#table.length > 0) this.#examineTable(token);
    else if (token.kind === "start" && token.name === "table") this.#table = [token];
    else if (token.kind === "start" && keepsSpace(token)) this.#shown.push(this.#begin(token));
    else this.#shown.push(token);
  }

  end(): void {
    this.#shown.push(...this.#table);
    if (this.#name !== null) this.#shown.push({ kind: "end", name: "pre" });
  }

  #examineTable(token: MarkupToken): void {
    const isTag = token.kind === "start" || token.kind === "end";
    const isAround = isTag && token.name !== "table" && BETWEEN.has(token.name);
    if (
      isAround ||
      (isTag && /^col(?:group)?$/.test(token.name)) ||
      (token.kind === "text" && token.text.trim() === "")
    ) {
      this.#table.push(token);
      if (this.#table.length < MAX_EXAMINED) return;
    }
    const held = this.#table;
    this.#table = [];
    if (token.kind === "start" && token.name === "td" && isNumberCell(token)) this.#tables = 1;
    else {
      this.#shown.push(...held);
      if (held.at(-1) !== token) this.read(token);
    }
  }

  /** Reads a table of lines up to the source code in it: that of a cell, or else that of its rows. */
  #readTable(token: MarkupToken): void {
    if (token.kind === "start" && keepsSpace(token)) this.#shown.push(this.#begin(token));
    else if (token.kind === "text" && token.text.trim() !== "") {
      this.#shown.push(this.#begin({ kind: "start", name: "table", attributes: new Map() }));
      this.#depth = this.#tables;
      this.#tables = 0;
      this.#readCode(token);
    } else if ((token.kind === "start" || token.kind === "end") && token.name === "table") {
      this.#tables += token.kind === "start" ? 1 : -1;
    } else if (token.kind === "start" && token.name === "img") this.#shown.push(token);
  }

  #begin({ name, attributes }: StartToken): StartToken {
    this.#name = name;
    this.#depth = 1;
    this.#spans = [];
    this.#lines = [];
    this.#isLineStart = true;
    this.#endsLine = false;
    this.#isBetween = false;
    this.#written = 0;
    return { kind: "start", name: "pre", attributes };
  }

  #readCode(token: MarkupToken): void {
    if (token.kind === "text") this.#text(token.text);
    else if (token.kind !== "start" && token.kind !== "end") this.#shown.push(token);
    else {
      if (token.name === this.#name) this.#depth += token.kind === "start" ? 1 : -1;
      if (this.#depth > 0) this.#tag(token);
      else {
        this.#name = null;
        this.#shown.push({ kind: "end", name: "pre" });
      }
    }
  }

  #tag(token: TagToken): void {
    const { kind, name } = token;
    if (name === "br") {
      if (kind === "start") this.#text("\n");
    } else if (name === "span") {
      if (kind === "start") {
        const isLine = isLineSpan(token);
        if (isLine) this.#beginLine();
        this.#spans.push(isLine ? { from: this.#written, isShown: true } : null);
        this.#shown.push(token);
      } else {
        this.#shown.push(token);
        this.#endLine(this.#spans.pop());
      }
    } else if (LINES.has(name)) {
      this.#isBetween = name === "tr" || (name === "li" && kind === "end");
      if (kind === "start") {
        this.#beginLine();
        const isShown = name === "tr" || name === "li" || LINE.test(examined(token, "class"));
        this.#lines.push({ from: this.#written, isShown });
      } else this.#endLine(this.#lines.pop());
    } else if (AROUND_LINES.has(name) || PREFORMATTED.has(name)) {
      if (BETWEEN.has(name)) this.#isBetween = kind === "start";
      else if (name === "td" || name === "th") this.#isBetween = kind === "end";
    } else this.#shown.push(token);
  }

  #beginLine(): void {
    if (!this.#isLineStart && !this.#endsLine) this.#endsLine = true;
    if (this.#endsLine) this.#shown.push(this.#lineFeed());
  }

  #endLine(line: Line | null | undefined): void {
    if (line === null || line === undefined) return;
    if (!this.#isLineStart) this.#endsLine = true;
    else if (line.isShown && this.#written === line.from) {
      // A line feed of the page that follows belongs to this line.
      this.#isLineStart = false;
      this.#endsLine = true;
    }
  }

  #lineFeed(): MarkupToken {
    this.#endsLine = false;
    this.#isLineStart = true;
    this.#written += 1;
    return { kind: "text", text: "\n" };
  }

  #text(given: string): void {
    if (this.#isBetween && given.trim() === "") return;
    let text = given.replace(/\r\n?/g, "\n").replaceAll("\u00a0", " ");
    if (text === "") return;
    if (this.#endsLine) {
      this.#shown.push(this.#lineFeed());
      if (text.startsWith("\n")) text = text.slice(1);
    }
    if (text === "") return;
    this.#shown.push({ kind: "text", text });
    this.#written += text.length;
    this.#isLineStart = text.endsWith("\n");
  }
}

const isNumberCell = (token: StartToken): boolean =>
  NUMBER_CELL.test(examined(token, "class")) || token.attributes.has("data-line-number");
