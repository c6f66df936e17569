import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";
import { formulaText, plainTex } from "./formula-text.ts";

/** The number of tokens of a formula, and of a library's drawing of it, that are examined. */
const MAX_TOKENS = 20_000;

// KaTeX, and MathJax 2 and 3. Their drawing is beside the same formula in MathML, or before its source.
const DRAWN = /(?:^|\s)(?:katex|MathJax(?:_(?:CHTML|Display|SVG|SVG_Display))?|mjx-chtml|MJXc-display)(?:\s|$)/;
/** MathJax's placeholder until it has drawn. */
const PREVIEW = /(?:^|\s)MathJax_Preview(?:\s|$)/;
const SOURCE = /^\s*math\/(?:asciimath|tex)\b/i;

type StartToken = MarkupToken & { readonly kind: "start" };

const classOf = ({ attributes }: StartToken): string => attributes.get("class")?.slice(0, 300) ?? "";

const isDrawn = (token: StartToken): boolean => token.name === "mjx-container" || DRAWN.test(classOf(token));

/** Whether a token is not allowed in a formula: the formula's end tag is missing. */
const isOutside = (token: MarkupToken): boolean =>
  (token.kind === "start" || token.kind === "end") && /^(?:h[1-6]|li|main|article|section|p|t[dhr])$/.test(token.name);

/**
 * The tokens of a page with each formula as one text: MathML, and the drawings of KaTeX and MathJax. A drawing without
 * MathML and without a source is left unchanged.
 */
export function* withFormulas(tokens: Iterable<MarkupToken>): Generator<MarkupToken, void, undefined> {
  const reader = new FormulaReader();
  for (const token of tokens) yield* reader.read(token);
  yield* reader.end();
}

/** An open formula in MathML. */
interface OpenMath {
  readonly start: StartToken;
  readonly tokens: MarkupToken[];
}

/** A library's drawing of a formula. */
interface Drawing {
  readonly name: string;
  /** The number of open elements of its name. */
  depth: number;
  readonly tokens: MarkupToken[];
  /** The MathML formulas in it. */
  readonly texts: string[];
}

class FormulaReader {
  #math: OpenMath | null = null;
  #drawing: Drawing | null = null;
  /** A formula that was drawn without MathML, and the tokens between it and its source, which may follow. */
  #drawn: MarkupToken[] = [];
  #after: MarkupToken[] = [];
  /** Whether the source of a formula that was read may follow. */
  #isRead = false;
  #preview: { readonly name: string; depth: number } | null = null;

  *read(token: MarkupToken): Generator<MarkupToken, void, undefined> {
    if (this.#math !== null) return yield* this.#readMath(this.#math, token);
    if (token.kind === "start" && token.name === "math") {
      this.#math = { start: token, tokens: [] };
      return;
    }
    if (this.#drawing !== null) return yield* this.#readDrawing(this.#drawing, token);
    if (this.#preview !== null) {
      if (token.kind === "start" && token.name === this.#preview.name) this.#preview.depth += 1;
      if (token.kind === "end" && token.name === this.#preview.name) this.#preview.depth -= 1;
      const isEnd = this.#preview.depth === 0;
      if (!isEnd && !isOutside(token)) return;
      this.#preview = null;
      if (isEnd) return;
    }
    if (token.kind === "inside" && token.name === "script" && SOURCE.test(token.attributes.get("type") ?? "")) {
      if (!this.#isRead) this.#drawn = [{ kind: "text", text: ` ${plainTex(token.text)} ` }];
      this.#isRead = false;
      return yield* this.#flushDrawn();
    }
    const isBetween =
      token.kind === "end" || token.kind === "opaque" || (token.kind === "text" && token.text.trim() === "");
    if (isBetween && this.#after.length < MAX_TOKENS) {
      if (this.#drawn.length > 0) this.#after.push(token);
      else yield token;
      return;
    }
    if (token.kind === "start" && PREVIEW.test(classOf(token))) {
      this.#preview = { name: token.name, depth: 1 };
      return;
    }
    yield* this.#flushDrawn();
    this.#isRead = false;
    if (token.kind === "start" && isDrawn(token)) {
      this.#drawing = { name: token.name, depth: 1, tokens: [token], texts: [] };
    } else yield token;
  }

  *end(): Generator<MarkupToken, void, undefined> {
    if (this.#math !== null) yield* this.#endMath(this.#math);
    if (this.#drawing !== null) this.#endDrawing(this.#drawing);
    yield* this.#flushDrawn();
  }

  *#readMath(math: OpenMath, token: MarkupToken): Generator<MarkupToken, void, undefined> {
    if (token.kind === "end" && token.name === "math") return yield* this.#endMath(math);
    if (!isOutside(token) && math.tokens.length < MAX_TOKENS) {
      math.tokens.push(token);
      return;
    }
    yield* this.#endMath(math);
    yield* this.read(token);
  }

  *#endMath({ start, tokens }: OpenMath): Generator<MarkupToken, void, undefined> {
    this.#math = null;
    const text = formulaText(start.attributes.get("alttext") ?? "", tokens);
    if (this.#drawing !== null) {
      if (text !== "") this.#drawing.texts.push(text);
      return;
    }
    yield* this.#flushDrawn();
    const isBlock = start.attributes.get("display") === "block";
    if (text !== "") yield { kind: "text", text: isBlock ? ` ${text} ` : text };
  }

  *#readDrawing(drawing: Drawing, token: MarkupToken): Generator<MarkupToken, void, undefined> {
    if (isOutside(token) || drawing.tokens.length > MAX_TOKENS) {
      this.#endDrawing(drawing);
      yield* this.#flushDrawn();
      yield* this.read(token);
      return;
    }
    drawing.tokens.push(token);
    if (token.kind !== "start" && token.kind !== "end") return;
    if (token.name !== drawing.name) return;
    drawing.depth += token.kind === "start" ? 1 : -1;
    if (drawing.depth === 0) {
      this.#endDrawing(drawing);
      if (this.#isRead) yield* this.#flushDrawn();
    }
  }

  #endDrawing({ tokens, texts }: Drawing): void {
    this.#drawing = null;
    this.#isRead = texts.length > 0;
    this.#drawn = this.#isRead ? [{ kind: "text", text: texts.join(" ") }] : tokens;
  }

  *#flushDrawn(): Generator<MarkupToken, void, undefined> {
    yield* this.#drawn;
    yield* this.#after;
    this.#drawn = [];
    this.#after = [];
  }
}
