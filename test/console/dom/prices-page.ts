import { act } from "preact/test-utils";
import type { CrawlResult, CrawlRun, PriceTrend, Product } from "../../../client/index.ts";
import { PriceScreen } from "../../../console/prices/price-screen.tsx";
import { PricesScreen } from "../../../console/prices/prices-screen.tsx";
import { settled } from "./acts.ts";
import { AnsweringApi } from "./answering-api.ts";
import { openPage } from "./page.ts";

type Search = NonNullable<Product["crawl"]>;
/** What is searched for: by its keyword alone. */
export function searched(fields: Partial<Search> = {}): Search {
  return {
    keyword: "カメラ",
    exclude_keyword: null,
    category_id: null,
    item_condition_ids: null,
    min_price: null,
    max_price: null,
    enabled: true,
    ...fields,
  };
}

/** A product, crawled an hour ago. */
export function product(fields: Partial<Product> = {}): Product {
  return {
    id: "p1",
    name: "Camera",
    crawl: searched(),
    search_url: "https://jp.mercari.com/search?keyword=%E3%82%AB%E3%83%A1%E3%83%A9",
    alert: null,
    last_crawl: {
      finished_at: new Date(Date.now() - 3_600_000).toISOString(),
      outcome: "items",
      error_kind: null,
      complete: true,
    },
    verdict: null,
    next_crawl_at: new Date(Date.now() + 1_830_000).toISOString(),
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ...fields,
  };
}

/** A cheapest offer that is good. */
export function verdict(fields: Partial<NonNullable<Product["verdict"]>> = {}): NonNullable<Product["verdict"]> {
  return {
    kind: "good",
    reason: null,
    price: 83_900,
    plausible_from: 300,
    percent: -18,
    sales: 36,
    days: 90,
    against: { offers_median: 102_150, sold_median_30d: null, sold_median_90d: 102_000, lowest_ever: 83_900 },
    lowest_since: null,
    ...fields,
  };
}

/** What was sold on a day in Japan. */
export function point(day: string, price: number, number = 1): PriceTrend["points"][number] {
  const start = new Date(`${day}T00:00:00+09:00`).toISOString();
  return { start, count: number, min: price - 2, p25: price - 1, median: price, p75: price + 1, max: price + 2 };
}

export const NOTHING_ON_SALE: PriceTrend["on_sale"] = {
  count: 0,
  lowest: null,
  lowest_url: null,
  lowest_image_url: null,
  median: null,
};

/** A trend without sales, with three offers. */
export function trend(fields: Partial<PriceTrend> = {}): PriceTrend {
  return {
    interval: "week",
    points: [],
    undated: 0,
    on_sale: {
      count: 3,
      lowest: 2_500,
      lowest_url: "https://jp.mercari.com/item/m1",
      lowest_image_url: "https://static.mercdn.net/thumb/item/webp/m1_1.jpg",
      median: 3_000,
    },
    ...fields,
  } as PriceTrend;
}

/** A listing on sale. */
export function listing(fields: Partial<CrawlResult> & { readonly id: string }): CrawlResult {
  return {
    product_id: "p1",
    name: `Listing ${fields.id}`,
    price: 2_500,
    image_url: "https://static.example/m1.jpg",
    selling_url: "https://jp.mercari.com/item/m1",
    selling_status: 1,
    seller_type: 1,
    condition: null,
    sold_out_at: null,
    created_at: new Date(Date.now() - 7_260_000).toISOString(),
    updated_at: new Date(Date.now() - 7_200_000).toISOString(),
    ...fields,
  } as CrawlResult;
}

/** A crawl that has read all of one page. */
export function crawlRun(fields: Partial<CrawlRun> & { readonly id: string }): CrawlRun {
  return {
    finished_at: "2026-03-01T11:30:00.000Z",
    outcome: "items",
    error_kind: null,
    complete: true,
    pages: [{}],
    upserted: 1_200,
    unchanged: 3,
    deleted: 4,
    queued_details: 5,
    ...fields,
  } as CrawlRun;
}

/** The API with these products, the trends of all of them alike, and without listings and crawls. */
export function pricesApi(...products: readonly Product[]): AnsweringApi {
  const api = new AnsweringApi()
    .answer("GET /v1/products", { products, next_cursor: null })
    .answer("GET /v1/notices", { notices: [], next_cursor: null });
  for (const each of products) {
    api
      .answer(`GET /v1/products/${each.id}`, () => each)
      .answer(`GET /v1/products/${each.id}/price-trend`, () => trend())
      .answer(`GET /v1/crawl/results/${each.id}`, () => ({ results: [], next_cursor: null }))
      .answer(`GET /v1/products/${each.id}/crawl-runs`, () => ({ crawl_runs: [], next_cursor: null }));
  }
  return api;
}

/** Opens the list of products. */
export async function openPrices(api: AnsweringApi, isAdmin = true): Promise<void> {
  await (await openPage([], api, isAdmin)).open(PricesScreen, "prices");
}

/** Opens the screen of a product. */
export async function openPrice(api: AnsweringApi, isAdmin = true, path = "prices/p1"): Promise<void> {
  await (await openPage([], api, isAdmin)).open(PriceScreen, path, "prices/:id");
}

/** Chooses one of several values that are all seen. */
export async function pick(label: string): Promise<void> {
  const found = Array.from(document.querySelectorAll(".choices label")).find(
    (each) => each.textContent.trim() === label,
  );
  await act(async () => {
    const box = found?.querySelector("input") as HTMLInputElement;
    box.checked = true;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  });
  await act(settled);
}
/** The values that are chosen in this way. */
export const picked = () =>
  Array.from(document.querySelectorAll<HTMLInputElement>(".choices input"))
    .filter(({ checked }) => checked)
    .map((box) => box.closest("label")?.textContent.trim());
/** A section of the screen by its heading. */
export const sectionOf = (heading: string) =>
  Array.from(document.querySelectorAll("section")).find((each) => each.querySelector("h2")?.textContent === heading);
