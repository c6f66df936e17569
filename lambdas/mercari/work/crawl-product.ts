import { log } from "../../shared/log.ts";
import type { CrawlRun } from "../domain/crawl-run.ts";
import type { CrawledProduct, Product } from "../domain/product.ts";
import type { CrawlLease, ProductTable } from "../tables/product-table.ts";
import type { ConcludedCrawl } from "./conclude-crawl.ts";
import { concludeCrawl } from "./conclude-crawl.ts";
import type { CrawlServices } from "./crawl-services.ts";
import type { ListingsPage } from "./listing-ledger.ts";
import { ListingLedger } from "./listing-ledger.ts";
import { PriceAlerts } from "./price-alerts.ts";
import type { CrawlState, PagesEnd } from "./read-pages.ts";
import { readPages } from "./read-pages.ts";

/** A finished crawl. The retry information of its error, its place and its prices are not part of its record. */
export type EndedCrawl = CrawlRun & Pick<PagesEnd, "error" | "reached"> & Pick<ConcludedCrawl, "undated" | "prices">;

/**
 * Crawls a product whose lease is taken: reads page after page, stores the listings and draws conclusions. A crawl that
 * ends too early stores what its pages showed and concludes nothing from missing listings; the same applies to a crawl that
 * resumes where another one ran out of time. A killed worker loses its last pages: its message is received again, and these
 * pages are read again.
 *
 * @param product its `reached`: where this crawl resumes, null for one that begins at the first page
 * @param by when its time is over
 * @returns the result, and where the next crawl may resume
 */
export async function crawlProduct(
  product: CrawledProduct,
  crawlLease: CrawlLease,
  by: Date,
  services: CrawlServices,
  correlationId: string,
): Promise<EndedCrawl> {
  const { clock, products, runs, newId } = services;
  const begin = { id: newId(), productId: product.id, startedAt: clock.now().toISOString() };
  const stateNow = () => readState(product, crawlLease, products);
  const alerts = await PriceAlerts.open(product, services);
  const ledger = new ListingLedger(product, { ...services, alerts });
  const { state, ...read } = await storePages(readPages(product, stateNow, by, services), ledger, stateNow);
  if (state !== "lost") await ledger.storeRest();
  const crawl = { ...begin, ...read, state, pagesBefore: product.reached?.pagesBefore ?? 0 };
  const { undated, prices, ...concluded } = await concludeCrawl(
    product,
    crawl,
    { ledger, alerts, by, stateNow },
    services,
    correlationId,
  );
  const { error, reached, ...pages } = read;
  const run: CrawlRun = {
    ...begin,
    ...pages,
    ...concluded,
    errorKind: error?.errorKind ?? null,
    pagesBefore: crawl.pagesBefore,
    finishedAt: clock.now().toISOString(),
    upserted: ledger.upserted,
    unchanged: ledger.unchanged,
  };
  // No record is stored for a deleted product.
  if (run.errorKind !== "lost" || (await products.get(product.id)) !== null) await runs.put(run);
  log.info("mercari_crawled", {
    product_id: product.id,
    run_id: run.id,
    correlation_id: correlationId,
    pages: run.pages.length,
    outcome: run.outcome,
    error_kind: run.errorKind,
    complete: run.complete,
    upserted: run.upserted,
    unchanged: run.unchanged,
    deleted: run.deleted,
    queued_details: run.queuedDetails,
  });
  return { ...run, error, reached, undated, prices };
}

/** Stores the listings of the pages that were read, also when a page fails because of an error on this side. */
async function storePages(
  pages: AsyncGenerator<ListingsPage, PagesEnd>,
  ledger: ListingLedger,
  stateNow: () => Promise<CrawlState>,
): Promise<PagesEnd> {
  try {
    let page = await pages.next();
    for (; !page.done; page = await pages.next()) await ledger.apply(page.value);
    return page.value;
  } catch (error) {
    if ((await stateNow()) !== "lost") await ledger.storeRest();
    throw error;
  }
}

async function readState(
  { id, searches }: Pick<Product, "id" | "searches">,
  { holder }: CrawlLease,
  products: ProductTable,
): Promise<CrawlState> {
  const stored = await products.get(id);
  if (stored?.lease?.holder !== holder) return "lost";
  return stored.searches === searches ? "current" : "other_search";
}
