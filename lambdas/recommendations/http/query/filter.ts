import type { Token } from "@tryghost/nql-lang";
import { lex, parse } from "@tryghost/nql-lang";
import * as z from "zod/mini";
import { Rejected } from "../../../shared/http/rejected.ts";
import type { Recommendation } from "../../domain/recommendation.ts";
import type { Column, Comparable } from "./column.ts";
import { COLUMNS, caseFolded, columnOf, comparable } from "./column.ts";
import { parseDate, relativeDate, relativeTime } from "./date-value.ts";
import { isFound, readPattern } from "./pattern.ts";

export type Filter = (recommendation: Recommendation) => boolean;

/** The longest filter in UTF-16 code units; the route is public. */
const MAX_LENGTH = 2_000;
/** The limit of nested parentheses: far more than a filter needs, and the evaluation recurses for each. */
const MAX_NESTING = 50;
/**
 * The limit of comparisons: each may search the texts of a thousand rows, and the route is public. A list of values counts
 * as one.
 */
const MAX_COMPARISONS = 50;

/** The values of one recommendation, each computed on first use. */
type Cells = (column: Column) => Comparable;
type Condition = (cells: Cells) => boolean;

/**
 * Parses a filter of Ghost's language NQL. Each negated form is the exact opposite of the plain one, so that `excerpt:-'x'`
 * matches a row without an excerpt, as NQL itself does in memory; null equals only null, and is neither smaller nor larger
 * than any value.
 *
 * @param text blank: all rows match
 * @param now the time to which `now-30d` refers
 * @throws Rejected 400 `invalid_filter` for a syntax error, for a filter that is too long or has too many parts, for an
 * unknown field, or for a value that the field can't have
 */
export function readFilter(text: string, now: Date): Filter {
  if (text.trim() === "") return () => true;
  if (text.length > MAX_LENGTH) throw invalid(`It has more than ${MAX_LENGTH} characters.`);
  check(readable(() => lex(text)));
  const holds = condition(
    readable(() => parse(text, { preserveRelativeDates: true })),
    now,
  );
  return (recommendation) => holds(cellsOf(recommendation));
}

/** Rejects tokens that the parsed tree would not show. */
function check(tokens: readonly Token[]): void {
  const comparisons = tokens.filter(({ token }) => token === "PROP").length;
  if (comparisons > MAX_COMPARISONS) throw invalid(`It has more than ${MAX_COMPARISONS} comparisons.`);
  let depth = 0;
  for (const { token, matched } of tokens) {
    if (token === "LPAREN") depth += 1;
    if (token === "RPAREN") depth -= 1;
    if (depth > MAX_NESTING) throw invalid(`Its parentheses are nested deeper than ${MAX_NESTING}.`);
    // The parser keeps only the integer part: 007 would match 7, and 1.5 would match 1.
    if (token === "NUMBER" && String(Number.parseInt(matched, 10)) !== matched) {
      throw invalid(`Put ${matched} in single quotes: only whole numbers are read without.`);
    }
  }
}

/** Calls a part of the parser; any error that it throws is about the filter. */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const [, place] = /^Query Error: .* at char (\d+)$/m.exec(cause instanceof Error ? cause.message : "") ?? [];
    const where = place === undefined ? "" : ` at character ${place}`;
    throw invalid(`It can't be read${where}. Put texts in single quotes.`, cause);
  }
}

function condition(node: unknown, now: Date): Condition {
  const [name, value] = onlyEntry(node);
  if (name === "$and" || name === "$or") {
    const parts = (value as readonly unknown[]).map((part) => condition(part, now));
    return name === "$and"
      ? (cells) => parts.every((part) => part(cells))
      : (cells) => parts.some((part) => part(cells));
  }
  // Parentheses that the parser has kept. A field with this name would have a value, not a condition.
  if (name === "yg") return condition(value, now);
  return comparison(name, knownColumn(name), value, now);
}

