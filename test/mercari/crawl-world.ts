import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { CrawlRun } from "../../lambdas/mercari/domain/crawl-run.ts";
import type { CrawlSetting, Product } from "../../lambdas/mercari/domain/product.ts";
import { newProduct } from "../../lambdas/mercari/domain/product.ts";
import type { SourcedPage } from "../../lambdas/mercari/readers/sourced-page.ts";
import { AttemptTable, DeletionLimit } from "../../lambdas/mercari/tables/crawl-counts.ts";
import { CrawlRunTable } from "../../lambdas/mercari/tables/crawl-run-table.ts";
import { HostTable } from "../../lambdas/mercari/tables/host-table.ts";
import { OfferTable } from "../../lambdas/mercari/tables/offer-table.ts";
import { ProductTable } from "../../lambdas/mercari/tables/product-table.ts";
import type { ResultPosition } from "../../lambdas/mercari/tables/result-table.ts";
import { ResultTable } from "../../lambdas/mercari/tables/result-table.ts";
import { WatchTable } from "../../lambdas/mercari/tables/watch-table.ts";
import type { CheckServices } from "../../lambdas/mercari/work/check-result.ts";
import { crawlUnderLease } from "../../lambdas/mercari/work/crawl-under-lease.ts";
import type { MercariMessage } from "../../lambdas/mercari/work/request-crawl.ts";
import { mercariMessage } from "../../lambdas/mercari/work/request-crawl.ts";
import { giveUpCrawl, processMessage } from "../../lambdas/mercari/worker.ts";
import { NoticeWriter } from "../../lambdas/shared/notices/notice-writer.ts";
import type { WorkerServices } from "../../lambdas/shared/work/worker.ts";
import { sqsWorker } from "../../lambdas/shared/work/worker.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { cardOf, itemDocument, pathOfItem, searchDocument } from "../../lib/local/sites/mercari-pages.ts";
import type { MercariSite } from "../../lib/local/sites/mercari-site.ts";
import type { TestDynamo } from "../emulators/dynamo.ts";
import { sqsEvent } from "../emulators/sqs-event.ts";
import type { TestClock } from "../emulators/test-clock.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { TestQueue } from "../emulators/test-queue.ts";
import { notedVisibility, testQueue } from "../emulators/test-queue.ts";
import type { FetchWorld } from "./fetch-world.ts";
import { fetchWorld, HOST, sourced } from "./fetch-world.ts";
import { newProductId } from "./result-rows.ts";
import { crawlSetting } from "./sample-crawls.ts";

export const HOUR = 60 * MINUTE;
/** The number of receives after which SQS dead-letters a message of the queue. */
export const MAX_RECEIVES = 20;

/** The services of crawls and checks, with emulated tables and a site that the test scripts. A wait moves the clock. */
export interface CrawlWorld extends CheckServices {
  readonly clock: TestClock;
  readonly mercariQueue: TestQueue<MercariMessage>;
  readonly fetching: FetchWorld;
}

/** @param client a client other than the emulator's own, for the tables of crawls */
export function crawlWorld(dynamo: TestDynamo, client: DynamoDBDocumentClient = dynamo.client): CrawlWorld {
  const fetching = fetchWorld(dynamo);
  return {
    ...fetching.services,
    ...crawlTables(client),
    fetching,
    clock: fetching.clock,
    mercariQueue: testQueue(),
    maxReceiveCount: MAX_RECEIVES,
    random: () => 0.5,
  };
}

/** The tables that a crawl uses. */
export function crawlTables(client: DynamoDBDocumentClient) {
  return {
    products: new ProductTable(client, "mercari"),
    results: new ResultTable(client, "mercari"),
    watch: new WatchTable(client, "mercari"),
    runs: new CrawlRunTable(client, "mercari"),
    offers: new OfferTable(client, "mercari"),
    notices: new NoticeWriter(client, "notices"),
    hosts: new HostTable(client, "mercari"),
    attempts: new AttemptTable(client, "mercari"),
    deletionLimit: new DeletionLimit(client, "mercari"),
  };
}

/** Stores a product whose search is "camera". */
export async function storeProduct(
  { products, clock }: Pick<CrawlWorld, "products" | "clock">,
  setting: Partial<CrawlSetting> = {},
  changes: Partial<Product> = {},
): Promise<Product> {
  const crawl = crawlSetting({ keyword: "カメラ", ...setting });
  const product = { ...newProduct("Cameras", crawl, { id: newProductId(), at: clock.now() }), ...changes };
  if (!(await products.create(product))) throw new Error(`Product ${product.id} is there.`);
  return product;
}

/** Runs one complete crawl of a product whose lease is free. */
export async function crawl(world: CrawlWorld, productId: string, by = new Date(8.64e15)): Promise<CrawlRun> {
  const run = await crawlUnderLease(productId, by, world, "correlation-1");
  if (run === "held" || run === "gone") throw new Error(`Product ${productId} is ${run}.`);
  return run;
}

