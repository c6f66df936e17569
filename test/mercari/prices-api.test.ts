import { beforeEach, describe, expect, it } from "vitest";
import type { CrawlResult } from "../../lambdas/mercari/domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../../lambdas/mercari/domain/crawl-result.ts";
import type { CrawlRun } from "../../lambdas/mercari/domain/crawl-run.ts";
import type { WatchEntry } from "../../lambdas/mercari/domain/watch-list.ts";
import { encodeCursor } from "../../lambdas/shared/http/pagination.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { dynamo, dynamoOfFile } from "../emulators/dynamo-of-tests.ts";
import { problem } from "../emulators/feature-api.ts";
import { walk } from "../emulators/http-event.ts";
import { at, MINUTE } from "../emulators/test-clock.ts";
import type { ApiWorld } from "./api-world.ts";
import { apiWorld, mercariApi } from "./api-world.ts";
import { storeProduct } from "./crawl-world.ts";
import { newProductId, resultRow, storeRows } from "./result-rows.ts";
import { crawlRun } from "./sample-crawls.ts";

capturedLog();
dynamoOfFile();

let world: ApiWorld;
let id: string;

beforeEach(async () => {
  world = apiWorld(dynamo);
  ({ id } = await storeProduct(world));
});

const results = (query: Record<string, string> = {}, productId = id) =>
  mercariApi(world)({
    route: "GET /v1/crawl/results/{product_id}",
    params: { product_id: productId },
    query,
    groups: [],
  });
const trend = (query: Record<string, string> = {}) =>
  mercariApi(world)({ route: "GET /v1/products/{id}/price-trend", params: { id }, query, groups: [] });
const crawlRuns = (query: Record<string, string> = {}) =>
  mercariApi(world)({ route: "GET /v1/products/{id}/crawl-runs", params: { id }, query });

