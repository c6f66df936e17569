import { describe, expect, it } from "vitest";
import { newProduct } from "../../../lambdas/mercari/domain/product.ts";
import type { CrawlRecord } from "../../../lambdas/mercari/tables/product-table.ts";
import { at, MINUTE, START } from "../../emulators/test-clock.ts";
import {
  crawling,
  dynamo,
  holdOf,
  id,
  made,
  products,
  productTableOfFile,
  read,
  requested,
  setting,
  taken,
  unlearned,
} from "./stored-product.ts";

productTableOfFile();

describe("request", () => {
  it("makes the crawl pending once, even if it is requested several times", async () => {
    await made();
    expect(await requested("request-1")).toBe(true);
    expect(await requested("request-2")).toBe(false);
    expect((await read()).pending).toEqual({
      workId: "request-1",
      reconcileAt: at(5 * MINUTE).toISOString(),
      reconcileRounds: 0,
    });
  });

  it("during a crawl without a request stays pending, too", async () => {
    const { searches } = await made();
    expect((await taken("a"))?.pending).toBeNull();
    expect(await requested("request-1")).toBe(true);
    expect(await products.finish(holdOf("a"), { ...unlearned, searches })).toBe(true);
    expect((await read()).pending?.workId).toBe("request-1");
  });

  it("is refused as already pending when the lease of the crawl has expired", async () => {
    await crawling();
    expect(await requested("request-2", 1)).toBe(false);
    expect((await read()).pending?.workId).toBe("request-1");
  });

  it("is refused for a deleted product", async () => {
    const product = await made();
    await products.markDeleting(id, "deletion-1");
    const request = { workId: "request-1", reconcileAt: at(MINUTE) };
    expect(await products.request(product, request, START)).toBe(false);
    await products.remove(id, START);
    expect(await products.request(product, request, START)).toBe(false);
    expect(await products.get(id)).toBeNull();
  });
});

it("a crawl takes the current product, and sets when reconcile may resend", async () => {
  const product = await made();
  await requested("request-1");
  expect(await taken("a")).toEqual({
    ...product,
    pending: { workId: "request-1", reconcileAt: at(10 * MINUTE).toISOString(), reconcileRounds: 0 },
    lease: { holder: "a", until: at(MINUTE).toISOString() },
  });
});

it("a renewal extends the lease and postpones reconcile", async () => {
  await crawling();
  expect(await products.renew(holdOf("a"), { until: at(2 * MINUTE), reconcileAt: at(12 * MINUTE) })).toBe(true);
  expect(await read()).toMatchObject({
    lease: { holder: "a", until: at(2 * MINUTE).toISOString() },
    pending: { workId: "request-1", reconcileAt: at(12 * MINUTE).toISOString() },
  });
});

it.each([
  [null, at(10 * MINUTE)],
  [at(30 * MINUTE), at(30 * MINUTE)],
])("a release keeps the request (%s)", async (reconcileAt, expected) => {
  await crawling();
  expect(await products.release(holdOf("a"), reconcileAt)).toBe(true);
  const pending = { workId: "request-1", reconcileAt: expected.toISOString() };
  expect(await read()).toMatchObject({ lease: null, pending });
});

describe("the place where the next crawl resumes", () => {
  const PLACE = { pageToken: "v1:40", pagesBefore: 40, searches: 0 };

  async function left(): Promise<void> {
    await crawling();
    expect(await products.release(holdOf("a"), START, PLACE)).toBe(true);
    expect((await read())?.reached).toEqual(PLACE);
  }

  it("survives a crawl that takes the product, renews the lease and stops", async () => {
    await left();
    expect((await taken("b"))?.reached).toEqual(PLACE);
    await products.renew(holdOf("b"), { until: at(2 * MINUTE), reconcileAt: at(2 * MINUTE) });
    expect((await read())?.reached).toEqual(PLACE);
  });

  const end = { workId: "request-1", searches: 0, seenWhole: true, inspected: false, trendFilled: false };
  it.each([
    ["ends without a place", () => products.release(holdOf("b"), null)],
    ["ends the pending request", () => products.finish(holdOf("b"), end)],
    ["ends another request", () => products.finish(holdOf("b"), { ...end, workId: null })],
  ])("is cleared when the next crawl %s", async (_what, letGo) => {
    await left();
    await taken("b");
    expect(await letGo()).toBe(true);
    expect((await read())?.reached).toBeNull();
  });

  it("is cleared when the product's search is changed", async () => {
    await left();
    const seen = await read();
    if (seen === null) throw new Error("The product has gone.");
    await products.update(seen, { name: "Lens", crawl: seen.crawl }, { id: "change-1", at: at(1) });
    expect((await read())?.reached).toBeNull();
  });
});

