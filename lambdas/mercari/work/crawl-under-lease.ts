import { errorFields, log } from "../../shared/log.ts";
import { reconcileAfterWait } from "../../shared/work/reconcile.ts";
import { leaseTimes, underLease } from "../../shared/work/under-lease.ts";
import { MERCARI_BACK_OFF } from "../domain/crawl-error.ts";
import type { Product } from "../domain/product.ts";
import { isWholeSearch } from "../domain/product.ts";
import { CHECKS_PER_CRAWL } from "../domain/watch-list.ts";
import type { CrawlEnd, CrawlLease, CrawlRecord } from "../tables/product-table.ts";
import type { EndedCrawl } from "./crawl-product.ts";
import { crawlProduct } from "./crawl-product.ts";
import type { CrawlServices } from "./crawl-services.ts";
import { lastCrawlOf, makeFailingNotice } from "./search-failing.ts";

/**
 * Takes the lease of a product, crawls the product and releases the lease. The request stays pending when the crawl ran out
 * of time or failed transiently: another crawl follows.
 *
 * @param by when the crawl's time is over
 * @param resumes whether it resumes where the last crawl ran out of time, and leaves such a place for the next one; else it
 * begins at the first page, as does the next one
 * @returns `held` at once when another crawl holds the lease; `gone` when the product does not exist, or has no search
 */
export async function crawlUnderLease(
  productId: string,
  by: Date,
  services: CrawlServices,
  correlationId: string,
  { resumes }: { readonly resumes: boolean } = { resumes: false },
): Promise<EndedCrawl | "held" | "gone"> {
  const { products, clock, newId } = services;
  const crawlLease = { id: productId, holder: newId() };
  const product = await products.take(productId, { ...crawlLease, now: clock.now(), ...leaseTimes(clock) });
  if (product === null) return (await products.get(productId)) === null ? "gone" : "held";
  const { crawl } = product;
  if (crawl === null) {
    await end(product, crawlLease, { seenWhole: false, inspected: false, trendFilled: false }, services);
    return "gone";
  }

  const logNotReleased = (cause: unknown) =>
    log.warn("product_not_released", { product_id: productId, ...errorFields(cause) });
  return underLease(products, crawlLease, { clock, logNotReleased }, async () => {
    const from = resumes && product.reached?.searches === product.searches ? product.reached : null;
    const run = await crawlProduct({ ...product, crawl, reached: from }, crawlLease, by, services, correlationId);
    const lastCrawl = lastCrawlOf(product, run);
    await makeFailingNotice({ ...product, crawl }, lastCrawl, services);
    const record = { lastCrawl, prices: run.prices };
    if (run.outcome === "queued")
      await products.release(crawlLease, reconcileAfterWait(0, clock), resumes ? run.reached : null, record);
    else if (run.error?.transient) {
      // Longer than the longest back-off of its message.
      await products.release(crawlLease, reconcileAfterWait(MERCARI_BACK_OFF.longest * 1_000, clock), null, record);
    } else await end(product, crawlLease, searchFacts(product, run), services, record);
    return run;
  });
}

type SearchFacts = Pick<CrawlEnd, "seenWhole" | "inspected" | "trendFilled">;

/** The facts about the whole search that a crawl has found and that the product does not have yet. */
function searchFacts(product: Product, run: EndedCrawl): SearchFacts {
  const isWhole = isWholeSearch(product, run);
  return {
    seenWhole: isWhole && !product.seenWhole,
    inspected: run.complete && run.reachedEnd && product.mixedCategories,
    trendFilled: !product.trendFilled && (isWhole || product.seenWhole) && run.undated <= CHECKS_PER_CRAWL,
  };
}

async function end(
  { pending, searches }: Product,
  crawlLease: CrawlLease,
  facts: SearchFacts,
  { products }: CrawlServices,
  record: CrawlRecord | null = null,
): Promise<void> {
  const finished = await products.finish(crawlLease, { workId: pending?.workId ?? null, searches, ...facts }, record);
  if (!finished) log.warn("crawl_lost", { product_id: crawlLease.id });
}
