import type { CrawlResult } from "../domain/crawl-result.ts";
import type { CrawledProduct } from "../domain/product.ts";
import type { CrawlServices } from "./crawl-services.ts";
import type { CrawledRows } from "./stored-page.ts";

/** Rows that are removed at the same moment. */
const REMOVALS_AT_ONCE = 10;
/** Milliseconds that a row's removal adds, at the most. */
const REMOVAL_MS = 5;

/** What came of an inspection. */
export interface Inspection {
  /** Rows that were removed. */
  readonly removed: number;
  /** False when there was no time for all that is to be removed: another crawl finds it again. */
  readonly isDone: boolean;
}

/**
 * Removes the rows that no longer fit their product's setting: a price outside the bounds; or found under another category
 * and not seen by this crawl. Only a crawl that was complete and has reached the last page may ask for that, and only while
 * it is current. What would take longer than there is time is not begun.
 *
 * @param by when the crawl's time is over
 */
export async function inspect(
  product: CrawledProduct,
  by: Date,
  rows: CrawledRows,
  { results, clock }: Pick<CrawlServices, "results" | "clock">,
): Promise<Inspection> {
  const removed: string[] = [];
  let left = await misfits(product, rows, results);
  while (left.length > 0 && clock.now().getTime() + left.length * REMOVAL_MS <= by.getTime()) {
    await Promise.all(
      left.slice(0, REMOVALS_AT_ONCE).map(async (row) => {
        // If somebody has seen it otherwise meanwhile, the next crawl decides.
        if (await results.delete(row)) removed.push(row.externalId);
      }),
    );
    left = left.slice(REMOVALS_AT_ONCE);
  }
  await rows.watched.remove(removed);
  return { removed: removed.length, isDone: left.length === 0 };
}

async function misfits(
  { id, crawl, mixedCategories }: CrawledProduct,
  { before }: CrawledRows,
  results: CrawlServices["results"],
): Promise<readonly CrawlResult[]> {
  const found = new Map<string, CrawlResult>();
  for (const row of await results.outside(id, crawl)) found.set(row.externalId, row);
  if (mixedCategories) {
    for await (const row of results.ofOtherCategory(id, crawl)) {
      if (!before.has(row.externalId)) found.set(row.externalId, row);
    }
  }
  return [...found.values()];
}
