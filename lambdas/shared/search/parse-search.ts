import { nfkc } from "../nfkc.ts";
import { asOnKeyboards, searchableText } from "./searchable-text.ts";
import { readSite } from "./site.ts";
import { startOfDay } from "./start-of-day.ts";
import type { State } from "./states.ts";
import { STATES } from "./states.ts";
import { wordTexts } from "./word-texts.ts";

/** What begins a condition that is more than a text, before a colon. */
export const OPERATORS = ["tag", "site", "after", "before", "is"] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a search asks for: all conditions must hold, or must not. */
export type Condition = { readonly isExcluded: boolean } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "site"; readonly site: string }
  /** ISO 8601 UTC: at this time or later, or before it. */
  | { readonly kind: "after" | "before"; readonly time: string }
  | { readonly kind: "is"; readonly state: State }
);

/** A value that can't be read. */
export interface SearchProblem {
  readonly operator: Operator;
  /** Of the operator with its value, in UTF-16 code units of what was typed. */
  readonly offset: number;
  readonly length: number;
}

export interface ParsedSearch {
  /** Texts come last: they take longest to look for. */
  readonly conditions: readonly Condition[];
  /** In the order of their places. */
  readonly problems: readonly SearchProblem[];
}

export interface SearchReading {
  /** Of the days, by its IANA name; UTC without. */
  readonly timeZone?: string | undefined;
  /** Changes a word before its texts are taken from it. */
  readonly toWord?: (word: string) => string;
}

// Quotes, also of the kinds that phones write; a phrase goes to the end if it is not closed.
const QUOTE = String.raw`"\u201c-\u201f\uff02`;
const QUOTED = `[${QUOTE}]([^${QUOTE}]*)[${QUOTE}]?`;
const UNQUOTED = String.raw`[^\s${QUOTE}]`;
/** A condition in any width and case: `-`, the operator with its colon, and the value; or a phrase or a word. */
const PART = new RegExp(
  `([-\uff0d]?)(?:(${widthless(OPERATORS)})[:\uff1a](?:${QUOTED}|(${UNQUOTED}*))|${QUOTED}|(${UNQUOTED}+))`,
  "giu",
);

/** A pattern of words in halfwidth or fullwidth letters. */
function widthless(words: readonly string[]): string {
  const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  return words.map((word) => word.replace(/./g, (letter) => `[${letter}${wide(letter)}]`)).join("|");
}

/**
 * Reads what a user typed: words, phrases in quotes, `tag:`, `site:`, `after:`, `before:` and `is:` with a value, each of which
 * a `-` before it excludes. A colon of anything else belongs to a word.
 */
export function parseSearch(
  q: string,
  { timeZone = "UTC", toWord = (word) => word }: SearchReading = {},
): ParsedSearch {
  const conditions: Condition[] = [];
  const texts: Condition[] = [];
  const problems: SearchProblem[] = [];
  for (const { 0: part, 1: minus, 2: name, 3: quoted, 4: bare, 5: phrase, 6: word, index: offset } of q.matchAll(
    PART,
  )) {
    const isExcluded = minus !== "";
    if (name !== undefined) {
      const operator = nfkc(name).toLowerCase() as Operator;
      const value = readValue(operator, nfkc(quoted ?? bare ?? "").trim(), timeZone);
      if (value === null) problems.push({ operator, offset, length: part.length });
      else conditions.push({ isExcluded, ...value });
    } else if (phrase !== undefined) {
      texts.push(...textConditions([searchableText(phrase).trimStart()], isExcluded));
    } else if (word !== undefined) {
      // A dash among words excludes nothing.
      const isWord = !isExcluded || /[^\p{P}]/u.test(word);
      texts.push(...textConditions(wordTexts(toWord(isWord ? word : part)), isExcluded && isWord));
    }
  }
  return { conditions: [...conditions, ...texts], problems };
}

/** The condition of a tag that must be there. */
export function tagCondition(tag: string): Condition {
  return { isExcluded: false, kind: "tag", tag: searchableText(tag) };
}

function textConditions(texts: readonly string[], isExcluded: boolean): readonly Condition[] {
  return texts.filter((text) => text !== "").map((text) => ({ isExcluded, kind: "text", text: asOnKeyboards(text) }));
}

/** A condition without its `isExcluded`; null for a value that can't be read. */
function readValue(operator: Operator, value: string, timeZone: string) {
  switch (operator) {
    case "tag": {
      const tag = searchableText(value);
      return tag === "" ? null : ({ kind: "tag", tag } as const);
    }
    case "site": {
      const site = readSite(value);
      return site === null ? null : ({ kind: "site", site } as const);
    }
    case "after":
    case "before": {
      const time = startOfDay(value, timeZone);
      return time === null ? null : ({ kind: operator, time } as const);
    }
    case "is": {
      const state = STATES.find((each) => each === value.toLowerCase());
      return state === undefined ? null : ({ kind: "is", state } as const);
    }
  }
}
