import * as z from "zod/mini";
import type { Counts, Recommendation } from "../../domain/recommendation.ts";
import type { Comparable } from "./column.ts";
import { COLUMNS, comparable, compare } from "./column.ts";

export type CountName = keyof Counts;

/** The counts by their names in requests, for `include` and `order`. */
export const COUNTS: ReadonlyMap<string, CountName> = new Map([
  ["count.clicks", "clicks"],
  ["count.subscribers", "subscribers"],
]);

/** The limit of a list's parts in a query: more than twice the number of fields. */
const MAX_PARTS = 20;

interface Context {
  readonly issues: { push(issue: { code: "custom"; message: string; input: string; path: string[] }): unknown };
}

/** The comma-separated parts of a list in a query; none, and an issue, for more than 20. */
export function partsOf(text: string, context: Context): readonly string[] {
  const parts = text.split(",", MAX_PARTS + 1);
  if (parts.length <= MAX_PARTS) return parts;
  context.issues.push({ code: "custom", message: `must have ${MAX_PARTS} parts at the most`, input: text, path: [] });
  return [];
}

export interface OrderBy {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** The sortable fields: without the id and the addresses, whose order has no meaning for a reader. */
const FIELDS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "excerpt",
  "one_click_subscribe",
  "created_at",
  "updated_at",
  ...COUNTS.keys(),
]);

/** `?order=title asc,count.clicks`. The default direction is descending; the default order is newest first. */
export const orderQuery = z.pipe(
  z._default(z.string(), ""),
  z.transform((text: string, context): readonly OrderBy[] => {
    const parts = partsOf(text.trim() === "" ? "created_at desc" : text, context);
    return parts.map((part, index) => {
      const [field = "", direction = "desc", ...more] = part.trim().split(/\s+/);
      const refuse = (at: "field" | "direction", message: string) =>
        context.issues.push({ code: "custom", message, input: text, path: [index, at] });
      if (!FIELDS.has(field)) refuse("field", `must be one of ${[...FIELDS].join(", ")}`);
      if ((direction !== "asc" && direction !== "desc") || more.length > 0) {
        refuse("direction", "must be asc or desc");
      }
      return { field, direction: direction === "asc" ? "asc" : "desc" };
    });
  }),
);

export function countsOf(order: readonly OrderBy[]): readonly CountName[] {
  return order.flatMap(({ field }) => COUNTS.get(field) ?? []);
}

/**
 * Sorts recommendations. Equal ones are sorted by their id, so that no recommendation is on two pages.
 *
 * @param countsFor returns the counts of one recommendation
 */
export function sortRecommendations(
  recommendations: readonly Recommendation[],
  order: readonly OrderBy[],
  countsFor: (recommendation: Recommendation) => Counts,
): readonly Recommendation[] {
  // A repeated field changes nothing.
  const parts = order.filter(({ field }, index) => order.findIndex((part) => part.field === field) === index);
  const keyed = recommendations.map((recommendation) => ({
    recommendation,
    keys: parts.map(({ field }) => key(field, recommendation, countsFor)),
  }));
  return keyed
    .toSorted((one, other) => {
      for (const [index, { direction }] of parts.entries()) {
        const difference = compare(one.keys[index] ?? null, other.keys[index] ?? null);
        if (difference !== 0) return direction === "asc" ? difference : -difference;
      }
      return compare(one.recommendation.id, other.recommendation.id);
    })
    .map(({ recommendation }) => recommendation);
}

function key(
  field: string,
  recommendation: Recommendation,
  countsFor: (recommendation: Recommendation) => Counts,
): Comparable {
  const count = COUNTS.get(field);
  if (count !== undefined) return countsFor(recommendation)[count];
  const column = COLUMNS.get(field);
  return column === undefined ? null : comparable(column, recommendation);
}
