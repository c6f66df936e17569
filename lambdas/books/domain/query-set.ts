import { createHash } from "node:crypto";
import type { Cursor, Job } from "./job.ts";

/** Without white space around it, runs of it as one space. Letters keep their case, which Google may read. */
function normalized(query: string): string {
  return query.trim().replace(/\s+/g, " ");
}

// By UTF-16 code units: a locale's order would change the hash from machine to machine.
function normalizedSet(queries: readonly string[]): string[] {
  return queries.map(normalized).sort();
}

/**
 * Names a set of queries whatever their order and spacing: SHA-256, 64 hex digits. A query that is there twice
 * counts twice, no query at all is the same as one empty query, and Unicode is taken as it stands.
 */
export function querySetHash(queries: readonly string[]): string {
  return createHash("sha256").update(normalizedSet(queries).join("\n")).digest("hex");
}

/** A job's cursor of its present queries; undefined before their first page. */
export function presentCursor({ queries, cursors }: Pick<Job, "queries" | "cursors">): Cursor | undefined {
  const hash = querySetHash(queries);
  return cursors.find((cursor) => cursor.querySetHash === hash);
}

/** The form of a hash for logs: its first 16 digits. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}

/**
 * What gives a query a structure of its own, which parentheses around it could change: a quotation, parentheses, a word
 * that is excluded, OR in capitals.
 */
const OPERATOR = /["()]|(?:^|\s)(?:-\S|OR(?=\s|$))/;

/** And one of Google's qualifiers before a word (https://developers.google.com/books/docs/v1/using#PerformingSearch). */
const QUALIFIER = /(?:^|\s)(?:intitle|inauthor|inpublisher|subject|isbn|lccn|oclc):/i;

function isPlainPhrase(query: string): boolean {
  return query.includes(" ") && !OPERATOR.test(query) && !QUALIFIER.test(query);
}

/**
 * The one search that stands for a set of queries: normalised and sorted as for the hash, so that one cursor always
 * walks through one list, with ` OR ` between them. A query of several words goes in parentheses, lest OR takes the
 * nearest of them alone; but not if it has an operator of its own.
 *
 * @returns an empty text when every query is blank
 */
export function searchText(queries: readonly string[]): string {
  return normalizedSet(queries)
    .filter((query) => query !== "")
    .map((query) => (isPlainPhrase(query) ? `(${query})` : query))
    .join(" OR ");
}
