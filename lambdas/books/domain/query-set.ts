import { createHash } from "node:crypto";
import type { Cursor, Job } from "./job.ts";

/** A query without surrounding white space, and with single spaces. Case is kept, since Google may distinguish it. */
function normalized(query: string): string {
  return query.trim().replace(/\s+/g, " ");
}

// By UTF-16 code units: a locale's order would differ between machines, and with it the hash.
function normalizedSet(queries: readonly string[]): string[] {
  return queries.map(normalized).sort();
}

/**
 * Identifies a set of queries independent of order and spacing: SHA-256, 64 hex digits. A repeated query counts twice, no
 * query is the same as one empty query, and Unicode is not normalised.
 */
export function querySetHash(queries: readonly string[]): string {
  return createHash("sha256").update(normalizedSet(queries).join("\n")).digest("hex");
}

/** A job's cursor for its current queries; undefined before their first page. */
export function presentCursor({ queries, cursors }: Pick<Job, "queries" | "cursors">): Cursor | undefined {
  const hash = querySetHash(queries);
  return cursors.find((cursor) => cursor.querySetHash === hash);
}

/** The first 16 digits of a hash, for logs. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}

/** Operators that parentheses around a query might change: a quotation, parentheses, an excluded word, OR in capitals. */
const OPERATOR = /["()]|(?:^|\s)(?:-\S|OR(?=\s|$))/;

/** One of Google's qualifiers before a word (https://developers.google.com/books/docs/v1/using#PerformingSearch). */
const QUALIFIER = /(?:^|\s)(?:intitle|inauthor|inpublisher|subject|isbn|lccn|oclc):/i;

function isPlainPhrase(query: string): boolean {
  return query.includes(" ") && !OPERATOR.test(query) && !QUALIFIER.test(query);
}

/**
 * The search text of a set of queries: normalised and sorted as for the hash, so that one cursor always belongs to one list,
 * and joined by ` OR `. A query of several words is put in parentheses, since OR would otherwise apply to the nearest word
 * only; but not if it has an operator of its own.
 *
 * @returns an empty text when every query is blank
 */
export function searchText(queries: readonly string[]): string {
  return normalizedSet(queries)
    .filter((query) => query !== "")
    .map((query) => (isPlainPhrase(query) ? `(${query})` : query))
    .join(" OR ");
}
