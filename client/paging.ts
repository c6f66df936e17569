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
