import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import type {
  CrawlResult,
  CrawlRun,
  CrawlRunPage,
  ExecutedCrawl,
  ExecutedCrawls,
  PriceTrend,
  Product,
} from "../../../client/answers.ts";
import { readLocalOptions } from "../../../lib/local/options.ts";
import type { Outputs } from "../../../lib/local/outputs.ts";
import { ApiClient } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import type { LoggedRunner } from "../runner-of-tests.ts";
import { startTestRunner } from "../runner-of-tests.ts";
import { Queue } from "../system.ts";

/** Products, their results and their crawls, through the API of a running system. */
class Prices {
  readonly admin: ApiClient;
  readonly #member: ApiClient;

  constructor({ api_url, tokens }: Outputs) {
    this.admin = new ApiClient(api_url, tokens.admin);
    this.#member = new ApiClient(api_url, tokens.member);
  }

  /** Creates a product that the hourly schedule does not crawl, and returns its id. @param minPrice whole yen */
  async product(keyword: string, minPrice: number | null = null): Promise<string> {
    const crawl = { keyword, min_price: minPrice, enabled: false };
    return (await this.admin.done<Product>("POST", "/v1/products", { name: keyword, crawl })).id;
  }

  /** Has the hourly schedule crawl this product once. If the schedule also fires by itself, it must not crawl the others. */
  async hourly(id: string): Promise<void> {
    await this.#enable(id, true);
    await this.admin.done("POST", "/_local/schedules/mercari-hourly/run");
    await this.#enable(id, false);
  }

  /** Crawls one product at once. */
  async execute(id: string): Promise<ExecutedCrawl | undefined> {
    return (await this.admin.done<ExecutedCrawls>("POST", "/v1/crawl/execute", { product_id: id })).products[0];
  }

  /** All results of a product, page after page, as a user reads them. */
  results(id: string, sort: "price" | "updated_at" = "price"): Promise<CrawlResult[]> {
    return this.#member.all(`/v1/crawl/results/${id}?sort=${sort}&limit=100`, "results");
  }

  trend(id: string): Promise<PriceTrend> {
    return this.#member.done("GET", `/v1/products/${id}/price-trend`);
  }

  /** The product's last crawls, newest first. */
  async runs(id: string): Promise<readonly CrawlRun[]> {
    return (await this.admin.done<CrawlRunPage>("GET", `/v1/products/${id}/crawl-runs`)).crawl_runs;
  }

  async #enable(id: string, enabled: boolean): Promise<void> {
    await this.admin.done("PATCH", `/v1/products/${id}`, { crawl: { enabled } });
  }
}

/** The whole system in this process with a test's own Mercari. */
export class MercariSystem extends Prices {
  /** The log lines of its functions. */
  readonly log: readonly string[];
  readonly queue: Queue;
  readonly #outputs: Outputs;
  readonly #stop: () => Promise<void>;

  private constructor({ outputs, log, stop }: LoggedRunner) {
    super(outputs);
    this.#outputs = outputs;
    this.queue = new Queue(outputs, "mercari-crawl");
    this.log = log;
    this.#stop = stop;
  }

  static async start(options: Parameters<typeof startTestRunner>[0]): Promise<MercariSystem> {
    const { chromiumPath } = readLocalOptions({ MAGPIE_CHROMIUM: process.env.MAGPIE_CHROMIUM });
    return new MercariSystem(await startTestRunner({ chromiumPath, ...options }));
  }

  /** Ends it; its data stay. */
  close(): Promise<void> {
    return this.#stop();
  }

  /** The keys of the stored unreadable pages. */
  async keptPages(): Promise<readonly (string | undefined)[]> {
    const s3 = new S3Client({ ...clientOptions(this.#outputs, this.#outputs.s3_endpoint), forcePathStyle: true });
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: this.#outputs.buckets.mercari_pages }));
    return Contents.map(({ Key }) => Key);
  }
}
