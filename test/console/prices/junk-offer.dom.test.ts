// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { CrawlResult, Product } from "../../../client/index.ts";
import { becomes, press } from "../dom/acts.ts";
import type { AnsweringApi } from "../dom/answering-api.ts";
import { listing, openPrice, pricesApi, product, searched, trend, verdict } from "../dom/prices-page.ts";
import { button, focused, hasButton, texts, told } from "../dom/shown.ts";

const CHANGE = "PATCH /v1/products/p1";
const LISTINGS = "GET /v1/crawl/results/p1";
const LEAVE_OUT = "Exclude ストラップ 空箱";

const crawled = (crawl: Parameters<typeof searched>[0] = {}) =>
  product({
    crawl: searched(crawl),
    verdict: verdict({ kind: "unknown", reason: "far_below", price: 800, plausible_from: 28_000 }),
  });
const box = listing({ id: "1", name: "GR III 空箱", price: 800 });
const straps = [2, 3].map((id) => listing({ id: String(id), name: "ストラップ", price: 1_500 }));
const body = listing({ id: "4", name: "GR III", price: 82_000 });

/** The API with a product of which so many offers are on sale, the cheapest ones as given. */
function apiOf(shown: Product, cheapest: readonly CrawlResult[], count: number): AnsweringApi {
  return pricesApi(shown)
    .answer("GET /v1/products/p1/price-trend", trend({ on_sale: { ...trend().on_sale, count, lowest: 800 } }))
    .answer(LISTINGS, { results: cheapest, next_cursor: null })
    .answer(CHANGE, () => shown);
}

describe("a product of whose offers more than a tenth are something else", () => {
  it("is offered to leave them out with one press, which can be undone", async () => {
    const shown = crawled({ exclude_keyword: "レンズ" });
    const api = apiOf(shown, [box, ...straps, body], 29);
    await openPrice(api);
    expect(texts(".junk-offer p").at(0)).toBe(
      "Offers below ¥28,000, a third of the usual price: 3 of 29. They are probably accessories, parts or empty boxes. They cause no alerts, but they stay in the list.",
    );
    await press(LEAVE_OUT);
    expect(told()).toContain("The search for Camera was changed.");
    await press("Undo");
    expect(api.bodies(CHANGE)).toEqual([
      { crawl: { exclude_keyword: "レンズ ストラップ 空箱" } },
      { crawl: { exclude_keyword: shown.crawl?.exclude_keyword } },
    ]);
  });

  it("is offered a lowest price where no name tells what they are", async () => {
    const api = apiOf(crawled(), [listing({ id: "1", name: "GR III", price: 800 }), body], 9);
    const changed = crawled({ min_price: 28_000 });
    api.answer(CHANGE, () => {
      api.answer("GET /v1/products/p1", changed);
      return changed;
    });
    await openPrice(api);
    button("Only ¥28,000 or more").focus();
    await press("Only ¥28,000 or more");
    expect(api.bodies(CHANGE)).toEqual([{ crawl: { min_price: 28_000 } }]);
    await becomes(() => texts(".junk-offer").length === 0);
    expect(focused()).toBe("Price trend");
  });

  it("is read to the first plausible offer, over several pages", async () => {
    const api = apiOf(crawled(), [], 40);
    const pages = [
      { results: [box, ...straps], next_cursor: "next" },
      { results: [listing({ id: "5", name: "空箱", price: 900 }), box, body], next_cursor: "last" },
    ];
    let requests = 0;
    api.answer(LISTINGS, (_request: unknown, query: URLSearchParams) => {
      if (query.get("limit") !== "100") return { results: [], next_cursor: null };
      requests += 1;
      return pages[query.has("cursor") ? 1 : 0];
    });
    await openPrice(api);
    expect(texts(".junk-offer p").at(0)).toContain("5 of 40");
    expect(requests).toBe(2);
  });
});

it.each<[what: string, shown: Product, cheapest: readonly CrawlResult[], count: number, isAdmin: boolean]>([
  ["the person is no administrator", crawled(), [box, body], 2, false],
  ["the search has that lowest price", crawled({ min_price: 28_000 }), [listing({ id: "1", price: 800 })], 2, true],
  ["nothing is searched for", { ...crawled(), crawl: null }, [box, body], 2, true],
  ["the cheapest offer is plausible", product({ verdict: verdict() }), [body], 1, true],
])("nothing is offered where %s", async (_what, shown, cheapest, count, isAdmin) => {
  await openPrice(apiOf(shown, cheapest, count), isAdmin);
  expect([texts(".junk-offer"), hasButton("Exclude 空箱")]).toEqual([[], false]);
});
