import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INDIVIDUAL, SHOP, sellingUrl } from "../../lambdas/mercari/domain/listing-link.ts";
import type { CrawlSetting } from "../../lambdas/mercari/domain/product.ts";
import { searchUrl } from "../../lambdas/mercari/domain/search-url.ts";
import { readDetailPage } from "../../lambdas/mercari/readers/detail-page.ts";
import { readSearchPage } from "../../lambdas/mercari/readers/search-page.ts";
import type { SourcedPage } from "../../lambdas/mercari/readers/sourced-page.ts";
import type { MercariSite, TrueItem } from "../../lib/local/sites/mercari-site.ts";
import { inWords, startMercariSite } from "../../lib/local/sites/mercari-site.ts";

const start = Date.parse("2026-11-20T03:00:00Z");
const everything: CrawlSetting = {
  keyword: "カメラ",
  excludeKeyword: null,
  itemConditionIds: null,
  categoryId: null,
  minPrice: null,
  maxPrice: null,
  enabled: true,
};

let now = start;
let site: MercariSite;

beforeAll(async () => {
  site = await startMercariSite({ items: 250, clock: () => new Date(now) });
});
beforeEach(() => {
  now = start;
  site.mood("fine");
  site.layout("A");
});
afterAll(() => site.close());

async function get(url: string): Promise<SourcedPage> {
  const { pathname, search } = new URL(url);
  const response = await fetch(site.origin + pathname + search);
  const retryAfter = response.headers.get("retry-after");
  return {
    url,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    html: await response.text(),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  };
}

const search = async (pageToken: string | null = null, setting: CrawlSetting = everything) =>
  readSearchPage(await get(searchUrl(setting, pageToken)));

async function detail({ id, isShop }: Pick<TrueItem, "id" | "isShop">) {
  const link = { externalId: id, sellerType: isShop ? SHOP : INDIVIDUAL } as const;
  return readDetailPage(await get(sellingUrl(link)), link, new Date(now));
}

const seen = ({ id, name, price, state, isShop }: TrueItem) => ({
  externalId: id,
  name,
  price,
  sellingStatus: state === "on_sale" ? 1 : 2,
  sellerType: isShop ? 2 : 1,
});

const newest = (): TrueItem => site.items()[0] as TrueItem;

describe("a simulated search", () => {
  it.each(["A", "B", "mixed"] as const)("shows all listings over its pages, in layout %s", async (layout) => {
    site.layout(layout);
    site.change(site.items()[7]?.id ?? "", { state: "sold_out" });
    const items = [];
    for (let token: string | null = null, pages = 0; pages < 3; pages += 1) {
      const page = await search(token);
      if (page.kind !== "items") throw new Error(page.kind);
      expect(page).toMatchObject({ complete: true, layout, isLastPage: pages === 2 });
      items.push(...page.items);
      token = page.nextPageToken;
    }
    expect(items).toMatchObject(site.items().map(seen));
  });

  it("filters by category and limits", async () => {
    const id = site.list({ categoryId: 77, price: 500 });
    site.list({ categoryId: 77, price: 501 });
    const setting = { ...everything, categoryId: 77, minPrice: 400, maxPrice: 500 };
    expect(await search(null, setting)).toMatchObject({ items: [{ externalId: id, price: 500 }], isLastPage: true });
  });

  it("marks auctions", async () => {
    const id = site.list({ isAuction: true });
    expect(await search()).toMatchObject({ auctionIds: [id], complete: true });
    site.remove(id);
  });

  it("sorts moved listings first", async () => {
    const { id } = site.items()[200] as TrueItem;
    site.raise(id);
    expect(newest().id).toBe(id);
    expect(await search()).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ externalId: id })]),
    });
  });
});

describe("a simulated listing", () => {
  it.each([false, true])("shows its state, a shop's: %s", async (isShop) => {
    const id = site.list({ isShop, name: "A & <b>" });
    expect(await detail({ id, isShop })).toMatchObject({ item: { ...seen(newest()), sellerId: newest().sellerId } });
    for (const state of ["trading", "sold_out"] as const) {
      now = start;
      site.change(id, { state });
      now = start + 5 * 3_600_000;
      expect(await detail({ id, isShop })).toMatchObject({
        item: { sellingStatus: 2, soldOutAt: new Date(start).toISOString(), soldOutAtToleranceSeconds: 3_600 },
      });
    }
    site.change(id, { state: "on_sale", price: 9_999_999 });
    expect(await detail({ id, isShop })).toMatchObject({
      item: { sellingStatus: 1, price: 9_999_999, soldOutAt: null },
    });
    site.remove(id);
    expect(await detail({ id, isShop })).toEqual({ kind: "deleted" });
  });

  it("that never existed is not found", async () => {
    const never = { id: "m1", isShop: false };
    expect((await get("https://jp.mercari.com/item/m1")).status).toBe(404);
    expect(await detail(never)).toEqual({ kind: "deleted" });
  });

  it.each([
    [0, "1秒前"],
    [59_999, "59秒前"],
    [3_600_000, "1時間前"],
    [90 * 86_400_000, "3か月前"],
    [800 * 86_400_000, "2年前"],
  ])("changed %i ms ago shows %s", (milliseconds, words) => {
    expect(inWords(milliseconds)).toBe(words);
  });
});

describe("a simulated hour of trouble", () => {
  it.each([
    ["blocked", "blocked"],
    ["throttled", "rate_limited"],
    ["changed", "unrecognized"],
    ["not_rendered", "not_rendered"],
  ] as const)("%s is the error %s everywhere", async (mood, errorKind) => {
    site.mood(mood);
    expect(await search()).toMatchObject({ kind: "error", errorKind });
    expect(await detail(newest())).toMatchObject({ kind: "error", errorKind });
  });

  it("half rendered is not complete", async () => {
    site.mood("half_rendered");
    expect(await search()).toMatchObject({ kind: "items", placeholderCells: 60, complete: false });
    expect(await detail(newest())).toMatchObject({ kind: "error", errorKind: "not_rendered" });
  });

  it("without results is a valid answer", async () => {
    site.mood("nothing");
    expect(await search()).toEqual({ kind: "no_results" });
    expect(await detail(newest())).toMatchObject({ kind: "detail" });
  });

  it("does not affect robots.txt", async () => {
    site.mood("blocked");
    site.robots("User-agent: *\nDisallow: /search\n");
    expect(await get("https://jp.mercari.com/robots.txt")).toMatchObject({
      status: 200,
      html: "User-agent: *\nDisallow: /search\n",
    });
  });
});
