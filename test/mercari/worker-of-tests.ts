import { beforeEach } from "vitest";
import type { CrawlSetting, Product } from "../../lambdas/mercari/domain/product.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import type { CrawlWorker, CrawlWorld } from "./crawl-world.ts";
import { crawlWorker, crawlWorld, storeProduct } from "./crawl-world.ts";

/** The world of the current test, its product and its worker. */
export let world: CrawlWorld;
export let product: Product;
export let worker: CrawlWorker;

/** Creates them for each test: products are shared by all users. */
export function workerOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(async () => {
    world = crawlWorld(dynamo);
    product = await storeProduct(world);
    worker = crawlWorker(world);
  });
}

/** Stores another product for the current test; see `storeProduct`. */
export async function replaceProduct(setting: Partial<CrawlSetting>, changes: Partial<Product> = {}): Promise<void> {
  product = await storeProduct(world, setting, changes);
}
