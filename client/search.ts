import { OPERATORS, parseSearch } from "../lambdas/shared/search/parse-search.ts";
import * as searchable from "../lambdas/shared/search/searchable-text.ts";
import { SORTS } from "../lambdas/shared/search/sort.ts";
import { STATES } from "../lambdas/shared/search/states.ts";

export const sorts = SORTS;
export const searchOperators = OPERATORS;
export const searchedStates = STATES;

/** The orders of a list. By title or site, equal items are newest first. */
export type Sort = (typeof sorts)[number];

/** What begins a condition of a search that is more than a word or a phrase, before a colon. */
export type SearchOperator = (typeof searchOperators)[number];

/** A pattern of a character of a word, in scripts that have spaces between words. */
export const wordCharacter: string = searchable.OF_A_WORD;

/** A text with the hyphen and the apostrophe of keyboards, as searches compare it. */
export const asOnKeyboards: (text: string) => string = searchable.asOnKeyboards;

/** The time zone of this machine, by its IANA name; UTC where it has none that is known, as with an empty `TZ`. */
export function timeZone(): string {
  const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
  return name === "Etc/Unknown" ? "UTC" : name;
}

/** A value in a search that can't be read. */
export interface SearchProblem {
  readonly operator: SearchOperator;
  /** The place of the operator with its value, in UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
}

export interface ReadSearch {
  /** The words and phrases that must occur, in lower case, with a space before what must begin a word. */
  readonly texts: readonly string[];
  /** The values that can't be read, for which the API refuses the search. */
  readonly problems: readonly SearchProblem[];
}

/** Reads a search as the API does. */
export function readSearch(q: string): ReadSearch {
  const { conditions, problems } = parseSearch(q);
  const texts = conditions.flatMap((each) => (each.kind === "text" && !each.isExcluded ? [each.text] : []));
  return { texts, problems };
}

/** A search with values that can't be read. */
export class UnreadableSearch extends Error {
  override readonly name = "UnreadableSearch";
  readonly problems: readonly SearchProblem[];

  constructor(problems: readonly SearchProblem[]) {
    super(`The search has values that can't be read: ${problems.map(({ operator }) => `${operator}:`).join(", ")}`);
    this.problems = problems;
  }
}
