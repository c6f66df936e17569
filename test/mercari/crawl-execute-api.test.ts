import { beforeEach, describe, expect, it } from "vitest";
import type { Product } from "../../lambdas/mercari/domain/product.ts";
import { cardOf, noResultsDocument, searchDocument } from "../../lib/local/sites/mercari-pages.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfEachTest } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { MINUTE } from "../emulators/test-clock.ts";
import type { ApiWorld } from "./api-world.ts";
import { apiWorld, mercariApi } from "./api-world.ts";
import { crawlWorker, holdElsewhere, rowsOf, storeProduct } from "./crawl-world.ts";
import { since, sourced } from "./fetch-world.ts";
import { listed } from "./readers/page-answers.ts";
import { newProductId } from "./result-rows.ts";

const SECOND = 1_000;

capturedLog();
dynamoOfEachTest();

let world: ApiWorld;

beforeEach(() => {
  world = apiWorld(dynamo);
});

const execute = (body: unknown = {}) =>
  mercariApi(world)({ route: "POST /v1/crawl/execute", body, requestId: "request-7" });

/** Creates a product one second after the previous one. */
function product(setting: Partial<NonNullable<Product["crawl"]>> = {}): Promise<Product> {
  world.clock.forward(SECOND);
  return storeProduct(world, setting);
}

/** Makes the site return the same pages for every search, each with one listing and after this many milliseconds. */
function show(pages: number, milliseconds = 0): void {
  world.fetching.answer = (url) => {
    world.clock.forward(milliseconds);
    const page = Number(new URL(url).searchParams.get("page_token")?.slice(3) ?? "0");
    const next = page + 1 < pages ? `/search?keyword=camera&page_token=v1:${page + 1}` : null;
    return sourced({
      url,
      html: searchDocument("camera", [cardOf(listed({ id: `m${10_000_000_000 + page}` }), "A")], next),
    });
  };
}

/** The answer of a crawl that has found nothing. */
const NOTHING = { pages: 0, complete: false, upserted: 0, unchanged: 0, deleted: 0, queued_details: 0 };

const messages = () => world.mercariQueue.sent;
const seconds = () => since(world.clock) / SECOND;

