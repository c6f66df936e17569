import type { MarkupToken } from "../../../shared/html/markup-tokens.ts";

type StartToken = MarkupToken & { readonly kind: "start" };

// The class names of line numbers by highlighters: GitHub, Rouge, Pygments, Chroma, Hexo, Prism, highlight.js, CodeMirror,
// react-syntax-highlighter.
const NUMBERS =
  /(?:^|[\s_-])(?:blob-num|gutter|hljs-ln-(?:line|numbers)|line-?num(?:ber)?s?(?:-rows)?|line-?nos?|linenodiv|lineno-\w+|lnum|rouge-gutter)(?:$|[\s_-])|codeLineNumber|CodeMirror-linenumber/i;
/** Short class names, which mean line numbers only in source code. */
const NUMBERS_IN_CODE = /(?:^|\s)(?:ln|lnt|lntd|num)(?:\s|$)/;
const NOT_SELECTED = /(?:^|[;\s])(?:-webkit-)?user-select\s*:\s*none/i;
const AROUND_CODE = new Set(["code", "pre", "table"]);
const NOT_NUMBER = /[^\s\d]/;
const MAX_EXAMINED = 300;

function mayBeNumber({ attributes }: StartToken, inCode: boolean): boolean {
  const named = attributes.get("class")?.slice(0, MAX_EXAMINED) ?? "";
  if (NUMBERS.test(named) || attributes.has("data-line-number")) return true;
  return (
    inCode && (NUMBERS_IN_CODE.test(named) || NOT_SELECTED.test(attributes.get("style")?.slice(0, MAX_EXAMINED) ?? ""))
  );
}

/** The tokens of a page without line numbers, which are elements of such a class with digits only. Their cells stay. */
export function* withoutLineNumbers(tokens: Iterable<MarkupToken>): Generator<MarkupToken, void, undefined> {
  let inCode = 0;
  let held: MarkupToken[] = [];
  let name = "";
  let depth = 0;
  for (const token of tokens) {
    if ((token.kind === "start" || token.kind === "end") && AROUND_CODE.has(token.name)) {
      inCode = Math.max(0, inCode + (token.kind === "start" ? 1 : -1));
    }
    if (depth === 0) {
      if (token.kind !== "start" || !mayBeNumber(token, inCode > 0)) yield token;
      else {
        held = [token];
        name = token.name;
        depth = 1;
      }
      continue;
    }
    held.push(token);
    if ((token.kind === "start" || token.kind === "end") && token.name === name)
      depth += token.kind === "start" ? 1 : -1;
    if (token.kind === "text" && NOT_NUMBER.test(token.text)) {
      yield* held;
      held = [];
      depth = 0;
    } else if (depth === 0) {
      if (name === "td") yield* [held[0] as MarkupToken, token];
      held = [];
    }
  }
  yield* held;
}