/** A page of search results. @param next the token of the next page; null on the last page */
export function searchPage(items: readonly ListedItem[], next: string | null = null): SourcedPage {
  const cards = items.map((item) => cardOf(item, "A"));
  return sourced({ html: searchDocument("カメラ", cards, next === null ? null : `/search?page_token=${next}`) });
}

/** A listing's detail page. */
export function listingPage(item: ListedItem): SourcedPage {
  return sourced({ url: `https://jp.mercari.com${pathOfItem(item)}`, html: itemDocument(item) });
}

/** Makes a site return these search pages, each with a link to the next. @returns the requested tokens */
export function showPages(world: CrawlWorld, pages: readonly (readonly ListedItem[])[]): (string | null)[] {
  const tokens: (string | null)[] = [];
  world.fetching.answer = (url) => {
    const token = new URL(url).searchParams.get("page_token");
    tokens.push(token);
    const index = Number(token ?? 0);
    return searchPage(pages[index] ?? [], index + 1 < pages.length ? String(index + 1) : null);
  };
  return tokens;
}

/** Does something before each answer of a site. */
export function beforeAnswers({ fetching }: Pick<CrawlWorld, "fetching">, act: (url: string) => unknown): void {
  const { answer } = fetching;
  fetching.answer = async (url) => {
    await act(url);
    return answer(url);
  };
}

/** Another crawl takes a product's lease for this long. @returns the product; null if the lease is not free */
export function holdElsewhere(
  { products, clock }: Pick<CrawlWorld, "products" | "clock">,
  productId: string,
  milliseconds: number,
): Promise<Product | null> {
  const now = clock.now();
  const until = new Date(now.getTime() + milliseconds);
  return products.take(productId, { holder: "another", now, until, reconcileAt: until });
}

/** A page source that reads a simulated Mercari. */
export async function pageOf({ origin }: Pick<MercariSite, "origin">, url: string): Promise<SourcedPage> {
  const { pathname, search } = new URL(url);
  // Pages are not compressed: compression would take longer than everything else in the tests.
  const response = await fetch(origin + pathname + search, { headers: { "accept-encoding": "identity" } });
  const retryAfter = response.headers.get("retry-after");
  return sourced({
    url,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    html: await response.text(),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  });
}

/** The worker of the queue with a world's services. */
export interface CrawlWorker {
  /** The visibility time-outs that were set, in seconds. */
  readonly waits: number[];
  /**
   * Receives a message when no turn of the host is reserved any more, unless another process holds the host.
   *
   * @returns whether SQS deletes the message
   */
  receive(body: unknown, receiveCount?: number, id?: string): Promise<boolean>;
  /** Receives the messages in the queue and those that they add, one after the other, with time in between. */
  drain(): Promise<void>;
}

/** The handler of the queue, built like its entry. */
export function crawlHandler(services: CheckServices & WorkerServices) {
  return sqsWorker({
    environment: {},
    message: mercariMessage,
    services: () => services,
    work: processMessage,
    giveUp: giveUpCrawl,
  });
}

/**
 * Builds the worker of a world.
 *
 * @param services the worker's services in a world, if not the world's own
 * @param early whether it receives messages even if their turns have not come
 */
export function crawlWorker(world: CrawlWorld, services: CheckServices = world, { early = false } = {}): CrawlWorker {
  const waits: number[] = [];
  let ids = 0;
  const handler = crawlHandler({ ...services, visibility: notedVisibility(waits) });
  const worker: CrawlWorker = {
    waits,
    async receive(body, receiveCount = 1, id) {
      ids += 1;
      if (!early) await untilFree(world);
      const event = sqsEvent({ body, receiveCount, id: id ?? `message-${ids}` });
      return (await handler(event)).batchItemFailures.length === 0;
    },
    async drain() {
      for (let next = world.mercariQueue.sent.shift(); next !== undefined; next = world.mercariQueue.sent.shift()) {
        world.clock.forward(5_000);
        await worker.receive(next.message);
      }
    },
  };
  return worker;
}

/** Moves the clock to the end of the reserved turns. */
async function untilFree({ hosts, clock }: CrawlWorld): Promise<void> {
  const { isHeld, freeAt, reservedUntil } = await hosts.read(HOST);
  if (isHeld) return;
  const end = Math.max(freeAt?.getTime() ?? 0, reservedUntil?.getTime() ?? 0);
  clock.forward(Math.max(0, end - clock.now().getTime()));
}

/** Every row of a product, by external id. */
export async function rowsOf({ results }: Pick<CrawlWorld, "results">, productId: string) {
  const rows = new Map<string, CrawlResult>();
  for (let position: ResultPosition | null | undefined; position !== null; ) {
    const page: { readonly items: readonly CrawlResult[]; readonly position: ResultPosition | null } =
      await results.list({ productId, sellingStatus: undefined, sort: "price", limit: 100, position });
    for (const row of page.items) rows.set(row.externalId, row);
    position = page.position;
  }
  return rows;
}

/** The latest runs of a product, newest first. */
export async function runsOf({ runs }: Pick<CrawlWorld, "runs">, productId: string): Promise<readonly CrawlRun[]> {
  return (await runs.list(productId, { limit: 100, position: undefined })).items;
}
