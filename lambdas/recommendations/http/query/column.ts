import type { Recommendation } from "../../domain/recommendation.ts";

/** A field of a recommendation that filters may name, by its name in the API; dates are ISO 8601 UTC. */
export type Column =
  | { readonly kind: "text" | "date"; readonly of: (recommendation: Recommendation) => string | null }
  | { readonly kind: "boolean"; readonly of: (recommendation: Recommendation) => boolean };

/** A field's value in the form in which values are compared. */
export type Comparable = string | number | null;

/** The fields that a filter may name. A map, so that inherited property names are unknown. */
export const COLUMNS: ReadonlyMap<string, Column> = new Map<string, Column>([
  ["id", { kind: "text", of: ({ id }) => id }],
  ["title", { kind: "text", of: ({ title }) => title }],
  ["description", { kind: "text", of: ({ description }) => description }],
  ["excerpt", { kind: "text", of: ({ excerpt }) => excerpt }],
  ["featured_image", { kind: "text", of: ({ featuredImage }) => featuredImage }],
  ["favicon", { kind: "text", of: ({ favicon }) => favicon }],
  ["url", { kind: "text", of: ({ url }) => url }],
  ["one_click_subscribe", { kind: "boolean", of: ({ oneClickSubscribe }) => oneClickSubscribe }],
  ["created_at", { kind: "date", of: ({ createdAt }) => createdAt }],
  ["updated_at", { kind: "date", of: ({ updatedAt }) => updatedAt }],
]);

/** Ghost's names of fields, in the camelCase that its filters also accept. */
const GHOST_NAMES: ReadonlyMap<string, string> = new Map([
  ["featuredImage", "featured_image"],
  ["oneClickSubscribe", "one_click_subscribe"],
  ["createdAt", "created_at"],
  ["updatedAt", "updated_at"],
]);

/** The column with this name, of the API or of Ghost; undefined for an unknown name. */
export function columnOf(name: string): Column | undefined {
  return COLUMNS.get(GHOST_NAMES.get(name) ?? name);
}

/**
 * A recommendation's value in a column: a case-folded text, a boolean as 1 or 0 as in Ghost's column, a date in
 * milliseconds.
 */
export function comparable(column: Column, recommendation: Recommendation): Comparable {
  if (column.kind === "boolean") return column.of(recommendation) ? 1 : 0;
  const value = column.of(recommendation);
  if (value === null) return null;
  return column.kind === "date" ? Date.parse(value) : caseFolded(value);
}

/**
 * A case-folded text. Ghost's MySQL compares texts so, and its "contains" does on every database. Accents are kept. Upper
 * case is used, because lower case has two forms of one letter (σ and ς).
 */
export function caseFolded(text: string): string {
  return text.toUpperCase();
}

/** Compares two values of one column. Null comes first, as in MySQL. */
export function compare(one: Comparable, other: Comparable): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}
