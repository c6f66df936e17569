import { afterAll, beforeAll, beforeEach } from "vitest";
import type { CrawlSetting, Product } from "../../../lambdas/mercari/domain/product.ts";
import { newProduct } from "../../../lambdas/mercari/domain/product.ts";
import type { CrawlLease } from "../../../lambdas/mercari/tables/product-table.ts";
import { ProductTable } from "../../../lambdas/mercari/tables/product-table.ts";
import type { TestDynamo } from "../../emulators/dynamo.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { newProductId } from "../result-rows.ts";
import { crawlSetting } from "../sample-crawls.ts";

export const setting = crawlSetting({ categoryId: 7, maxPrice: 5_000 });
/** The end of a crawl that has found no facts about the whole search. */
export const unlearned = { workId: null, seenWhole: false, inspected: false, trendFilled: false };

/** The table of the current file, and the id of the current test's product. A file that imports them calls the function below. */
export let dynamo: TestDynamo;
export let products: ProductTable;
export let id: string;

/** Starts a table for all tests of a file, each of which has a product of its own. */
export function productTableOfFile(): void {
  beforeAll(async () => {
    dynamo = await startDynamo();
    products = new ProductTable(dynamo.client, "mercari");
  });
  afterAll(() => dynamo.close());
  beforeEach(() => {
    id = newProductId();
  });
}

export async function made(crawl: CrawlSetting | null = setting): Promise<Product> {
  const product = newProduct("Camera", crawl, { id, at: START });
  await products.create(product);
  return product;
}

export async function read(): Promise<Product> {
  const product = await products.get(id);
  if (product === null) throw new Error("The product is not in the table");
  return product;
}

/** Takes the product's lease for a minute. */
export async function taken(holder: string, minutes = 0): Promise<Product | null> {
  return products.take(id, {
    holder,
    now: at(minutes * MINUTE),
    until: at((minutes + 1) * MINUTE),
    reconcileAt: at((minutes + 10) * MINUTE),
  });
}

export async function requested(workId: string, minutes = 0): Promise<boolean> {
  const request = { workId, reconcileAt: at((minutes + 5) * MINUTE) };
  return products.request(await read(), request, at(minutes * MINUTE));
}

/** A product whose requested crawl has begun. */
export async function crawling(): Promise<Product> {
  const product = await made();
  await requested("request-1");
  await taken("a");
  return product;
}

export const holdOf = (holder: string): CrawlLease => ({ id, holder });
