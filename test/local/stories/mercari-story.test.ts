import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CrawlResult } from "../../../client/answers.ts";
import { pathOfItem } from "../../../lib/local/sites/mercari-pages.ts";
import type { MercariSite, TrueItem } from "../../../lib/local/sites/mercari-site.ts";
import { startMercariSite } from "../../../lib/local/sites/mercari-site.ts";
import type { SiteRequest } from "../../../lib/local/sites/simulated-site.ts";
import { CARDS, startScriptedMercari } from "../../mercari/fetch/scripted-mercari.ts";
import { folderOfFile, folderOfTest } from "../temporary-folders.ts";
import { until } from "../until.ts";
import { MercariSystem } from "./mercari-system.ts";

/** Waits are scaled to a thousandth, so that two checks an hour apart take seconds. */
const SCALE = 0.001;
/** The number of listings of the site: two pages. */
const LISTINGS = 130;
const ON_SALE = 1;
const SOLD = 2;

let site: MercariSite;
beforeAll(async () => {
  site = await startMercariSite({ items: LISTINGS });
});
afterAll(() => site.close());

/** The listing at a position of the list. */
function itemAt(place: number): TrueItem {
  const item = site.items()[place];
  if (item === undefined) throw new Error(`The site has no listing ${place}.`);
  return item;
}

/** The expected fields of a row. */
const told = ({ external_id, name, price, selling_status }: CrawlResult) => ({
  external_id,
  name,
  price,
  selling_status,
});

/** The expected rows, cheapest first; with the same price, in the order of their ids. */
function truth() {
  const rows = site.items().map(({ id, name, price, state }) => ({
    external_id: id,
    name,
    price,
    selling_status: state === "on_sale" ? ON_SALE : SOLD,
  }));
  return rows.sort((one, other) => one.price - other.price || (one.external_id < other.external_id ? -1 : 1));
}

const isDetailRequest =
  (item: TrueItem) =>
  ({ path }: SiteRequest): boolean =>
    path === pathOfItem(item);

/**
 * Waits until a system has logged a line about a product or a listing, which costs nothing; the API is requested afterwards.
 */
async function logged({ log }: MercariSystem, message: string, id: string, times = 1): Promise<void> {
  await until(
    `${message} of ${id}`,
    () => log.filter((line) => line.includes(`"${message}"`) && line.includes(id)).length,
    (count) => count >= times,
  );
}

/** An hour and a quarter: rows are written a moment later, and in whole seconds. */
const HOUR_MS = 4_500_000 * SCALE;

