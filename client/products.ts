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
import type { PageQuery } from "./paging.ts";
import { everyItem } from "./paging.ts";
import type { CallOptions, CreateOptions, Transport } from "./transport.ts";

/** A page of a product's listings, with its order, optionally only those on sale (1) or sold (2). */
export interface CrawlResultQuery extends PageQuery {
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

/** The products whose prices are watched. Only administrators change and crawl them. Every method throws ApiProblem or NetworkFailure. */
export class Products {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a product once, however often the request is sent. */
  create(product: NewProduct, options?: CreateOptions): Promise<Product> {
    return this.#transport.request({ method: "POST", path: "/v1/products", body: product, creates: true }, options);
  }

  list(query: PageQuery = {}, options?: CallOptions): Promise<ProductPage> {
    return this.#transport.request({ method: "GET", path: "/v1/products", query: { ...query } }, options);
  }

  /** All of them, newest first. */
  all(options?: CallOptions): AsyncGenerator<Product, void, undefined> {
    return everyItem(async (cursor) => {
      const { products, next_cursor } = await this.list({ limit: 100, ...cursor }, options);
      return { items: products, next_cursor };
    });
  }

  get(id: string, options?: CallOptions): Promise<Product> {
    return this.#transport.request({ method: "GET", path: pathOf(id) }, options);
  }

  /** Changes the given fields and no others. */
  update(id: string, changes: ProductChanges, options?: CallOptions): Promise<Product> {
    return this.#transport.request({ method: "PATCH", path: pathOf(id), body: changes }, options);
  }

  /** Deletes a product with its results. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#transport.request({ method: "DELETE", path: pathOf(id), doneCodes: ["not_found"] }, options);
  }

  /**
   * Crawls one product now, or all enabled ones, and waits for that: 20 s at the most; a longer crawl is left to the
   * queue. Its time limits replace the client's, which are too short; those of `options` take precedence.
   */
  async crawl(query: { readonly product_id?: string } = {}, options: CallOptions = {}): Promise<ExecutedCrawl[]> {
    const call = { method: "POST", path: "/v1/crawl/execute", body: query } as const;
    const retry = { ...CRAWL, ...options.retry };
    return (await this.#transport.request<ExecutedCrawls>(call, { ...options, retry })).products;
  }

  /** A page of a product's results. */
  results(id: string, query: CrawlResultQuery = {}, options?: CallOptions): Promise<CrawlResultPage> {
    const path = `/v1/crawl/results/${encodeURIComponent(id)}`;
    return this.#transport.request({ method: "GET", path, query: { ...query } }, options);
  }

  /** All results of a product. */
  allResults(
    id: string,
    query: Omit<CrawlResultQuery, keyof PageQuery> = {},
    options?: CallOptions,
  ): AsyncGenerator<CrawlResult, void, undefined> {
    return everyItem(async (cursor) => {
      const { results, next_cursor } = await this.results(id, { limit: 100, ...query, ...cursor }, options);
      return { items: results, next_cursor };
    });
  }

  /** The prices of a product's sales and current offers. */
  priceTrend(id: string, query: PriceTrendQuery = {}, options?: CallOptions): Promise<PriceTrend> {
    return this.#transport.request({ method: "GET", path: `${pathOf(id)}/price-trend`, query: { ...query } }, options);
  }

  /** A page of a product's crawls, newest first. */
  crawlRuns(id: string, query: PageQuery = {}, options?: CallOptions): Promise<CrawlRunPage> {
    return this.#transport.request({ method: "GET", path: `${pathOf(id)}/crawl-runs`, query: { ...query } }, options);
  }

  /** All stored crawls of a product, newest first. */
  allCrawlRuns(id: string, options?: CallOptions): AsyncGenerator<CrawlRun, void, undefined> {
    return everyItem(async (cursor) => {
      const { crawl_runs, next_cursor } = await this.crawlRuns(id, { limit: 100, ...cursor }, options);
      return { items: crawl_runs, next_cursor };
    });
  }
}

function pathOf(id: string): string {
  return `/v1/products/${encodeURIComponent(id)}`;
}
