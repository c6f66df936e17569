import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { encodeCursor } from "../../lambdas/shared/http/pagination.ts";
import { allOf } from "../client/moving/all-of.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { problem } from "../emulators/feature-api.ts";
import type { HttpRequest } from "../emulators/http-event.ts";
import { walk } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { WireProduct } from "./api-world.ts";

import { holdElsewhere } from "./crawl-world.ts";
import { get, made, patch, post, productsOfEachTest, remove, SETTING, send, world } from "./products-of-tests.ts";
import { newProductId, resultRow } from "./result-rows.ts";
import { crawlRun } from "./sample-crawls.ts";

const log = capturedLog();
productsOfEachTest();

/** A request for each route that names a product. */
const naming = (id: string): HttpRequest[] => [
  { route: "GET /v1/products/{id}", params: { id } },
  { route: "PATCH /v1/products/{id}", params: { id }, body: {} },
  { route: "DELETE /v1/products/{id}", params: { id } },
  { route: "POST /v1/crawl/execute", body: { product_id: id } },
  { route: "GET /v1/crawl/results/{product_id}", params: { product_id: id } },
  { route: "GET /v1/products/{id}/price-trend", params: { id } },
  { route: "GET /v1/products/{id}/crawl-runs", params: { id } },
];

it.each([
  ["no id", "camera"],
  ["an id too long for a key", "a".repeat(2_000)],
  ["an id of nothing", "00000000-0000-8000-8000-ffffffffffff"],
])("%s finds nothing", async (_, id) => {
  for (const request of naming(id)) expect(await send(request)).toEqual(problem(404, "not_found"));
});

/** The parameters of `SETTING` on Mercari. */
const SEARCHED =
  "keyword=camera&exclude_keyword=junk&category_id=7&item_condition_id=1%2C3&price_min=300&price_max=9999999";

describe("POST /v1/products", () => {
  it("creates a product with every setting", async () => {
    const { status, headers, body } = await post({ name: "  Camera ", crawl: { ...SETTING, keyword: " camera\t" } });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        name: "Camera",
        crawl: SETTING,
        alert: null,
        last_crawl: null,
        verdict: null,
        search_url: `https://jp.mercari.com/search?${SEARCHED}&sort=created_time&order=desc`,
        next_crawl_at: null,
        created_at: at(0).toISOString(),
        updated_at: at(0).toISOString(),
      },
    });
    expect(headers).toMatchObject({ location: `/v1/products/${body.id}` });
    expect((await get(body.id)).body).toEqual(body);
  });

  it("shows how old its prices are", async () => {
    const { body } = await post({ name: "Camera", crawl: { keyword: "camera" } });
    const hour = 60 * MINUTE;
    expect(body).toMatchObject({ last_crawl: null, next_crawl_at: at(hour - (at(0).getTime() % hour)).toISOString() });
    const lastCrawl = {
      finishedAt: at(5).toISOString(),
      outcome: "error",
      errorKind: "blocked",
      complete: false,
      failingSince: null,
    } as const;
    const lease = { holder: "a", now: at(1), until: at(MINUTE), reconcileAt: at(MINUTE) };
    await world.products.take(body.id, lease);
    await world.products.release({ id: body.id, holder: "a" }, null, null, { lastCrawl, prices: null });
    const shown = { finished_at: at(5).toISOString(), outcome: "error", error_kind: "blocked", complete: false };
    expect((await get(body.id)).body).toEqual({ ...body, last_crawl: shown });
    world.clock.wait = (milliseconds) => milliseconds / 60;
    const minute = MINUTE - (at(0).getTime() % MINUTE);
    expect((await get(body.id)).body.next_crawl_at).toBe(at(minute).toISOString());
  });

  it("shows whether its cheapest offer is good, one by one and in the list", async () => {
    const { body } = await post({ name: "Camera", crawl: { keyword: "camera" } });
    await world.products.setPrices(body.id, {
      searches: 0,
      offers: { lowest: 820, median: 1_050 },
      sold30d: { count: 4, median: 990 },
      sold90d: { count: 36, median: 1_000 },
      lows: [
        { month: "2026-06", price: 800 },
        { month: "2026-11", price: 820 },
      ],
    });
    const verdict = {
      kind: "unknown",
      reason: "old_prices",
      price: 820,
      plausible_from: 334,
      percent: -18,
      sales: 36,
      days: 90,
      against: { offers_median: 1_050, sold_median_30d: 990, sold_median_90d: 1_000, lowest_ever: 800 },
      lowest_since: "2026-06",
    };
    expect((await get(body.id)).body).toEqual({ ...body, verdict });
    expect((await send({ route: "GET /v1/products" })).body.products).toEqual([{ ...body, verdict }]);
  });

  it("rejects invalid settings with the path of each, and creates nothing", async () => {
    const errors = ["name", "crawl.min_price"].map((path) => ({ path, message: expect.any(String) }));
    const answer = await post({ name: " ", crawl: { ...SETTING, min_price: 0 } });
    expect(answer).toEqual(problem(400, "validation_error", { errors }));
    expect((await send({ route: "GET /v1/products" })).body.products).toEqual([]);
  });

  it("repeats the first answer for its Idempotency-Key, whatever has happened to the product", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { name: "Camera", crawl: { keyword: "camera" } };
    const first = await post(body, headers);
    const replay = { ...first, headers: { ...first.headers, "idempotency-replayed": "true" } };
    await patch(first.body.id, { name: "Lens" });
    world.clock.forward(MINUTE);
    expect(await post({ ...body, unknown: 1 }, headers)).toEqual(replay);
    await remove(first.body.id);
    expect(await post(body, headers)).toEqual(replay);
    expect((await send({ route: "GET /v1/products" })).body.products).toEqual([]);
    expect(await post({ ...body, name: "Lens" }, headers)).toEqual(problem(409, "idempotency_key_reused"));
    expect(await post(body, { "idempotency-key": "no-uuid" })).toEqual(problem(400, "idempotency_key_invalid"));
  });
});

