/**
 * CloudWatch Logs' filter patterns for JSON log lines (CloudWatch Logs user guide, "Filter and pattern syntax", "Using
 * filter patterns to match terms in JSON log events").
 */
import type { Condition, FilterTree, Path } from "../../expressions/filter-syntax.ts";
import { parsePattern } from "../../expressions/filter-syntax.ts";

export type LinePredicate = (line: unknown) => boolean;

/**
 * Compiles a pattern such as `{ ($.message = "x") && ($.count >= 3) }`.
 *
 * @throws Error on every unsupported part: a filter that guesses would count lines that AWS does not
 */
export function filterPattern(pattern: string): LinePredicate {
  return predicate(parsePattern(pattern));
}

/** A log line as parsed JSON; undefined for one that is not an object or array, which no such filter matches. */
export function jsonLine(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** The value of a selector such as `$.delay_ms` in a line; undefined when it is missing. */
export function valueAt(line: unknown, path: Path): unknown {
  return valuesAt(line, path)[0];
}

function predicate(tree: FilterTree): LinePredicate {
  switch (tree.kind) {
    case "and": {
      const parts = tree.parts.map(predicate);
      return (line) => parts.every((part) => part(line));
    }
    case "or": {
      const parts = tree.parts.map(predicate);
      return (line) => parts.some((part) => part(line));
    }
    case "not_exists":
      return (line) => valuesAt(line, tree.path).length === 0;
    case "condition": {
      const holds = test(tree.condition);
      // A selector of an object or an array matches nothing, not even `!=`.
      return (line) => valuesAt(line, tree.path).some((value) => !isBranch(value) && holds(value));
    }
  }
}

function test(condition: Condition): (value: unknown) => boolean {
  switch (condition.kind) {
    case "is":
      return (value) => value === condition.value;
    case "text": {
      const whole = new RegExp(`^${condition.text.split("*").map(escaped).join(".*")}$`, "s");
      return compared(condition.equal, (value) => typeof value === "string" && whole.test(value));
    }
    case "regex":
      return compared(condition.equal, (value) => typeof value === "string" && condition.regex.test(value));
    case "number":
      return (value) => typeof value === "number" && COMPARISONS[condition.operator](value, condition.number);
  }
}

/** `!=` requires an existing value that differs: a missing value matches neither `=` nor `!=`. */
const compared =
  (equal: boolean, matches: (value: unknown) => boolean): ((value: unknown) => boolean) =>
  (value) =>
    matches(value) === equal;

const COMPARISONS = {
  "=": (value: number, other: number) => value === other,
  "!=": (value: number, other: number) => value !== other,
  "<": (value: number, other: number) => value < other,
  "<=": (value: number, other: number) => value <= other,
  ">": (value: number, other: number) => value > other,
  ">=": (value: number, other: number) => value >= other,
} as const;

/** All values at a path: one or none, or several with a wildcard. */
function valuesAt(line: unknown, path: Path): unknown[] {
  let found = [line];
  for (const step of path) {
    found = found.flatMap((value) => {
      if (!isBranch(value)) return [];
      if (step === "*") return Object.values(value);
      if (typeof step === "number" && !Array.isArray(value)) return [];
      return Object.hasOwn(value, step) ? [(value as Record<string | number, unknown>)[step]] : [];
    });
  }
  return found;
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

const escaped = (text: string) => text.replace(/[.+^${}()|[\]\\?]/g, "\\$&");