function comparison(name: string, column: Column, wanted: unknown, now: Date): Condition {
  const value = (sent: unknown) => comparedValue(name, column, sent, now);
  if (!isOperation(wanted)) return isOneOf(column, [value(wanted)]);
  const [operator, sent] = onlyEntry(wanted);
  switch (operator) {
    case "$ne":
      return not(isOneOf(column, [value(sent)]));
    case "$in":
      return isOneOf(column, (sent as readonly unknown[]).map(value));
    case "$nin":
      return not(isOneOf(column, (sent as readonly unknown[]).map(value)));
    case "$regex":
      return has(name, column, sent as RegExp);
    case "$not":
      return not(has(name, column, sent as RegExp));
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return isBeyond(column, operator, limit(name, column, value(sent)));
    default:
      throw invalid(`${name} has one value: it can't be compared with several at once.`);
  }
}

function not(holds: Condition): Condition {
  return (cells) => !holds(cells);
}

function isOneOf(column: Column, values: readonly Comparable[]): Condition {
  const wanted = new Set(values);
  return (cells) => wanted.has(cells(column));
}

function isBeyond(column: Column, operator: "$gt" | "$gte" | "$lt" | "$lte", bound: string | number): Condition {
  return (cells) => {
    const value = cells(column);
    if (value === null) return false;
    if (value === bound) return operator === "$gte" || operator === "$lte";
    return value > bound === operator.startsWith("$g");
  };
}

function has(name: string, column: Column, sent: RegExp): Condition {
  if (column.kind === "boolean") throw invalid(`${name} is true or false: it has no parts.`);
  const pattern = readPattern(sent);
  // A part of a date is a part of the text in answers.
  const text = (value: Comparable) => (typeof value === "number" ? new Date(value).toISOString() : value);
  return (cells) => {
    const within = text(cells(column));
    return within !== null && isFound(pattern, within);
  };
}

function limit(name: string, column: Column, value: Comparable): string | number {
  if (value !== null && column.kind !== "boolean") return value;
  throw invalid(`${name} can't be more or less than ${value === null ? "null" : "true or false"}.`);
}

/** A value of the filter in the form of the column's values. */
function comparedValue(name: string, column: Column, sent: unknown, now: Date): Comparable {
  if (sent === null) return null;
  const value = { text: textValue, boolean: booleanValue, date: dateValue }[column.kind](sent, now);
  if (value !== null) return value;
  throw invalid(`${name} is compared with ${EXPECTED[column.kind]}.`);
}

const EXPECTED: Readonly<Record<Column["kind"], string>> = {
  text: "a text; put it in single quotes",
  boolean: "true or false",
  date: "a date such as '2026-11-20', '2026-11-20T03:00:00Z' or now-30d",
};

function textValue(sent: unknown): string | null {
  // A title may be 1984; Ghost's database converts it to a text, too.
  return typeof sent === "string" || typeof sent === "number" ? caseFolded(String(sent)) : null;
}

function booleanValue(sent: unknown): number | null {
  if (sent === true || sent === 1) return 1;
  return sent === false || sent === 0 ? 0 : null;
}

function dateValue(sent: unknown, now: Date): number | null {
  if (typeof sent === "string") return parseDate(sent);
  const relative = z.safeParse(relativeDate, sent);
  return relative.success ? relativeTime(now, relative.data.$relativeDate) : null;
}

/** Whether the parser has read an operator before a value. A text in the filter never becomes an object. */
function isOperation(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !("$relativeDate" in value);
}

function onlyEntry(node: unknown): readonly [string, unknown] {
  const [entry] = typeof node === "object" && node !== null ? Object.entries(node) : [];
  if (entry === undefined) throw invalid("It can't be read.");
  return entry;
}

function knownColumn(name: string): Column {
  const column = columnOf(name);
  if (column === undefined) throw invalid(`It can't be by ${name}; it can be by ${[...COLUMNS.keys()].join(", ")}.`);
  return column;
}

function cellsOf(recommendation: Recommendation): Cells {
  const known = new Map<Column, Comparable>();
  return (column) => {
    const seen = known.get(column);
    if (seen !== undefined) return seen;
    const value = comparable(column, recommendation);
    known.set(column, value);
    return value;
  };
}

function invalid(what: string, cause?: unknown): Rejected {
  return new Rejected(400, "invalid_filter", `This filter can't be used. ${what}`, { cause });
}
