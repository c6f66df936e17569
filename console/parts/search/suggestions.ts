import type { SearchOperator } from "../../../client/index.ts";
import { searchedStates } from "../../../client/search.ts";
import { completions } from "../tags/tag-list.ts";

export interface KnownValues {
  /** The operators that the list takes. */
  readonly operators: readonly SearchOperator[];
  /** The most used ones first. */
  readonly tags: readonly string[];
  readonly hosts: readonly string[];
  /** `YYYY-MM-DD`, in the person's time zone. */
  readonly today: string;
}

export interface Suggestion {
  /** The text that replaces the part. */
  readonly text: string;
  /** The operator, of which the text is a value or which it only begins. */
  readonly operator: SearchOperator;
  /** Whether a value is still to be typed. */
  readonly isOpen: boolean;
}

/** Tags and hosts that are suggested for a word. */
const FEW = 3;
const MANY = 8;

/** Where the part of a search begins that ends at the caret: after white space that is not in quotes. */
export function partStart(text: string, caret: number): number {
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < caret; index += 1) {
    const character = text.charAt(index);
    if (/["“”]/.test(character)) isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(character)) start = index + 1;
  }
  return start;
}

/** The completions of a part of a search; for an empty part, everything that may begin one. */
export function suggestionsFor(part: string, known: KnownValues): readonly Suggestion[] {
  const read = /^(-?)(?:([a-z]+):)?["“”]?([^"“”]*)["“”]?$/i.exec(part);
  if (read === null) return [];
  const [, minus = "", name, typed = ""] = read;
  const word = typed.trim();
  const operator = known.operators.find((each) => each === name?.toLowerCase());
  if (operator !== undefined) {
    return values(operator, word, MANY, known)
      .map((value) => suggestion(minus, operator, value))
      .filter(({ text }) => text !== part);
  }
  if (name !== undefined) return [];
  const begun = known.operators.filter((each) => each.startsWith(word.toLowerCase()));
  const operators = begun.map((each) => ({ text: `${minus}${each}:`, operator: each, isOpen: true }));
  if (word === "") return operators;
  const named = known.operators.filter((each) => each === "tag" || each === "site");
  return [
    ...operators,
    ...named.flatMap((each) => values(each, word, FEW, known).map((value) => suggestion(minus, each, value))),
  ];
}

function suggestion(minus: string, operator: SearchOperator, value: string): Suggestion {
  const text = /\s/.test(value) ? `"${value}"` : value;
  return { text: `${minus}${operator}:${text}`, operator, isOpen: false };
}

function values(operator: SearchOperator, typed: string, most: number, known: KnownValues): readonly string[] {
  switch (operator) {
    case "tag":
      // A tag with a quote can't be written in quotes.
      return completions(
        known.tags.filter((tag) => !/["“”]/.test(tag)),
        [],
        typed,
      ).slice(0, most);
    case "site":
      return completions(known.hosts, [], typed).slice(0, most);
    case "is":
      return searchedStates.filter((state) => state.startsWith(typed.toLowerCase()));
    case "after":
    case "before": {
      const { today } = known;
      const days = new Set([today, `${today.slice(0, 8)}01`, `${today.slice(0, 5)}01-01`]);
      return [...days].filter((day) => day.startsWith(typed));
    }
  }
}
