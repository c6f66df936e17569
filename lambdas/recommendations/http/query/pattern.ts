import { caseFolded } from "./column.ts";

/** The position of a searched text in another. */
type Place = "anywhere" | "start" | "end";

/** A case-folded text to search for, and its position. */
export interface Pattern {
  readonly text: string;
  readonly place: Place;
}

/**
 * Recovers the text from the parser's pattern, in which special characters are escaped and `^` or `$` is added. The pattern
 * itself is never executed: `a…ab$` takes quadratic time in a long text, a search for the text does not.
 */
export function readPattern({ source }: RegExp): Pattern {
  const start = source.startsWith("^");
  const end = /(?:^|[^\\])(?:\\\\)*\$$/.test(source);
  const escaped = source.slice(start ? 1 : 0, end ? -1 : undefined);
  // The engine prints a slash and line ends with a backslash.
  const text = escaped.replace(/\\(n|r|u2028|u2029|.)/g, (_, kept: string) => LINE_ENDS.get(kept) ?? kept);
  return { text: caseFolded(text), place: start ? "start" : end ? "end" : "anywhere" };
}

const LINE_ENDS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["u2028", "\u2028"],
  ["u2029", "\u2029"],
]);

/** Whether a case-folded text contains a pattern. */
export function isFound({ text, place }: Pattern, within: string): boolean {
  if (place === "start") return within.startsWith(text);
  return place === "end" ? within.endsWith(text) : within.includes(text);
}
