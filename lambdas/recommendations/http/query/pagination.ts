import * as z from "zod/mini";
import { wholeNumber } from "../../../shared/http/query-values.ts";

/** `?page=1` and `?limit=1..100` (default 5), as in Ghost's lists; neither 0 nor `all`. */
export const numberedPageQuery = {
  page: z._default(wholeNumber(999_999_999), 1),
  limit: z._default(wholeNumber(100), 5),
};

/** The page's number and the number of pages, in an answer. Without rows there are no pages. */
export const paginationSchema = z.object({
  page: z.int(),
  limit: z.int(),
  pages: z.int(),
  total: z.int(),
  prev: z.nullable(z.int()),
  next: z.nullable(z.int()),
});

/** A page by its number, with its position. A page after the last one is empty. */
export function numberedPage<T>(
  rows: readonly T[],
  { page, limit }: { readonly page: number; readonly limit: number },
): { readonly items: readonly T[]; readonly pagination: z.output<typeof paginationSchema> } {
  const total = rows.length;
  const pages = Math.ceil(total / limit);
  return {
    items: rows.slice((page - 1) * limit, page * limit),
    pagination: {
      page,
      limit,
      pages,
      total,
      prev: page > 1 ? page - 1 : null,
      next: page < pages ? page + 1 : null,
    },
  };
}
