import { beforeEach } from "vitest";
import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { Product } from "../../lambdas/mercari/domain/product.ts";
import { syncDetailOf } from "../../lambdas/mercari/work/request-crawl.ts";
import type { ListedItem } from "../../lib/local/sites/mercari-pages.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { CrawlWorker, CrawlWorld } from "./crawl-world.ts";
import { crawlWorker, crawlWorld, HOUR, holdElsewhere, rowsOf, storeProduct } from "./crawl-world.ts";
import { listed } from "./readers/page-answers.ts";

/** The world of the current test, its product and its worker. A test file that imports them calls the function below. */
export let world: CrawlWorld;
export let product: Product;
export let worker: CrawlWorker;

/** Stores a product in a world of its own for each test of a file. */
export function crawledProductOfEachTest(): void {
  dynamoOfEachTest();
  beforeEach(async () => {
    world = crawlWorld(dynamo);
    product = await storeProduct(world);
    worker = crawlWorker(world);
  });
}

/** Stores another product, which takes the place of the test's. */
export async function watchInstead(...setting: Parameters<typeof storeProduct> extends [unknown, ...infer R] ? R : []) {
  product = await storeProduct(world, ...setting);
}

/** A listing on sale for a thousand yen times its number. */
export const item = (number: number, changes: Partial<ListedItem> = {}) =>
  listed({ id: `m${String(number).padStart(11, "0")}`, price: 1_000 * number, ...changes });
export const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => item(from + index));

export const rows = () => rowsOf(world, product.id);
export async function rowOf(number: number): Promise<CrawlResult> {
  const row = (await rows()).get(item(number).id);
  if (row === undefined) throw new Error(`There is no row ${number}.`);
  return row;
}
/** The watch list by external id. */
export const watched = async () =>
  new Map((await world.watch.listAll(product.id)).map(({ externalId, ...entry }) => [externalId, entry]));
/** The product as it is stored. */
export async function there(): Promise<Product> {
  const found = await world.products.get(product.id);
  if (found === null) throw new Error("The product has gone.");
  return found;
}
/** Another crawl takes the product over, since this one's process was paused. */
export async function takenOver(): Promise<void> {
  world.clock.forward(2 * MINUTE);
  await holdElsewhere(world, product.id, HOUR);
}
/** The message of a listing's detail check. */
export const messageOf = (number: number) => syncDetailOf({ productId: product.id, externalId: item(number).id });
export const seconds = (milliseconds: number) => at(milliseconds).getTime() / 1_000;
export const writes = () =>
  dynamo.consumed.filter(({ command }) => /^(?:Put|Update|Delete|BatchWrite)/.test(command)).length;

/** Another worker, which checks a listing's detail page, writes the row and its entry. */
export async function foundOutMeanwhile(row: CrawlResult, found: Partial<CrawlResult> | null): Promise<void> {
  if (found === null) await world.results.delete(row);
  else await world.results.put({ ...row, ...found });
  const { externalId, price, sellingStatus } = { ...row, ...found };
  if (found === null || sellingStatus === SOLD) await world.watch.remove(product.id, [externalId]);
  else await world.watch.set(product.id, [{ externalId, price, sellingStatus, dueAt: seconds(6 * HOUR) }]);
}
