import { describe, expect, it, onTestFinished } from "vitest";
import type { CrawlSetting, Product } from "../../../lambdas/mercari/domain/product.ts";
import { newProduct } from "../../../lambdas/mercari/domain/product.ts";
import { ProductTable } from "../../../lambdas/mercari/tables/product-table.ts";
import { allOf } from "../../client/moving/all-of.ts";
import { startDynamo } from "../../emulators/dynamo.ts";
import { forgetfulClient, throttledClient } from "../../emulators/intercepted-client.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import { newProductId } from "../result-rows.ts";
import {
  crawling,
  dynamo,
  holdOf,
  id,
  made,
  products,
  productTableOfFile,
  read,
  setting,
  taken,
} from "./stored-product.ts";

productTableOfFile();

const leaving = async (table = products) =>
  (await allOf(table.listStored())).flatMap((one) => (one.product === null ? [one.id] : []));

const later = at(MINUTE);

describe("update", () => {
  const changed = async (crawl: CrawlSetting | null, before: Partial<Product> = { seenWhole: true }) => {
    const product = { ...newProduct("Camera", setting, { id, at: START }), ...before };
    await products.create(product);
    const updated = await products.update(product, { name: "Lens", crawl }, { id: "change-1", at: later });
    expect(updated).toEqual(await read());
    return updated;
  };

  it("keeps the progress when the search stays the same", async () => {
    const crawl = { ...setting, enabled: false };
    const kept = { name: "Lens", crawl, updatedAt: later.toISOString(), searches: 0, seenWhole: true };
    expect(await changed(crawl)).toMatchObject({ ...kept, mixedCategories: false });
  });

  it.each([
    ["another keyword", { ...setting, keyword: "lens" }, false],
    ["other limits", { ...setting, maxPrice: null }, false],
    ["another category", { ...setting, categoryId: 8 }, true],
    ["all categories", { ...setting, categoryId: null }, true],
    ["nothing", null, true],
  ])("starts from the beginning when it searches for %s", async (_, crawl, mixedCategories) => {
    expect(await changed(crawl)).toMatchObject({ crawl, searches: 1, seenWhole: false, mixedCategories });
  });

  it("remembers an old category over a time without a search", async () => {
    const product = await made();
    const without = await products.update(product, { name: "Camera", crawl: null }, { id: "change-1", at: at(1) });
    const again = { name: "Camera", crawl: { ...setting, categoryId: 8 } };
    expect(without && (await products.update(without, again, { id: "change-2", at: at(2) }))).toMatchObject({
      searches: 2,
      mixedCategories: true,
    });
  });

  it("keeps the rows that a crawl has stored meanwhile", async () => {
    const product = await crawling();
    const updated = await products.update(product, { name: "Lens", crawl: null }, { id: "change-1", at: later });
    expect(updated).toMatchObject({ crawl: null, pending: { workId: "request-1" }, lease: { holder: "a" } });
  });

  it("accepts one of two changes that read the same version", async () => {
    const product = await made();
    const outcomes = await Promise.all([
      products.update(product, { name: "One", crawl: setting }, { id: "change-1", at: later }),
      products.update(product, { name: "Two", crawl: null }, { id: "change-2", at: later }),
    ]);
    const won = outcomes.filter((outcome) => outcome !== null);
    expect(won).toHaveLength(1);
    expect(await read()).toEqual(won[0]);
  });

  it("is not taken for another one of the same moment when the SDK repeats it", async () => {
    const product = await made();
    const client = throttledClient(dynamo, async () => {
      await products.update(product, { name: "One", crawl: setting }, { id: "change-1", at: later });
    });
    const repeated = new ProductTable(client, "mercari");
    expect(await repeated.update(product, { name: "Two", crawl: null }, { id: "change-2", at: later })).toBeNull();
    expect(await read()).toMatchObject({ name: "One", crawl: setting });
  });

  it("does not restore a deleted product", async () => {
    const product = await made();
    await products.markDeleting(id, "deletion-1");
    expect(await products.update(product, { name: "Lens", crawl: null }, { id: "change-1", at: later })).toBeNull();
    await products.remove(id, START);
    expect(await products.update(product, { name: "Lens", crawl: null }, { id: "change-1", at: later })).toBeNull();
    expect(await products.get(id)).toBeNull();
  });
});

