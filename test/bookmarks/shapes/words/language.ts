/** The words of a language from which the texts of pages are made. */
export interface Language {
  /** BCP 47. */
  readonly tag: string;
  readonly dir: "ltr" | "rtl";
  /** The language that a reader gives a page without a declared one: by the script of its text, or null. */
  readonly ofScript: string | null;
  /** A sentence of three parts, which agree in whatever combination. */
  readonly sentence: (subject: string, predicate: string, end: string) => string;
  readonly subjects: readonly string[];
  readonly predicates: readonly string[];
  readonly ends: readonly string[];
  /** Nouns, for headings and cells. */
  readonly topics: readonly string[];
  /** Two topics as a heading. */
  readonly heading: (one: string, other: string) => string;
  readonly site: string;
  readonly menu: readonly string[];
  /** The texts around the article on pages. */
  readonly ui: Readonly<Record<Around, string>>;
}

export type Around =
  | "accept"
  | "ad"
  | "comments"
  | "contents"
  | "cookies"
  | "copy"
  | "date"
  | "edit"
  | "editors"
  | "jump"
  | "login"
  | "minutes"
  | "newsletter"
  | "next"
  | "previous"
  | "print"
  | "related"
  | "reply"
  | "rights"
  | "search"
  | "share"
  | "subscribe";

/** A list from one line, whose parts are separated by bars. */
export const parts = (line: string): readonly string[] => line.split("|").map((part) => part.trim());

/** The words around texts, in the order of their names. */
export function around(line: string): Readonly<Record<Around, string>> {
  const names =
    "accept ad comments contents cookies copy date edit editors jump login minutes newsletter next previous print related reply rights search share subscribe";
  const words = parts(line);
  return Object.fromEntries(names.split(" ").map((name, at) => [name, words[at] ?? ""])) as Record<Around, string>;
}