describe("GET /v1/products", () => {
  it("lists the products newest first, each once, even if others are added and deleted", async () => {
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.unshift((await made()).id);
    const list = (query: Record<string, string>) => send({ route: "GET /v1/products", query, groups: [] });
    const pages = await walk<WireProduct>(list, "products", 2);
    expect(pages.map((products) => products.length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect(pages[0]?.[0]).toEqual((await get(ids[0] ?? "")).body);

    const { next_cursor: cursor } = (await list({ limit: "2" })).body;
    await made();
    await remove(ids[1] ?? "");
    await remove(ids[3] ?? "");
    const rest = await list({ cursor });
    expect(rest.body.products.map(({ id }: WireProduct) => id)).toEqual([ids[2], ids[4]]);
    expect(rest.body.next_cursor).toBeNull();
  });

  it("rejects cursors of other lists, and invalid limits", async () => {
    const place = { id: newProductId(), created_at: at(0).toISOString() };
    for (const cursor of [
      "x",
      encodeCursor(place, ["jobs"]) ?? "",
      encodeCursor({ ...place, id: "x" }, ["products"]) ?? "",
      encodeCursor({ ...place, created_at: "today" }, ["products"]) ?? "",
    ])
      expect(await send({ route: "GET /v1/products", query: { cursor } })).toEqual(problem(400, "invalid_cursor"));
    for (const limit of ["0", "101", "1.5", "-1", ""])
      expect(await send({ route: "GET /v1/products", query: { limit } })).toEqual(problem(400, "validation_error"));
  });
});

describe("DELETE /v1/products/{id}", () => {
  /** A product with rows, watched rows, and a run. */
  async function full(): Promise<string> {
    const { id } = await made();
    for (let number = 0; number < 30; number += 1) await world.results.put(resultRow(id, number, { version: 0 }));
    await world.watch.set(id, [{ externalId: "m00000000001", price: 500, sellingStatus: 1, dueAt: 0 }]);
    await world.runs.put(crawlRun(id, 0));
    const [externalId, sellingUrl] = ["m00000000001", "https://jp.mercari.com/item/m00000000001"];
    const notedAt = at(0).toISOString();
    await world.offers.note(id, { externalId, name: "Camera", price: 500, sellingUrl, isLowest: false, notedAt });
    return id;
  }

  async function left(id: string): Promise<number> {
    const { results, watch, runs, offers } = world;
    const all = { limit: 100, position: undefined };
    const rows = await results.list({ productId: id, sellingStatus: undefined, sort: "price", ...all });
    const others = [await watch.listAll(id), (await runs.list(id, all)).items, await offers.listNoted(id)].flat();
    return rows.items.length + others.length;
  }

  const beingDeleted = async () =>
    (await allOf(world.products.listStored())).flatMap((one) => (one.product === null ? [one.id] : []));

  it("deletes a product with all of its rows, and no other product's", async () => {
    const other = await full();
    const id = await full();
    expect(await left(id)).toBe(33);
    expect(await remove(id)).toMatchObject({ status: 204, body: undefined });
    for (const request of naming(id)) expect(await send(request)).toEqual(problem(404, "not_found"));
    expect([await left(id), await beingDeleted()]).toEqual([0, []]);
    expect(await left(other)).toBe(33);
    expect(log.lines("mercari_removal_left")).toEqual([]);
    expect((await send({ route: "GET /v1/products" })).body.products).toMatchObject([{ id: other }]);
  });

  it("leaves the end of the removal to the schedule while a crawl may still store rows", async () => {
    const id = await full();
    await holdElsewhere(world, id, MINUTE);
    expect(await remove(id)).toMatchObject({ status: 204 });
    expect(await get(id)).toEqual(problem(404, "not_found"));
    expect([await left(id), await beingDeleted()]).toEqual([0, [id]]);
    const about = { product_id: id, correlation_id: expect.any(String) };
    expect(log.lines("mercari_removal_left")).toMatchObject([{ level: "INFO", ...about }]);
  });

  it("leaves failed removals to the schedule; the product is deleted for all clients", async () => {
    const id = await full();
    world.results.removeAll = () => Promise.reject(new Error("no capacity"));
    expect(await remove(id)).toMatchObject({ status: 204 });
    for (const request of naming(id)) expect(await send(request)).toEqual(problem(404, "not_found"));
    expect(log.lines("mercari_removal_left")).toMatchObject([
      { level: "WARN", product_id: id, error_message: "no capacity" },
    ]);
    expect(await beingDeleted()).toEqual([id]);
  });

  it("leaves removals to the schedule that take longer than 10 s", async () => {
    const id = await full();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      world.results.removeAll = () => {
        resolve();
        return new Promise(() => undefined);
      };
      let answered = false;
      const removed = remove(id).finally(() => {
        answered = true;
      });
      await begun;
      await vi.advanceTimersByTimeAsync(9_999);
      expect(answered).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(await removed).toMatchObject({ status: 204 });
    } finally {
      vi.useRealTimers();
    }
    expect(await get(id)).toEqual(problem(404, "not_found"));
    expect(log.lines("mercari_removal_left")).toMatchObject([{ level: "INFO", product_id: id }]);
    expect(await beingDeleted()).toEqual([id]);
  });
});
