import { beforeEach, describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import { SOLD } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { Product } from "../../../lambdas/mercari/domain/product.ts";
import { newProduct } from "../../../lambdas/mercari/domain/product.ts";
import { ProductTable } from "../../../lambdas/mercari/tables/product-table.ts";
import { ResultTable } from "../../../lambdas/mercari/tables/result-table.ts";
import { WatchTable } from "../../../lambdas/mercari/tables/watch-table.ts";
import { allOf } from "../../client/moving/all-of.ts";
import { dynamo, dynamoOfEachTest } from "../../emulators/dynamo-of-tests.ts";
import { forgetfulClient } from "../../emulators/intercepted-client.ts";
import { laggingClient } from "../../emulators/lagging-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { newProductId, resultRow } from "../result-rows.ts";
import { crawlSetting } from "../sample-crawls.ts";
import { sorted, watched } from "../watched-rows.ts";

// The index of requested crawls holds those of all products.
dynamoOfEachTest();

let products: ProductTable;

beforeEach(() => {
  products = new ProductTable(dynamo.client, "mercari");
});

const setting = crawlSetting({ categoryId: 7, minPrice: 300, maxPrice: 5_000 });

async function stored(changes: Partial<Product> = {}): Promise<Product> {
  const product = { ...newProduct("Camera", setting, { id: newProductId(), at: START }), ...changes };
  await products.create(product);
  return product;
}

const later = at(MINUTE).toISOString();
const request = (workId: string, minute: number) => ({ workId, reconcileAt: at(minute * MINUTE) });
const lease = { holder: "one", now: START, until: at(MINUTE), reconcileAt: at(10 * MINUTE) };

describe("a product", () => {
  it.each<[what: string, changes: Partial<Product>]>([
    ["that was just made", {}],
    ["with an alert", { alert: { below: 900, newLowest: true } }],
    ["with what crawls leave", { searches: 2, seenWhole: true, mixedCategories: true, trendFilled: true }],
    ["whose crawl was interrupted", { reached: { pageToken: "page-2", pagesBefore: 2, searches: 0 } }],
    [
      "with a requested crawl",
      { pending: { workId: "request-1", reconcileAt: START.toISOString(), reconcileRounds: 2 } },
    ],
    [
      "whose last crawl failed",
      {
        lastCrawl: {
          finishedAt: START.toISOString(),
          outcome: "error",
          errorKind: "blocked",
          complete: false,
          failingSince: null,
        },
      },
    ],
    [
      "whose prices are summarized",
      {
        prices: {
          searches: 2,
          offers: { lowest: 900, median: 1_000 },
          sold30d: { count: 0, median: null },
          sold90d: { count: 6, median: 950 },
          lows: [{ month: "2026-11", price: 900 }],
        },
      },
    ],
    ["with a lease", { lease: { holder: "one", until: START.toISOString() } }],
  ])("%s is read as it was written", async (_what, changes) => {
    const product = await stored(changes);
    expect(await products.get(product.id)).toEqual(product);
    expect(await allOf(products.listStored())).toEqual([{ id: product.id, product }]);
  });

  it.each([
    { given: { alert: { below: 900, newLowest: false } }, left: { below: 900, newLowest: false } },
    { given: { alert: null }, left: null },
    { given: {}, left: { below: 1, newLowest: true } },
  ])("whose settings are replaced by $given has the alert $left", async ({ given, left }) => {
    const product = await stored({ alert: { below: 1, newLowest: true } });
    const change = { id: "change-1", at: at(1) };
    const settings = { name: "Camera", crawl: setting, ...given };
    expect(await products.update(product, settings, change)).toMatchObject({ alert: left });
    expect(await products.get(product.id)).toMatchObject({ alert: left });
  });
});

describe("a row", () => {
  it.each<[what: string, changes: Partial<CrawlResult>]>([
    [
      "without anything that is not known",
      { sellerId: null, condition: null, categoryId: null, soldOutAt: null, deletedSince: null },
    ],
    ["that was sold between two crawls", { sellingStatus: SOLD, saleBetween: [START.toISOString(), later] }],
    ["whose page could not be read", { sellingStatus: SOLD, unreadableSince: later }],
    ["whose page says that it is deleted", { deletedSince: later, sellerId: "seller-1" }],
  ])("%s is read as it was written", async (_what, changes) => {
    const results = new ResultTable(dynamo.client, "mercari");
    const row = await results.put(resultRow("product", 1, { version: 0, ...changes }));
    expect(await results.get(resultRow("product", 1))).toEqual(row);
  });

  it("is watched with its sight, or without", async () => {
    const watch = new WatchTable(dynamo.client, "mercari");
    const entries = [watched(1), watched(2, { seenAt: 1_795_000_000 }), watched(3, { isGone: true })];
    await watch.set("product", entries);
    expect(sorted(await watch.listAll("product"))).toEqual(sorted(entries));
  });
});

describe("requested crawls", () => {
  it("are overdue from their time on, the longest overdue first, within the limit", async () => {
    const [first, second, third] = [await stored(), await stored(), await stored()];
    await products.request(first, request("request-1", 3), START);
    await products.request(second, request("request-2", 1), START);
    await products.request(third, request("request-3", 2), START);
    const overdue = async (minute: number, limit: number) =>
      (await products.overdue(at(minute * MINUTE), limit)).map(({ workId }) => workId);
    expect([await overdue(0.9, 9), await overdue(2, 9), await overdue(3, 2)]).toEqual([
      [],
      ["request-2", "request-3"],
      ["request-2", "request-3"],
    ]);
    const subject = { id: second.id, workId: "request-2" };
    expect(await products.postponeReconcile(subject, at(9 * MINUTE), 1)).toBe(true);
    expect(await products.overdue(at(9 * MINUTE), 9)).toEqual([
      { id: third.id, workId: "request-3", reconcileRounds: 0 },
      { id: first.id, workId: "request-1", reconcileRounds: 0 },
      { ...subject, reconcileRounds: 1 },
    ]);
  });

  it("are not overdue while a crawl holds the lease, or when the product is being deleted", async () => {
    const product = await stored();
    await products.request(product, request("request-1", 0), START);
    await products.take(product.id, { ...lease, reconcileAt: START });
    expect(await products.overdue(at(MINUTE - 1), 9)).toEqual([]);
    expect(await products.overdue(at(MINUTE), 9)).toHaveLength(1);
    await products.markDeleting(product.id, "deletion-1");
    expect(await products.overdue(at(MINUTE), 9)).toEqual([]);
  });
});

it("a row whose response was lost is not taken for another one", async () => {
  const row = resultRow("product", 1, { version: 0 });
  expect(await new ResultTable(forgetfulClient(dynamo), "mercari").put(row)).toEqual({ ...row, version: 1 });
});

describe("a read after a write", () => {
  it("finds what was written", async () => {
    const product = await stored();
    const lagging = new ProductTable(laggingClient(dynamo), "mercari");
    expect(await lagging.get(product.id)).toEqual(product);
    expect((await lagging.list({ limit: 9, position: undefined })).items).toEqual([product]);
    expect(await allOf(lagging.listStored())).toHaveLength(1);
    const rows = new ResultTable(laggingClient(dynamo), "mercari");
    const row = await rows.put(resultRow(product.id, 1, { version: 0, categoryId: 8 }));
    expect(await rows.get(resultRow(product.id, 1))).toEqual(row);
    const page = {
      productId: product.id,
      sellingStatus: undefined,
      sort: "price",
      limit: 9,
      position: undefined,
    } as const;
    expect((await rows.list(page)).items).toEqual([row]);
    expect(await allOf(rows.listOfOtherCategory(product.id, setting))).toEqual([row]);
    const watch = new WatchTable(laggingClient(dynamo), "mercari");
    await watch.set(product.id, [watched(1)]);
    expect(await watch.listAll(product.id)).toEqual([watched(1)]);
    // An item that is not read is not removed.
    await rows.removeAll(product.id);
    expect(await new ResultTable(dynamo.client, "mercari").get(resultRow(product.id, 1))).toBeNull();
  });
});