describe("POST /v1/crawl/execute", () => {
  it("crawls a product and answers with the outcome", async () => {
    const { id } = await product();
    show(2);
    expect(await execute({ product_id: id })).toMatchObject({ status: 200 });
    const { body } = await execute({ product_id: id });
    const products = [{ ...NOTHING, product_id: id, pages: 2, complete: true, unchanged: 2, outcome: "items" }];
    expect(body).toEqual({ products });
    expect(await rowsOf(world, id)).toHaveProperty("size", 2);
    expect([messages(), (await world.products.get(id))?.lease]).toEqual([[], null]);
  });

  it("crawls the enabled products in list order, one after the other", async () => {
    const first = await product({ keyword: "first" });
    await product({ keyword: "not enabled", enabled: false });
    await mercariApi(world)({ route: "POST /v1/products", body: { name: "Not watched" } });
    const last = await product({ keyword: "last" });
    show(1);
    const { status, body } = await execute();
    expect([status, body.products.map((crawl: { product_id: string }) => crawl.product_id)]).toEqual([
      200,
      [last.id, first.id],
    ]);
    expect(world.fetching.pages.map(({ url }) => new URL(url).searchParams.get("keyword"))).toEqual(["last", "first"]);
  });

  it("leaves out a product that is deleted meanwhile, or whose search is removed, and crawls the others", async () => {
    const last = await product();
    const [without, gone] = [await product(), await product()];
    const first = await product();
    show(1);
    const { answer } = world.fetching;
    world.fetching.answer = async (url) => {
      world.fetching.answer = answer;
      const send = mercariApi(world);
      await send({ route: "PATCH /v1/products/{id}", params: { id: without.id }, body: { crawl: null } });
      await send({ route: "DELETE /v1/products/{id}", params: { id: gone.id } });
      return answer(url);
    };
    const { status, body } = await execute();
    expect([status, body.products]).toEqual([
      200,
      [first, last].map(({ id }) => expect.objectContaining({ product_id: id, outcome: "items" })),
    ]);
  });

  it("needs no body", async () => {
    const { id } = await product();
    show(1);
    const { status, body } = await mercariApi(world)({ route: "POST /v1/crawl/execute" });
    expect([status, body.products]).toEqual([200, [expect.objectContaining({ product_id: id, outcome: "items" })]]);
    expect(await execute("{")).toEqual(problem(400, "invalid_json"));
    expect(await execute([])).toEqual(problem(400, "validation_error"));
  });

  it("crawls a disabled product when the request names its id", async () => {
    const { id } = await product({ enabled: false });
    world.fetching.answer = (url) => sourced({ url, html: noResultsDocument("camera") });
    const { status, body } = await execute({ product_id: id });
    expect([status, body.products]).toEqual([200, [expect.objectContaining({ outcome: "no_results", pages: 1 })]]);
    expect((await execute()).body).toEqual({ products: [] });
  });

  it("rejects an unknown product, a product without a search, and an invalid id", async () => {
    expect(await execute({ product_id: newProductId() })).toEqual(problem(404, "not_found"));
    expect(await execute({ product_id: "x".repeat(3_000) })).toEqual(problem(404, "not_found"));
    expect(await execute({ product_id: 1 })).toEqual(problem(400, "validation_error"));
    const { body } = await mercariApi(world)({ route: "POST /v1/products", body: { name: "Not watched" } });
    const detail = "Nothing is searched for: give the product a keyword first.";
    expect(await execute({ product_id: body.id })).toEqual(problem(409, "no_crawl_setting", { detail }));
    expect(world.fetching.pages).toEqual([]);
  });

  it("rejects a product that is deleted, or whose search is removed, while another crawl holds it", async () => {
    const [without, gone] = [await product(), await product()];
    const send = mercariApi(world);
    for (const [{ id }, request, refusal] of [
      [without, { route: "PATCH /v1/products/{id}", body: { crawl: null } }, problem(409, "no_crawl_setting")],
      [gone, { route: "DELETE /v1/products/{id}" }, problem(404, "not_found")],
    ] as const) {
      const free = await held(id);
      world.fetching.onPause = async () => {
        await send({ ...request, params: { id } });
        await free();
        world.fetching.onPause = () => undefined;
      };
      expect(await execute({ product_id: id })).toEqual(refusal);
    }
    expect(messages()).toEqual([]);
  });

  it("answers an error of the site, and leaves no message for a retry", async () => {
    const { id } = await product();
    world.fetching.answer = () => sourced({ status: 503 });
    const { status, body } = await execute({ product_id: id });
    const products = [{ ...NOTHING, product_id: id, pages: 1, outcome: "error", error_kind: "http_error" }];
    expect([status, body]).toEqual([200, { products }]);
    expect(messages()).toEqual([]);
    expect(await world.products.get(id)).toMatchObject({ lease: null, pending: null });
  });

  it("sends no further request to a site that refused, and reports this for each product", async () => {
    await product();
    await product();
    world.fetching.answer = () => sourced({ status: 429 });
    const { body } = await execute();
    const kinds = body.products.map(({ error_kind }: { error_kind: string }) => error_kind);
    expect([kinds, world.fetching.pages.length]).toEqual([["rate_limited", "breaker_open"], 1]);
  });
});

/** Takes the lease of a product, like a worker with a long crawl. @returns a function that releases the lease */
async function held(id: string): Promise<() => Promise<unknown>> {
  await holdElsewhere(world, id, MINUTE);
  return () => world.products.release({ id, holder: "another" }, null);
}