describe("GET /v1/crawl/results/{product_id}", () => {
  const externalIds = (rows: readonly { external_id: string }[]) => rows.map(({ external_id }) => external_id);

  /** A row with an id and these fields. */
  const row = (externalId: string, price: number, updated: number, changes: Partial<CrawlResult> = {}) =>
    resultRow(id, 0, { externalId, price, updatedAt: at(updated * MINUTE).toISOString(), ...changes });

  it("answers every field of a listing", async () => {
    const sold = { sellingStatus: SOLD, soldOutAt: at(MINUTE).toISOString() } as const;
    await storeRows(dynamo, [
      resultRow(id, 1, { sellerId: null, condition: null, ...sold }),
      resultRow(id, 3, { name: "レンズ <50mm>", price: 9_999_999 }),
    ]);
    const { status, body } = await results();
    expect([status, body]).toEqual([
      200,
      {
        results: [
          {
            id: `${id}.2JKZn7avt8F84m00000000003`,
            product_id: id,
            external_id: "2JKZn7avt8F84m00000000003",
            name: "レンズ <50mm>",
            price: 9_999_999,
            selling_url: "https://jp.mercari.com/shops/product/2JKZn7avt8F84m00000000003",
            image_url: expect.stringMatching(/^https:\/\//),
            selling_status: 1,
            seller_type: 2,
            seller_id: "100000003",
            condition: 4,
            sold_out_at: null,
            created_at: at(0).toISOString(),
            updated_at: at(3 * MINUTE).toISOString(),
          },
          expect.objectContaining({
            id: `${id}.m00000000001`,
            selling_url: "https://jp.mercari.com/item/m00000000001",
            selling_status: 2,
            seller_type: 1,
            seller_id: null,
            condition: null,
            sold_out_at: at(MINUTE).toISOString(),
          }),
        ],
        next_cursor: null,
      },
    ]);
  });

  it.each<[query: Record<string, string>, ids: string[]]>([
    [{}, ["m4", "m3", "m2", "m1"]],
    [{ sort: "updated_at" }, ["m4", "m3", "m2", "m1"]],
    [{ sort: "price" }, ["m2", "m4", "m1", "m3"]],
    [{ selling_status: "1" }, ["m3", "m2"]],
    [{ selling_status: "2", sort: "price" }, ["m4", "m1"]],
  ])("sorts and filters: %j", async (query, ids) => {
    await storeRows(dynamo, [
      row("m1", 900, 1, { sellingStatus: SOLD }),
      row("m2", 99, 2),
      row("m3", 1_000_000, 3),
      row("m4", 500, 4, { sellingStatus: SOLD }),
    ]);
    await storeRows(dynamo, [resultRow(newProductId(), 1)]);
    for (const limit of [1, 3]) {
      const pages = await walk<{ external_id: string }>((page) => results({ ...query, ...page }), "results", limit);
      expect(externalIds(pages.flat())).toEqual(ids);
      expect(pages).toHaveLength(Math.ceil(ids.length / limit));
    }
  });

  it("rejects cursors of other products, statuses, orders and lists", async () => {
    await storeRows(dynamo, [row("m1", 1, 1), row("m2", 2, 2), row("m3", 3, 3)]);
    const { next_cursor: cursor } = (await results({ limit: "1" })).body;
    expect((await results({ limit: "1", cursor, sort: "updated_at" })).status).toBe(200);
    const { next_cursor: ofOnSale } = (await results({ limit: "1", selling_status: "1" })).body;
    const other = await storeProduct(world);
    for (const answer of [
      await results({ cursor: ofOnSale, selling_status: "2" }),
      await results({ cursor }, other.id),
      await results({ cursor, selling_status: "1" }),
      await results({ cursor, sort: "price" }),
      await results({ cursor: `${cursor}x` }),
      await results({ cursor: encodeCursor({ order: "\u0000" }, ["results", id, "", "updated_at"]) ?? "" }),
      await crawlRuns({ cursor }),
    ])
      expect(answer).toEqual(problem(400, "invalid_cursor"));
  });

  it("rejects other statuses, orders and limits", async () => {
    for (const query of [{ selling_status: "3" }, { selling_status: "" }, { sort: "name" }, { limit: "101" }]) {
      const path = `query.${Object.keys(query)[0]}`;
      const errors = [{ path, message: expect.any(String) }];
      expect(await results(query)).toEqual(problem(400, "validation_error", { errors }));
    }
  });
});

describe("GET /v1/products/{id}/price-trend", () => {
  /** Times of sale and prices: four on a Wednesday in Japan, one on the Thursday, two on the Monday after. */
  const SALES: readonly [soldOutAt: string, price: number][] = [
    ["2026-11-17T15:00:00.000Z", 5_000],
    ["2026-11-18T02:00:00.000Z", 1_000],
    ["2026-11-18T03:00:00.000Z", 4_000],
    ["2026-11-18T14:59:59.999Z", 2_000],
    ["2026-11-18T15:00:00.000Z", 333],
    ["2026-11-22T15:00:00.000Z", 101],
    ["2026-11-23T10:00:00.000Z", 100],
  ];
  // With four prices the quartiles are at positions 0.75, 1.5 and 2.25; with two at 0.25, 0.5 and 0.75. Half a yen is
  // rounded up.
  const point = (start: string, count: number, [min, p25, median, p75, max]: readonly number[]) => {
    return { start, count, min, p25, median, p75, max };
  };
  const WEDNESDAY = point("2026-11-17T15:00:00.000Z", 4, [1_000, 1_750, 3_000, 4_250, 5_000]);
  const THURSDAY = point("2026-11-18T15:00:00.000Z", 1, [333, 333, 333, 333, 333]);
  const MONDAY = point("2026-11-22T15:00:00.000Z", 2, [100, 100, 101, 101, 101]);
  const FIRST_WEEK = point("2026-11-15T15:00:00.000Z", 5, [333, 1_000, 2_000, 4_000, 5_000]);
  const NOTHING_ON_SALE = { count: 0, lowest: null, lowest_url: null, lowest_image_url: null, median: null };

  async function sell(): Promise<void> {
    const rows = SALES.map(([soldOutAt, price], number) =>
      resultRow(id, number, { price, sellingStatus: SOLD, soldOutAt }),
    );
    const without = resultRow(id, 8, { price: 1, sellingStatus: SOLD, soldOutAt: null });
    await storeRows(dynamo, [...rows, without, resultRow(id, 9, { price: 1 })]);
  }

  it.each<[query: Record<string, string>, points: object[]]>([
    [{}, [WEDNESDAY, THURSDAY, MONDAY]],
    [{ interval: "day" }, [WEDNESDAY, THURSDAY, MONDAY]],
    [{ interval: "week" }, [FIRST_WEEK, MONDAY]],
    [{ from: "2026-11-18", to: "2026-11-18" }, [WEDNESDAY]],
    [{ from: "2026-11-19" }, [THURSDAY, MONDAY]],
    [{ to: "2026-11-17" }, []],
    [{ to: "2026-11-19" }, [WEDNESDAY, THURSDAY]],
    [
      { from: "2026-11-18T15:00:00Z", to: "2026-11-22T15:00:00Z" },
      [THURSDAY, { ...MONDAY, count: 1, min: 101, p25: 101 }],
    ],
    [{ from: "2026-11-23T00:00:00.001+09:00" }, [{ ...MONDAY, count: 1, median: 100, p75: 100, max: 100 }]],
    [{ from: "2026-11-23", to: "2026-11-22T10:00:00-05:00" }, [{ ...MONDAY, count: 1, min: 101, p25: 101 }]],
    [{ from: "0000-01-02", to: "9999-12-31" }, [WEDNESDAY, THURSDAY, MONDAY]],
    [{ from: "2026-11-19", interval: "week" }, [{ ...THURSDAY, start: FIRST_WEEK.start }, MONDAY]],
  ])("has the prices of %j", async (query, points) => {
    await sell();
    expect(await trend(query)).toMatchObject({
      status: 200,
      body: { interval: query.interval ?? "day", points, on_sale: NOTHING_ON_SALE, undated: 0 },
    });
  });

  const watched = (externalId: string, price: number, sellingStatus: WatchEntry["sellingStatus"] = ON_SALE) => ({
    externalId,
    price,
    sellingStatus,
    dueAt: 0,
  });

  const onSale = (count: number, lowest: number, path: string, median: number, image: string | null = null) => {
    const lowest_url = `https://jp.mercari.com/${path}`;
    return { count, lowest, lowest_url, lowest_image_url: image, median };
  };

  it.each<[what: string, rows: WatchEntry[], onSale: object]>([
    [
      "a shop's offer",
      [watched("m1", 901), watched("2JKZn7avt8F84m", 700), watched("m3", 1_300), watched("m4", 100, SOLD)],
      onSale(3, 700, "shops/product/2JKZn7avt8F84m", 901),
    ],
    [
      "an individual's offer",
      [watched("m12345678901", 9_999_998), watched("m2", 9_999_999)],
      onSale(
        ...([2, 9_999_998, "item/m12345678901", 9_999_999] as const),
        "https://static.mercdn.net/thumb/item/webp/m12345678901_1.jpg",
      ),
    ],
    ...["m1JKZn7avt8F84mAbCdEfg", "2JKZn7avt8F84mAbCdEm12"].map(
      (id) =>
        [`a shop's offer ${id}`, [watched(id, 700)], onSale(1, 700, `shops/product/${id}`, 700)] satisfies [
          string,
          WatchEntry[],
          object,
        ],
    ),
    ["nothing when all is sold", [watched("m4", 100, SOLD)], NOTHING_ON_SALE],
  ])("has the offers on sale, and the cheapest: %s", async (_, rows, on_sale) => {
    await world.watch.set(id, rows);
    expect((await trend()).body).toEqual({
      interval: "day",
      points: [],
      on_sale,
      undated: rows.filter((row) => row.sellingStatus === SOLD).length,
    });
  });

  it.each<[path: string, query: Record<string, string>]>([
    ["query.from", { from: "yesterday" }],
    ["query.from", { from: "2026-11" }],
    ["query.from", { from: "2026-02-30" }],
    ["query.from", { from: "2026-11-18T00:00:00" }],
    ["query.to", { to: "" }],
    ["query.to", { to: "2026-11-18T25:00:00Z" }],
    // In UTC the year is one less or one more, and has no four digits.
    ["query.to", { to: "9999-12-31T23:59:59-05:00" }],
    ["query.to", { from: "2026-11-18", to: "9999-12-31T23:59:59-05:00" }],
    ["query.from", { from: "0000-01-01" }],
    ["query.to", { from: "2026-11-18", to: "0000-01-01T08:59:59+09:00" }],
    ["query.interval", { interval: "month" }],
    ["query.from", { from: "2026-11-19", to: "2026-11-18" }],
    ["query.from", { from: "2026-11-19T00:00:00+09:00", to: "2026-11-18T14:59:59Z" }],
  ])("rejects %s in %j", async (path, query) => {
    const errors = [{ path, message: expect.any(String) }];
    expect(await trend(query)).toEqual(problem(400, "validation_error", { errors }));
  });
});

describe("GET /v1/products/{id}/crawl-runs", () => {
  const run = (number: number, changes: Partial<CrawlRun> = {}) => crawlRun(id, number, changes);

  it("answers every page of a crawl with its outcome", async () => {
    const page = { auctions: 2, unparsedCells: 1, placeholderCells: 3, complete: false };
    await world.runs.put(
      run(1, {
        outcome: "error",
        errorKind: "truncated",
        upserted: 4,
        unchanged: 5,
        deleted: 6,
        queuedDetails: 7,
        pages: [
          { ...page, outcome: "items", errorKind: null, items: 9, layout: "mixed" },
          { ...page, outcome: "error", errorKind: "truncated", items: 0, layout: null },
        ],
      }),
    );
    const wire = { auctions: 2, unparsed_cells: 1, placeholder_cells: 3, complete: false };
    expect((await crawlRuns()).body).toEqual({
      crawl_runs: [
        {
          id: "run-1",
          started_at: at(MINUTE).toISOString(),
          finished_at: at(2 * MINUTE).toISOString(),
          outcome: "error",
          error_kind: "truncated",
          complete: false,
          pages: [
            { ...wire, page: 1, outcome: "items", error_kind: null, items: 9, layout: "mixed" },
            { ...wire, page: 2, outcome: "error", error_kind: "truncated", items: 0, layout: null },
          ],
          upserted: 4,
          unchanged: 5,
          deleted: 6,
          queued_details: 7,
        },
      ],
      next_cursor: null,
    });
  });

  it("counts the pages of a resumed crawl from where it resumed", async () => {
    const counts = { items: 9, auctions: 0, unparsedCells: 0, placeholderCells: 0 };
    const whole = { ...counts, outcome: "items", errorKind: null, complete: true, layout: "A" } as const;
    await world.runs.put(run(1, { pages: [whole, whole], pagesBefore: 40 }));
    expect((await crawlRuns()).body.crawl_runs[0].pages).toMatchObject([{ page: 41 }, { page: 42 }]);
  });

  it("lists the newest first, each once, even if another is added meanwhile", async () => {
    for (const number of [1, 2, 3, 4, 5]) await world.runs.put(run(number));
    const pages = await walk<{ id: string }>(crawlRuns, "crawl_runs", 2);
    expect(pages.map((runs) => runs.map((each) => each.id))).toEqual([
      ["run-5", "run-4"],
      ["run-3", "run-2"],
      ["run-1"],
    ]);
    const { next_cursor: cursor } = (await crawlRuns({ limit: "2" })).body;
    await world.runs.put(run(6));
    expect((await crawlRuns({ limit: "2", cursor })).body.crawl_runs).toMatchObject([{ id: "run-3" }, { id: "run-2" }]);
  });

  it("rejects a cursor of another product", async () => {
    for (const number of [1, 2]) await world.runs.put(run(number));
    const { next_cursor: cursor } = (await crawlRuns({ limit: "1" })).body;
    ({ id } = await storeProduct(world));
    expect(await crawlRuns({ cursor })).toEqual(problem(400, "invalid_cursor"));
  });
});
