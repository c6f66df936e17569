/** Which part of a list: a `limit` from 1 to 100 (20 if not given), and the `next_cursor` of the page before. */
export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * Every item of a list, page after page, each once even while others are added.
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

/** Which page of a list that has numbered ones: a `page` from 1, of a `limit` from 1 to 100 (5 if not given). */
export interface NumberedPageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/**
 * Every item of a list with numbered pages, page after page. What is added or deleted meanwhile moves the rest: an item may
 * come twice, or not.
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
