import type * as z from "zod/mini";
import { ok } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import type { Product } from "../domain/product.ts";
import { requestCrawl } from "../work/request-crawl.ts";
import type { executedCrawlSchema } from "./crawl-answer.ts";
import { executedCrawlAnswer, queuedCrawlAnswer } from "./crawl-answer.ts";
import { requireProduct } from "./require-product.ts";
import type { MercariOperation, MercariServices } from "./services.ts";

/** The time of all crawls of one request, in milliseconds of real time: the gateway waits for at most 30 s. */
const CRAWLS_MS = 20_000;
/** Milliseconds between two attempts to take the lease of a product that another crawl holds. */
const POLL_INTERVAL_MS = 500;

/**
 * Crawls one product, enabled or not, or all enabled ones, one after the other. Crawls for which there is no time are left
 * to the queue. An error of a crawl is part of the answer: the client may send the request again.
 */
export const executeCrawl: MercariOperation<"executeCrawl"> = async ({ body, correlationId }, services) => {
  const by = new Date(services.clock.now().getTime() + CRAWLS_MS);
  const products =
    body.product_id === undefined
      ? await listEnabledProducts(services)
      : [await requireSearchedProduct(body.product_id, services)];
  const answers: z.output<typeof executedCrawlSchema>[] = [];
  for (const product of products) {
    const answer = await crawlAndAnswer(product, by, services, correlationId);
    if (answer !== null) answers.push(answer);
    // The product or its search was removed meanwhile: it is left out of a crawl of all, and rejected if it was requested by
    // its id.
    else if (body.product_id !== undefined) await requireSearchedProduct(body.product_id, services);
  }
  return ok({ products: answers });
};

async function requireSearchedProduct(id: string, services: MercariServices): Promise<Product> {
  const product = await requireProduct(id, services);
  if (product.crawl !== null) return product;
  throw new Rejected(409, "no_crawl_setting", "Nothing is searched for: give the product a keyword first.");
}

async function listEnabledProducts({ products }: MercariServices): Promise<readonly Product[]> {
  const enabled: Product[] = [];
  for await (const product of products.listAll()) if (product.crawl?.enabled) enabled.push(product);
  return enabled;
}

/**
 * Crawls a product as soon as no other crawl holds its lease. @returns null when it does not exist, or has no search any
 * more
 */
async function crawlAndAnswer(
  product: Product,
  by: Date,
  services: MercariServices,
  correlationId: string,
): Promise<z.output<typeof executedCrawlSchema> | null> {
  const { clock, pause } = services;
  // Loaded on demand: most requests only read, and the readers of pages are a quarter of the bundle.
  const { crawlUnderLease } = await import("../work/crawl-under-lease.ts");
  const timeLeft = () => by.getTime() - clock.now().getTime();
  for (let left = timeLeft(); left > 0; left = timeLeft()) {
    const run = await crawlUnderLease(product.id, by, services, correlationId);
    if (run === "gone") return null;
    if (run !== "held") {
      if (run.outcome === "queued") await requestCrawl(product, correlationId, services);
      return executedCrawlAnswer(run);
    }
    await pause(Math.min(clock.wait(POLL_INTERVAL_MS), left));
  }
  await requestCrawl(product, correlationId, services);
  return queuedCrawlAnswer(product.id);
}
