import { caseFolded } from "./column.ts";

/** Where a text is searched for in another. */
type Place = "anywhere" | "start" | "end";

/** A text that is searched for, case-folded, and where. */
export interface Pattern {
  readonly text: string;
  readonly place: Place;
}

/**
 * Reads back what the filter's parser has made a pattern of: it escapes all that means something and adds `^` or `$`.
 * The pattern itself is never run: `a…ab$` costs the square of a long text's length, a search for the text does not.
 */
export function readPattern({ source }: RegExp): Pattern {
  const start = source.startsWith("^");
  const end = /(?:^|[^\\])(?:\\\\)*\$$/.test(source);
  const escaped = source.slice(start ? 1 : 0, end ? -1 : undefined);
  // The engine itself prints a slash and the ends of a line with a backslash.
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
