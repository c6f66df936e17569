import * as z from "zod/mini";
import type { Counts } from "../../domain/recommendation.ts";
import type { CountName } from "./order.ts";
import { COUNTS, countsOf, orderQuery, partsOf } from "./order.ts";
import { numberedPageQuery } from "./pagination.ts";

/** `?include=count.clicks,count.subscribers`. */
const includeQuery = z.pipe(
  z._default(z.string(), ""),
  z.transform((text: string, context): readonly CountName[] => {
    if (text.trim() === "") return [];
    return partsOf(text, context).flatMap((part, index) => {
      const count = COUNTS.get(part.trim());
      if (count !== undefined) return [count];
      const message = `must be one of ${[...COUNTS.keys()].join(", ")}`;
      context.issues.push({ code: "custom", message, input: text, path: [index] });
      return [];
    });
  }),
);

/**
 * The query of the list of recommendations. The filter is a text here: its meaning depends on the time, and its rejection
 * has its own code.
 *
 * @see readFilter
 */
export const listQuery = z.object({
  ...numberedPageQuery,
  order: orderQuery,
  include: includeQuery,
  /** Ghost's own name of `include`. */
  withRelated: includeQuery,
  filter: z.optional(z.string()),
});
export type ListQuery = z.output<typeof listQuery>;
type CountsQuery = Pick<ListQuery, "include" | "withRelated" | "order">;

/** The counts in an answer: the requested ones and those in the order. If there are none, no count is read. */
export function countsShown({ include, withRelated, order }: CountsQuery): ReadonlySet<CountName> {
  return new Set([...include, ...withRelated, ...countsOf(order)]);
}

/** The counts of a recommendation that the answer shows; null for none. */
export function shownCounts(counts: Counts, shown: ReadonlySet<CountName>): Partial<Counts> | null {
  if (shown.size === 0) return null;
  return Object.fromEntries([...shown].map((name) => [name, counts[name]]));
}
