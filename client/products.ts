import type {
  CrawlResult,
  CrawlResultPage,
  CrawlRun,
  CrawlRunPage,
  ExecutedCrawl,
  ExecutedCrawls,
  NewProduct,
  PriceTrend,
  Product,
  ProductChanges,
  ProductPage,
} from "./answers.ts";
import type { Items, PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { Change, Create, Find, FindOfOne, OfOne } from "./resource.ts";
import { Resource } from "./resource.ts";
import type { CallOptions } from "./transport.ts";

/** Results of a product: all, or only those on sale (1) or sold (2). */
export interface CrawlResultFilter {
  readonly selling_status?: 1 | 2;
  /** Cheapest first, or last changed first, which is the default. */
  readonly sort?: "price" | "updated_at";
}

/** The range of sales: dates (days in Japan, the last one included) or date-times with a zone; default: all. */
export interface PriceTrendQuery {
  readonly from?: string;
  readonly to?: string;
  /** Default: day. */
  readonly interval?: "day" | "week";
}

/** Milliseconds: the API itself crawls for 20 s, and the gateway gives it 30 s. */
const CRAWL = { attemptTimeoutMs: 35_000, deadlineMs: 90_000 };

/** The products whose prices are watched. Only administrators change and crawl them. */
export class Products extends Resource {
  /** Creates a product once, however often the request is sent. */
  create: Create<NewProduct, Product> = this.creates("/v1/products");
  list: Find<PageQuery, ProductPage> = this.finds("/v1/products");

  /** All of them, newest first. */
  all = (options?: CallOptions): Items<Product> => everyItem("products", (query) => this.list(query, options));

  get: OfOne<Product> = this.readsOne("/v1/products/{id}");

  /** Changes the given fields and no others. */
  update: Change<ProductChanges, Product> = this.changes("PATCH", "/v1/products/{id}");

  /** Deletes a product with its results. */
  delete: OfOne<void> = this.deletes("/v1/products/{id}");

  /**
   * Crawls one product now, or all enabled ones, and waits for that: 20 s at most; a longer crawl is left to the queue. Its
   * time limits replace the client's, which are too short; those of `options` take precedence.
   */
  crawl = async (body: { readonly product_id?: string } = {}, options: CallOptions = {}): Promise<ExecutedCrawl[]> => {
    const retry = { ...CRAWL, ...options.retry };
    const { products } = await this.send<ExecutedCrawls>("POST", "/v1/crawl/execute", { body }, { ...options, retry });
    return products;
  };

  /** A page of a product's results. */
  results: FindOfOne<CrawlResultFilter & PageQuery, CrawlResultPage> = this.findsOfOne(
    "/v1/crawl/results/{product_id}",
  );

  /** All results of a product. */
  allResults = (id: string, filter?: CrawlResultFilter, options?: CallOptions): Items<CrawlResult> =>
    everyItem("results", (query) => this.results(id, query, options), filter);

  /** The prices of a product's sales and current offers. */
  priceTrend: FindOfOne<PriceTrendQuery, PriceTrend> = this.findsOfOne("/v1/products/{id}/price-trend");

  /** A page of a product's crawls, newest first. */
  crawlRuns: FindOfOne<PageQuery, CrawlRunPage> = this.findsOfOne("/v1/products/{id}/crawl-runs");

  /** All stored crawls of a product, newest first. */
  allCrawlRuns = (id: string, options?: CallOptions): Items<CrawlRun> =>
    everyItem("crawl_runs", (query) => this.crawlRuns(id, query, options));
}