describe("the limit of twenty seconds", () => {
  it("is the answer's deadline: an unfinished crawl keeps its pages, and a message crawls the product again", async () => {
    const { id } = await product();
    show(50, 4 * SECOND);
    const begin = seconds();
    const { body } = await execute({ product_id: id });
    // Pages from 0 to 4 s, 7 to 11 and 14 to 18. The next pause ends after 21 s.
    expect(body.products).toEqual([{ ...NOTHING, product_id: id, pages: 3, upserted: 3, outcome: "queued" }]);
    expect(seconds() - begin).toBe(20);
    expect(await rowsOf(world, id)).toHaveProperty("size", 3);
    expect(messages()).toEqual([
      { message: { schemaVersion: 1, type: "listCrawl", productId: id }, correlationId: "request-7" },
    ]);
    expect(await world.products.get(id)).toMatchObject({
      lease: null,
      pending: { workId: expect.any(String) },
      seenWhole: false,
    });
  });

  it("begins at page 1, like the message, even if an earlier crawl stopped further on", async () => {
    const reached = { pageToken: "v1:30", pagesBefore: 30, searches: 0 };
    const { id } = await storeProduct(world, {}, { reached });
    show(6, 4 * SECOND);
    const pages = () => world.fetching.pages.splice(0).map(({ url }) => new URL(url).searchParams.get("page_token"));
    expect((await execute({ product_id: id })).body.products).toMatchObject([{ outcome: "queued", pages: 3 }]);
    expect(pages()).toEqual([null, "v1:1", "v1:2"]);
    await crawlWorker(world).drain();
    expect(pages()).toEqual([null, "v1:1", "v1:2", "v1:3", "v1:4", "v1:5"]);
    expect(await world.products.get(id)).toMatchObject({ seenWhole: true, reached: null });
  });

  it("is shared by all products; products without a turn are queued", async () => {
    const requested = [await product(), await product(), await product()].map(({ id }) => id).reverse();
    show(3, 4 * SECOND);
    const { body } = await execute();
    // Pages of the first product from 0 to 4 s, 7 to 11 and 14 to 18. The second product's turn would begin after 21 s.
    expect(
      body.products.map((crawl: { product_id: string; outcome: string; pages: number }) => [
        crawl.product_id,
        crawl.outcome,
        crawl.pages,
      ]),
    ).toEqual([
      [requested[0], "items", 3],
      [requested[1], "queued", 0],
      [requested[2], "queued", 0],
    ]);
    expect(messages().map(({ message }) => message)).toEqual([
      { schemaVersion: 1, type: "listCrawl", productId: requested[1] },
      { schemaVersion: 1, type: "listCrawl", productId: requested[2] },
    ]);
  });

  it("begins a crawl as soon as the other crawl releases the product", async () => {
    const { id } = await product();
    show(1);
    const free = await held(id);
    const begin = seconds();
    world.fetching.onPause = async () => {
      if (seconds() - begin === 7) await free();
    };
    const { body } = await execute({ product_id: id });
    expect(body.products).toMatchObject([{ outcome: "items", upserted: 1 }]);
    expect(world.fetching.pauses).toEqual(Array(14).fill(500));
    expect(messages()).toEqual([]);
  });

  it("ends with a message for a product whose lease another crawl holds all the time", async () => {
    const { id } = await product();
    await held(id);
    const begin = seconds();
    const { body } = await execute({ product_id: id });
    expect(body.products).toEqual([{ ...NOTHING, product_id: id, outcome: "queued" }]);
    expect(seconds() - begin).toBe(20);
    expect([world.fetching.pages, messages()]).toEqual([
      [],
      [{ message: { schemaVersion: 1, type: "listCrawl", productId: id }, correlationId: "request-7" }],
    ]);
    // The lease's holder read its pages before this request.
    expect((await world.products.get(id))?.pending).not.toBeNull();
  });

  it("is not scaled, but the waits between two attempts to take a product are", async () => {
    const { id } = await product();
    await held(id);
    world.clock.wait = (milliseconds) => 3 * milliseconds;
    const begin = seconds();
    await execute({ product_id: id });
    expect(seconds() - begin).toBe(20);
    // The last one ends with the time of the request.
    expect(world.fetching.pauses).toEqual([...Array(13).fill(1_500), 500]);
  });
});
