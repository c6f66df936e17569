import type { Condition, FilterTree } from "../../../expressions/filter-syntax.ts";
import { parsePattern } from "../../../expressions/filter-syntax.ts";

type Value = string | number | boolean | null | undefined;

/**
 * Fields of a log line by their selector's path, e.g. `message` or `detail.code`; undefined: the field must be missing.
 */
export type Fields = ReadonlyMap<string, Value>;

/**
 * The fields of a line that a metric filter's JSON pattern matches: the minimum for its first alternative.
 *
 * @returns undefined for a pattern of another kind, and for one with a regular expression
 */
export function matchingFields(pattern: string): Fields | undefined {
  try {
    return new Map(fieldsOf(parsePattern(pattern)));
  } catch {
    return undefined;
  }
}

function fieldsOf(tree: FilterTree): readonly (readonly [path: string, value: Value])[] {
  switch (tree.kind) {
    case "and":
      return tree.parts.flatMap(fieldsOf);
    case "or":
      return tree.parts.slice(0, 1).flatMap(fieldsOf);
    case "not_exists":
      return [[tree.path.join("."), undefined]];
    case "condition":
      return [[tree.path.join("."), fulfilling(tree.condition)]];
  }
}

function fulfilling(condition: Condition): Value {
  switch (condition.kind) {
    case "is":
      return condition.value;
    case "text":
      return `${condition.equal ? "" : "not "}${condition.text.replaceAll("*", "any")}`;
    case "number":
      return condition.number + (CHANGES[condition.operator] ?? 0);
    case "regex":
      throw new Error("No text is made for a regular expression.");
  }
}

/** What makes a number fulfil a comparison that the number itself does not. */
const CHANGES: Readonly<Record<string, number>> = { "!=": 1, ">": 1, "<": -1 };
