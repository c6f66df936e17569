import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { runHourly } from "../../lambdas/mercari/on-schedule.ts";
import { reconcilableCrawls } from "../../lambdas/mercari/reconcile.ts";
import { removeProduct } from "../../lambdas/mercari/work/remove-product.ts";
import { listCrawlOf } from "../../lambdas/mercari/work/request-crawl.ts";
import { reconcile } from "../../lambdas/operations/reconcile.ts";
import { allOf } from "../client/moving/all-of.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { CrawlWorker, CrawlWorld } from "./crawl-world.ts";
import {
  crawl,
  crawlWorker,
  crawlWorld,
  HOUR,
  holdElsewhere,
  rowsOf,
  runsOf,
  showPages,
  storeProduct,
} from "./crawl-world.ts";
import { listed } from "./readers/page-answers.ts";

const log = capturedLog();
dynamoOfEachTest();

let world: CrawlWorld;
let worker: CrawlWorker;

beforeEach(() => {
  world = crawlWorld(dynamo);
  worker = crawlWorker(world);
  showPages(world, [[listed()]]);
});

const fire = () => runHourly(world, "schedule-1");
const sentFor = () => world.mercariQueue.sent.splice(0).map(({ message }) => message);
const leaving = async () => (await allOf(world.products.listStored())).filter(({ product }) => product === null);

describe("the schedule mercari-hourly", () => {
  it("requests a crawl of each product whose search is enabled", async () => {
    const one = await storeProduct(world);
    await storeProduct(world, { enabled: false });
    await storeProduct(world, {}, { crawl: null });
    const other = await storeProduct(world);
    expect(await fire()).toEqual({ products: 2, requested: 2 });
    expect(world.mercariQueue.sent.every(({ correlationId }) => correlationId === "schedule-1")).toBe(true);
    const asked = sentFor();
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(expect.arrayContaining([listCrawlOf(one.id), listCrawlOf(other.id)]));
  });

  it("reads all products once", async () => {
    for (let index = 0; index < 5; index += 1) await storeProduct(world);
    await storeProduct(world, { enabled: false });
    dynamo.requests.length = 0;
    await fire();
    expect(dynamo.requests.filter((command) => command !== "UpdateItemCommand")).toEqual(["QueryCommand"]);
    expect(dynamo.requests).toHaveLength(1 + 5);
  });

  it("continues deletions that were interrupted", async () => {
    const { id } = await storeProduct(world);
    const kept = await storeProduct(world);
    await crawl(world, id);
    await crawl(world, kept.id);
    await world.products.markDeleting(id, "deletion-1");
    expect(await fire()).toEqual({ products: 1, requested: 1 });
    expect(await rowsOf(world, id)).toEqual(new Map());
    expect(await world.watch.listAll(id)).toEqual([]);
    expect(await runsOf(world, id)).toEqual([]);
    expect(await leaving()).toEqual([]);
    expect(log.lines("mercari_product_removed")).toMatchObject([{ product_id: id }]);
    expect((await rowsOf(world, kept.id)).size).toBe(1);
  });
});

describe("the removal of a product", () => {
  it("that fails does not keep other products, is named in the log, and fails the run", async () => {
    for (let index = 0; index < 3; index += 1) {
      await world.products.markDeleting((await storeProduct(world)).id, `deletion-${index}`);
    }
    const [first, other, last] = await leaving();
    const failing: typeof world.offers.removeAll = async (id) => {
      if (id !== other?.id) throw new Error("no connection");
    };
    const offers = Object.assign(Object.create(world.offers), { removeAll: failing });
    await expect(runHourly({ ...world, offers }, "schedule-1")).rejects.toThrow("no connection");
    expect(await leaving()).toEqual([first, last]);
    expect(log.lines("mercari_removal_left")).toMatchObject([
      { level: "ERROR", product_id: first?.id, correlation_id: "schedule-1", error_message: "no connection" },
      { product_id: last?.id },
    ]);
  });

  it("is continued although the crawl of another product can't be requested, which the log names", async () => {
    const { id } = await storeProduct(world);
    const other = await storeProduct(world);
    await world.products.markDeleting((await storeProduct(world)).id, "deletion-1");
    const { request } = world.products;
    const failing: typeof request = async (product, ...rest) => {
      if (product.id === id) throw new Error("not this one");
      return request.call(world.products, product, ...rest);
    };
    const products = Object.assign(Object.create(world.products), { request: failing });
    await expect(runHourly({ ...world, products }, "schedule-1")).rejects.toThrow("not this one");
    expect(await leaving()).toEqual([]);
    expect(world.mercariQueue.sent.map(({ message }) => message)).toMatchObject([{ productId: other.id }]);
    expect(log.lines("work_not_entered")).toMatchObject([{ queue: "mercari-crawl", product_id: id }]);
  });

  it("is repeated while a crawl may still store a page of it", async () => {
    const { id } = await storeProduct(world);
    await holdElsewhere(world, id, MINUTE);
    await world.products.markDeleting(id, "deletion-1");
    expect(await removeProduct(id, world)).toBe(false);
    // A row that this crawl stored with its last page.
    await world.watch.set(id, [{ externalId: "m1", price: 1, sellingStatus: 1, dueAt: 0 }]);
    world.clock.forward(MINUTE);
    await fire();
    expect(await world.watch.listAll(id)).toEqual([]);
    expect(await leaving()).toEqual([]);
  });
});

describe("a crawl that is pending too long", () => {
  const crawls = () => reconcilableCrawls(world.products, world.mercariQueue, world.clock);
  const help = () => reconcile([crawls()], "reconcile-1", world.clock);

  it("is looked for without reading the products whose crawls are not overdue", async () => {
    const { id } = await storeProduct(world);
    await crawl(world, id);
    await storeProduct(world);
    await fire();
    dynamo.requests.length = 0;
    expect(await help()).toMatchObject({ resent: 0 });
    expect(dynamo.requests.splice(0)).toEqual(["QueryCommand"]);
    const { Items } = await dynamo.client.send(new ScanCommand({ TableName: "mercari", IndexName: "pending" }));
    expect(Items).toHaveLength(2);
    await worker.receive(listCrawlOf(id));
    await world.products.markDeleting(id, "deletion-1");
    expect((await dynamo.client.send(new ScanCommand({ TableName: "mercari", IndexName: "pending" }))).Count).toBe(1);
  });

  it("is resent after ten minutes, and given up in the end until the next hour", async () => {
    const { id } = await storeProduct(world);
    await fire();
    sentFor();
    world.clock.forward(10 * MINUTE - 1);
    expect(await help()).toMatchObject({ resent: 0 });
    world.clock.forward(1);
    expect(await help()).toMatchObject({ resent: 1, completed: 0, given_up: 0 });
    expect(sentFor()).toEqual([listCrawlOf(id)]);
    for (let round = 1; round <= 3; round += 1) {
      world.clock.forward(2 * HOUR);
      await help();
    }
    expect((await world.products.get(id))?.pending).toBeNull();
    expect(await fire()).toMatchObject({ requested: 1 });
  });
});