describe("finish", () => {
  it("ends the crawl and its request, and stores its facts", async () => {
    const product = { ...newProduct("Camera", setting, { id, at: START }), mixedCategories: true, searches: 3 };
    await products.create(product);
    await requested("request-1");
    await taken("a");
    const end = { workId: "request-1", searches: 3, seenWhole: true, inspected: true, trendFilled: false };
    expect(await products.finish(holdOf("a"), end)).toBe(true);
    expect(await read()).toEqual({ ...product, seenWhole: true, mixedCategories: false });
    expect(await requested("request-2")).toBe(true);
  });

  it.each([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [false, false, false],
  ])(
    "stores no other facts (seenWhole %s, inspected %s, trendFilled %s)",
    async (seenWhole, inspected, trendFilled) => {
      const product = { ...newProduct("Camera", setting, { id, at: START }), mixedCategories: true };
      await products.create(product);
      await taken("a");
      await products.finish(holdOf("a"), { workId: null, searches: 0, seenWhole, inspected, trendFilled });
      expect(await read()).toMatchObject({ seenWhole, mixedCategories: !inspected, trendFilled });
    },
  );

  const FAILED: CrawlRecord = {
    lastCrawl: {
      finishedAt: at(1).toISOString(),
      outcome: "error",
      errorKind: "blocked",
      complete: false,
      failingSince: START.toISOString(),
    },
    prices: {
      searches: 0,
      offers: { lowest: 900, median: 1_000 },
      sold30d: { count: 1, median: 950 },
      sold90d: { count: 0, median: null },
      lows: [{ month: "2026-11", price: 900 }],
    },
  };
  const ended = { ...unlearned, searches: 0 };
  it.each([
    ["releases the product", () => products.release(holdOf("a"), null, null, FAILED)],
    ["ends its request", () => products.finish(holdOf("a"), { ...ended, workId: "request-1" }, FAILED)],
    ["ends after another request", () => products.finish(holdOf("a"), { ...ended, workId: "request-0" }, FAILED)],
    ["ends without a request", () => products.finish(holdOf("a"), ended, FAILED)],
  ])("stores the outcome of a crawl that %s, until another one has its own", async (_what, letGo) => {
    await crawling();
    expect(await letGo()).toBe(true);
    expect(await read()).toMatchObject(FAILED);
    await taken("b");
    await products.finish(holdOf("b"), ended);
    expect(await read()).toMatchObject(FAILED);
  });

  it.each([false, true])("makes one write for a product that is as it was (with new facts: %s)", async (seenWhole) => {
    await crawling();
    dynamo.requests.length = 0;
    await products.finish(holdOf("a"), { ...unlearned, workId: "request-1", searches: 0, seenWhole });
    expect(dynamo.requests).toEqual(["UpdateItemCommand"]);
    expect(await read()).toMatchObject({ pending: null, seenWhole });
  });

  it("stores its facts while a later request stays pending", async () => {
    await crawling();
    await requested("request-2");
    await products.finish(holdOf("a"), { ...unlearned, workId: "request-1", searches: 0, seenWhole: true });
    expect(await read()).toMatchObject({ pending: { workId: "request-2" }, seenWhole: true, lease: null });
  });
});

it("giving up ends this request, unless its crawl holds a lease that has not expired", async () => {
  expect(await products.giveUp(id, START)).toBe(false);
  expect(await products.get(id)).toBeNull();
  await made();
  await requested("request-1");
  expect(await products.giveUp(id, START, "request-0")).toBe(false);
  expect(await products.giveUp(id, START, "request-1")).toBe(true);
  expect((await read()).pending).toBeNull();
  expect(await products.giveUp(id, START)).toBe(false);
  await requested("request-2");
  await taken("a");
  expect(await products.giveUp(id, START)).toBe(false);
  expect((await read()).pending?.workId).toBe("request-2");
  expect(await products.giveUp(id, at(MINUTE))).toBe(true);
  expect((await read()).pending).toBeNull();
});

it("reconcile postpones this request and no later one, whose rounds it counts from zero", async () => {
  await made();
  await requested("request-1");
  expect(await products.postponeReconcile({ id, workId: "request-1" }, at(40 * MINUTE), 2)).toBe(true);
  expect(await products.postponeReconcile({ id, workId: "request-0" }, at(50 * MINUTE), 3)).toBe(false);
  const postponed = { workId: "request-1", reconcileAt: at(40 * MINUTE).toISOString(), reconcileRounds: 2 };
  expect((await read()).pending).toEqual(postponed);
  await taken("a");
  await requested("request-2");
  expect((await read()).pending?.reconcileRounds).toBe(0);
});
