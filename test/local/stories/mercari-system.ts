import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import type {
  CrawlResult,
  CrawlResultPage,
  CrawlRun,
  CrawlRunPage,
  ExecutedCrawl,
  ExecutedCrawls,
  PriceTrend,
  Product,
} from "../../../client/answers.ts";
import type { EgressMap } from "../../../lib/local/egress/egress-map.ts";
import type { PageSourceKind } from "../../../lib/local/options.ts";
import { readLocalOptions } from "../../../lib/local/options.ts";
import type { Outputs } from "../../../lib/local/outputs.ts";
import { startRunner } from "../../../lib/local/runner.ts";
import { ApiClient } from "../api-client.ts";
import { clientOptions } from "../client-options.ts";
import { Queue, TIME_SCALE } from "../system.ts";

/** How a system is started. */
export interface MercariStart {
  readonly dataFolder: string;
  readonly egressMap: EgressMap;
  /** Factor on every wait. */
  readonly timeScale?: number;
  readonly pageSource?: PageSourceKind;
  /** Whether schedules fire by themselves. */
  readonly schedules?: boolean;
}

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
    const { status, body, text } = await this.admin.call<Product>("POST", "/v1/products", { name: keyword, crawl });
    if (status !== 201) throw new Error(`POST /v1/products: ${status} ${text}`);
    return body.id;
  }

  /** Has the hourly schedule crawl this product once. If the schedule also fires by itself, it must not crawl the others. */
  async hourly(id: string): Promise<void> {
    await this.#enable(id, true);
    const { status, text } = await this.admin.call("POST", "/_local/schedules/mercari-hourly/run");
    await this.#enable(id, false);
    if (status !== 200) throw new Error(`mercari-hourly: ${status} ${text}`);
  }

  /** Crawls one product at once. */
  async execute(id: string): Promise<ExecutedCrawl | undefined> {
    const reply = await this.admin.call<ExecutedCrawls>("POST", "/v1/crawl/execute", { product_id: id });
    if (reply.status !== 200) throw new Error(`execute: ${reply.status} ${reply.text}`);
    return reply.body.products[0];
  }

  /** All results of a product, page after page, as a user reads them. */
  async results(id: string, sort: "price" | "updated_at" = "price"): Promise<CrawlResult[]> {
    const found: CrawlResult[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/v1/crawl/results/${id}?sort=${sort}&limit=100${from}`;
      const { body } = await this.#member.call<CrawlResultPage>("GET", path);
      found.push(...body.results);
      cursor = body.next_cursor;
    }
    return found;
  }

  async trend(id: string): Promise<PriceTrend> {
    return (await this.#member.call<PriceTrend>("GET", `/v1/products/${id}/price-trend`)).body;
  }

  /** The product's last crawls, newest first. */
  async runs(id: string): Promise<readonly CrawlRun[]> {
    return (await this.admin.call<CrawlRunPage>("GET", `/v1/products/${id}/crawl-runs`)).body.crawl_runs;
  }

  async #enable(id: string, enabled: boolean): Promise<void> {
    const { status, text } = await this.admin.call("PATCH", `/v1/products/${id}`, { crawl: { enabled } });
    if (status !== 200) throw new Error(`PATCH ${id}: ${status} ${text}`);
  }
}

/** The whole system in this process with a test's own Mercari. */
export class MercariSystem extends Prices {
  /** The log lines of its functions. */
  readonly log: readonly string[];
  readonly queue: Queue;
  readonly #outputs: Outputs;
  readonly #stop: () => Promise<void>;

  private constructor(outputs: Outputs, log: readonly string[], stop: () => Promise<void>) {
    super(outputs);
    this.#outputs = outputs;
    this.queue = new Queue(outputs, "mercari-crawl");
    this.log = log;
    this.#stop = stop;
  }

  static async start(options: MercariStart): Promise<MercariSystem> {
    const { dataFolder, egressMap, timeScale = TIME_SCALE, pageSource = "http", schedules = true } = options;
    const local = readLocalOptions({
      PORT: "0",
      MAGPIE_DATA_DIR: dataFolder,
      MAGPIE_EGRESS_MAP: JSON.stringify(egressMap),
      MAGPIE_TIME_SCALE: String(timeScale),
      MAGPIE_MERCARI_PAGE_SOURCE: pageSource,
      MAGPIE_CHROMIUM: process.env.MAGPIE_CHROMIUM,
    });
    const log: string[] = [];
    const runner = await startRunner({ ...local, watch: false, schedules, say: (line) => log.push(line) });
    return new MercariSystem(runner.outputs, log, runner.stop);
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
