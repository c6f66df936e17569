import type { Sort } from "./search.ts";

/** A page of a list: a `limit` from 1 to 100 (default 20), and the `next_cursor` of the previous page. */
export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A page of a list with numbered pages: a `page` from 1, with a `limit` from 1 to 100 (default 5). */
export interface NumberedPageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/** A search, and the order of its results. A page may hold fewer than `limit` although others follow. */
export interface SearchQuery {
  /**
   * Words and phrases in quotes, `tag:`, `site:`, `after:` and `before:` with a day `YYYY-MM-DD`, and `is:` with one of
   * the states that docs/client.md lists: all must hold, and none that has a `-` before it.
   */
  readonly q?: string;
  /** The time zone of the days, by its IANA name; UTC without. */
  readonly tz?: string;
  /** `newest` without. */
  readonly sort?: Sort;
}

/** A filter by tags. */
export interface TagQuery {
  /** All of them must be there, whole, in any case. */
  readonly tag?: string | readonly string[];
}

/** The items of a list, page after page. */
export type Items<T> = AsyncGenerator<T, void, undefined>;

type Page<Name extends string, T> = Readonly<Record<Name, readonly T[]>> & { readonly next_cursor: string | null };

/**
 * Every item of a list, page by page, each once even while others are added.
 *
 * @param name the field of a page that holds its items
 * @param read gets a page
 * @param query asked for in every page
 */
export async function* everyItem<Name extends string, T>(
  name: Name,
  read: (query: PageQuery) => Promise<Page<Name, T>>,
  query: object = {},
): Items<T> {
  for (let cursor: { cursor?: string } | null = {}; cursor !== null; ) {
    const page: Page<Name, T> = await read({ limit: 100, ...query, ...cursor });
    yield* page[name];
    cursor = page.next_cursor === null ? null : { cursor: page.next_cursor };
  }
}

/**
 * Every recommendation of a list with numbered pages, page by page. Those added or deleted meanwhile shift the others: one
 * may appear twice, or not at all.
 */
export async function* everyRecommendation<T>(
  read: (query: NumberedPageQuery) => Promise<{
    readonly recommendations: readonly T[];
    readonly meta: { readonly pagination: { readonly next: number | null } };
  }>,
  query: object = {},
): Items<T> {
  for (let number: number | null = 1; number !== null; ) {
    const { recommendations, meta }: Awaited<ReturnType<typeof read>> = await read({
      ...query,
      page: number,
      limit: 100,
    });
    yield* recommendations;
    number = meta.pagination.next;
  }
}
