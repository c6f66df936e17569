/** A page of a list: a `limit` from 1 to 100 (default 20), and the `next_cursor` of the previous page. */
export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A search: `q` holds words, and phrases in quotes, all of which must occur. A page may hold fewer than `limit` and go on. */
export interface SearchQuery {
  readonly q?: string;
}

/** A filter by tags. */
export interface TagQuery {
  /** All of them must be there, whole, in any case. */
  readonly tag?: string | readonly string[];
}

/**
 * Every item of a list, page by page, each once even while others are added.
 *
 * @param page gets the page at a cursor
 */
export async function* everyItem<T>(
  page: (cursor: { cursor?: string }) => Promise<{ items: readonly T[]; next_cursor: string | null }>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: { cursor?: string } | null = {}; cursor !== null; ) {
    const { items, next_cursor: next }: Awaited<ReturnType<typeof page>> = await page(cursor);
    yield* items;
    cursor = next === null ? null : { cursor: next };
  }
}

/** A page of a list with numbered pages: a `page` from 1, with a `limit` from 1 to 100 (default 5). */
export interface NumberedPageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/**
 * Every item of a list with numbered pages, page by page. Items added or deleted meanwhile shift the others: an item
 * may appear twice, or not at all.
 *
 * @param page gets the page of a number; `next` is that of the one after it
 */
export async function* everyNumberedItem<T>(
  page: (which: Required<NumberedPageQuery>) => Promise<{ items: readonly T[]; next: number | null }>,
): AsyncGenerator<T, void, undefined> {
  for (let number: number | null = 1; number !== null; ) {
    const { items, next }: Awaited<ReturnType<typeof page>> = await page({ page: number, limit: 100 });
    yield* items;
    number = next;
  }
}