describe("a product", () => {
  const folder = folderOfFile();
  let system: MercariSystem;
  beforeAll(async () => {
    system = await MercariSystem.start({ dataFolder: folder, egressMap: site.egressMap, timeScale: SCALE });
  });
  afterEach(() => {
    site.mood("fine");
    // Every role has exactly the permissions that it needs.
    expect(system.log.filter((line) => /AccessDenied/.test(line))).toEqual([]);
  });
  afterAll(() => system.close());

  it("is crawled at once, then every hour: a sold listing gets its date, a deleted one is removed after two checks", async () => {
    const early = itemAt(3);
    site.change(early.id, { state: "sold_out" });
    const id = await system.product("hourly");
    const all = site.items().length;
    expect(await system.execute(id)).toEqual({
      product_id: id,
      outcome: "items",
      pages: 2,
      complete: true,
      upserted: all,
      unchanged: 0,
      deleted: 0,
      queued_details: site.items().filter(({ state }) => state !== "on_sale").length,
    });
    expect((await system.results(id)).map(told)).toEqual(truth());
    expect(await system.runs(id)).toMatchObject([
      {
        outcome: "items",
        complete: true,
        pages: [
          { page: 1, outcome: "items", items: 120, layout: "A", complete: true },
          { page: 2, outcome: "items", items: all - 120, layout: "A", complete: true },
        ],
      },
    ]);

    const [dealt, cheaper, gone] = [itemAt(127), itemAt(40), itemAt(60)];
    site.change(dealt.id, { state: "trading" });
    site.change(cheaper.id, { price: 500 });
    site.list({ price: 777_777 });
    site.remove(gone.id);
    const changedAt = Date.now();
    await system.hourly(id);
    await logged(system, "mercari_crawled", id, 2);
    await logged(system, "mercari_page", early.id);
    const rows = await until(
      "the table has the true state, and when the two were sold",
      () => system.results(id),
      (seen) =>
        isDeepStrictEqual(seen.filter(({ external_id }) => external_id !== gone.id).map(told), truth()) &&
        seen.every(({ selling_status, sold_out_at }) => (selling_status === SOLD) === (sold_out_at !== null)),
    );
    const rowOf = ({ id }: TrueItem) => rows.find(({ external_id }) => external_id === id);
    // Its absence from every page proves nothing.
    expect(rowOf(gone)).toMatchObject({ selling_status: ON_SALE });
    // Two scaled hours after the last crawl its page dates the sale, in whole seconds before, one at the least.
    expect(Date.parse(rowOf(dealt)?.sold_out_at ?? "")).toBeGreaterThanOrEqual(changedAt - 1_000);
    const lastChanged = await system.results(id, "updated_at");
    const times = lastChanged.map(({ updated_at }) => updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(lastChanged.map(({ external_id }) => external_id)).size).toBe(rows.length);

    // The crawl has requested the page of the vanished listing. One statement of the deletion only hides the offer.
    await logged(system, "mercari_page", gone.id);
    const trend = await until(
      "the offer is hidden",
      () => system.trend(id),
      ({ on_sale }) => on_sale.count === rows.filter(({ selling_status }) => selling_status === ON_SALE).length - 1,
    );
    const offers = truth().filter(({ selling_status }) => selling_status === ON_SALE);
    expect(trend.on_sale).toMatchObject({
      count: offers.length,
      lowest: 500,
      lowest_url: `https://jp.mercari.com${pathOfItem(cheaper)}`,
    });
    const paid = truth().flatMap(({ selling_status, price }) => (selling_status === SOLD ? [price] : []));
    // Two points when it is midnight in Japan.
    expect(trend.points.reduce((sum, { count }) => sum + count, 0)).toBe(paid.length);
    expect(Math.min(...trend.points.map(({ min }) => min))).toBe(Math.min(...paid));
    expect(Math.max(...trend.points.map(({ max }) => max))).toBe(Math.max(...paid));

    const hourEnd = Date.now() + HOUR_MS;
    await until("an hour is over", Date.now, (now) => now >= hourEnd);
    expect(await system.results(id)).toHaveLength(rows.length);
    await system.hourly(id);
    await logged(system, "mercari_result_deleted", id);
    expect(site.requests(isDetailRequest(gone)).length).toBeGreaterThanOrEqual(2);
    expect((await system.results(id)).map(told)).toEqual(truth());
    expect((await system.trend(id)).on_sale.count).toBe(offers.length);
  });

  it("is crawled, and a listing checked, by messages sent by hand; keeps its rows when a search is not rendered; and is deleted with them", async () => {
    // A search that finds only these.
    const price = 1_000_000;
    for (let count = 0; count < 3; count += 1) site.list({ price: price + count });
    const id = await system.product("by hand", price);
    await system.queue.send(`{"type":"listCrawl","productId":"${id}"}`);
    await logged(system, "mercari_crawled", id);
    const [row] = await system.results(id);
    const item = site.items().find((each) => each.id === row?.external_id);
    if (item === undefined) throw new Error("The row is of no listing of the site.");
    expect(row).toMatchObject({ selling_status: ON_SALE, seller_id: null, sold_out_at: null });
    const changedAt = Date.now();
    site.change(item.id, { state: "sold_out" });
    await system.queue.send(`{"type":"syncDetail","mercariCrawlResultId":"${row?.id}"}`);
    await logged(system, "mercari_page", item.id);
    const [looked] = await until(
      "its page was read",
      () => system.results(id),
      ([first]) => first?.seller_id !== null,
    );
    expect(looked).toMatchObject({ selling_status: SOLD, seller_id: item.sellerId });
    // The page says how many whole seconds ago it was sold, one at the least.
    const soldAt = Date.parse(looked?.sold_out_at ?? "");
    expect(soldAt).toBeGreaterThanOrEqual(changedAt - 1_000);
    expect(soldAt).toBeLessThanOrEqual(Date.parse(looked?.updated_at ?? ""));

    const rows = await system.results(id);
    site.mood("not_rendered");
    expect(await system.execute(id)).toMatchObject({ outcome: "error", error_kind: "not_rendered", upserted: 0 });
    expect(await system.results(id)).toEqual(rows);
    // For the repair of the readers.
    expect(await system.keptPages()).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\/not_rendered\//)]);

    const path = `/v1/products/${id}`;
    expect((await system.admin.call("DELETE", path)).status).toBe(204);
    for (const gone of [path, `/v1/crawl/results/${id}`])
      expect((await system.admin.call("GET", gone)).status).toBe(404);
  });
});

it("a search that scripts fill is read completely when it is rendered", async () => {
  const scripted = await startScriptedMercari(({ path }) =>
    path === "/robots.txt" ? { status: 404, headers: {}, body: "" } : undefined,
  );
  const egressMap = { "jp.mercari.com": scripted.origin };
  const options = { dataFolder: folderOfTest(), egressMap, pageSource: "rendered" } as const;
  const system = await MercariSystem.start(options);
  try {
    // On a busy machine the time of a page may be over, with a part of it stored: another product has nothing stored yet.
    const { id, run } = await until(
      "the page is read",
      async () => {
        const product = await system.product("scripted");
        await system.execute(product);
        return { id: product, run: (await system.runs(product)).find(({ outcome }) => outcome === "items") };
      },
      (tried) => tried.run !== undefined,
    );
    expect(run).toMatchObject({ complete: true, upserted: CARDS, pages: [{ items: CARDS }] });
    expect((await system.results(id)).map(({ name, price }) => [name, price])).toEqual(
      Array.from({ length: CARDS }, (_, index) => [`レンズ ${index}`, 1_000 + index]),
    );
  } finally {
    await system.close();
    await scripted.close();
  }
  expect(system.log.filter((line) => /AccessDenied/.test(line))).toEqual([]);
});