describe("a deletion", () => {
  it("hides a product that is being crawled, and lets the crawl end without restoring it", async () => {
    const { searches } = await crawling();
    expect(await products.markDeleting(id, "deletion-1")).toBe(true);
    expect(await products.markDeleting(id, "deletion-1")).toBe(false);
    expect(await products.get(id)).toBeNull();
    expect(await products.renew(holdOf("a"), { until: later, reconcileAt: later })).toBe(false);
    const end = { workId: "request-1", searches, seenWhole: true, inspected: true, trendFilled: false };
    await products.finish(holdOf("a"), end);
    expect(await products.get(id)).toBeNull();
    expect(await taken("b")).toBeNull();
    expect(await products.remove(id, START)).toBe(true);
    expect(await products.finish(holdOf("a"), end)).toBe(false);
    expect(await products.release(holdOf("a"), START)).toBe(false);
    expect(await products.create(newProduct("Camera", null, { id, at: START }))).toBe(true);
  });

  it.each([
    ["its holder releases it", START, () => products.release(holdOf("a"), null)],
    ["its holder's lease has expired", at(MINUTE), async () => true],
  ])("is not finished before %s", async (_, now, letGo) => {
    await made();
    await taken("a");
    await products.markDeleting(id, "deletion-1");
    expect(await products.remove(id, at(MINUTE - 1))).toBe(false);
    expect(await leaving()).toContain(id);
    await letGo();
    expect(await products.remove(id, now)).toBe(true);
    expect(await products.remove(id, now)).toBe(false);
  });

  it("is one request's, though the SDK repeats another one", async () => {
    await made();
    const client = throttledClient(dynamo, async () => {
      expect(await products.markDeleting(id, "deletion-2")).toBe(true);
    });
    expect(await new ProductTable(client, "mercari").markDeleting(id, "deletion-1")).toBe(false);
  });

  it("is the request's whose response was lost", async () => {
    await made();
    const client = forgetfulClient(dynamo, async () => {
      expect(await products.markDeleting(id, "deletion-2")).toBe(false);
    });
    expect(await new ProductTable(client, "mercari").markDeleting(id, "deletion-1")).toBe(true);
  });

  it("deletes only marked products, and marks only existing ones", async () => {
    expect(await products.markDeleting(id, "deletion-1")).toBe(false);
    expect(await products.get(id)).toBeNull();
    await made();
    expect(await products.remove(id, START)).toBe(false);
    expect(await products.get(id)).not.toBeNull();
  });
});

it("the list is read to its end, newest first, without the products being deleted", async () => {
  const own = await startDynamo();
  onTestFinished(() => own.close());
  const table = new ProductTable(own.client, "mercari");
  const ids = Array.from({ length: 160 }, newProductId);
  for (const [number, one] of ids.entries()) {
    await table.create(newProduct("Camera", null, { id: one, at: at(Math.floor(number / 2) * MINUTE) }));
    if (number % 3 === 0) await table.markDeleting(one, "deletion-1");
  }
  const listed = await allOf(table.listAll());
  const made = listed.map(({ createdAt }) => createdAt);
  expect(made).toEqual(made.toSorted().toReversed());
  const visible = ids.filter((_, number) => number % 3 !== 0);
  expect(listed.map((product) => product.id).toSorted()).toEqual(visible.toSorted());

  const others = await leaving(table);
  expect(others).toHaveLength(160 - visible.length);
  for (const one of others) await table.remove(one, START);
  expect(await leaving(table)).toEqual([]);
});
