// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Product } from "../../../client/index.ts";
import { FreshnessLine } from "../../../console/prices/crawl/freshness-line.tsx";
import { does, pass, press, settled } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { links } from "../dom/contents.ts";
import { NOTHING_ON_SALE, openPrices, point, pricesApi, product, trend, verdict } from "../dom/prices-page.ts";
import { article, button, dialog, focused, hasButton, referred, texts, told } from "../dom/shown.ts";

const TREND = "GET /v1/products/p1/price-trend";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const headings = () => texts("article h2");
const freshness = () => texts("article .freshness")[0];
const last = (fields: Partial<NonNullable<Product["last_crawl"]>>) => ({
  last_crawl: { finished_at: product().last_crawl?.finished_at ?? "", ...ITEMS, ...fields },
});
const ITEMS = { outcome: "items", error_kind: null, complete: true } as const;

describe("a product of the list", () => {
  it("shows what it is offered for, what it was sold for, and how fresh that is", async () => {
    const api = pricesApi(product({ alert: { below: 2_000, new_lowest: false }, verdict: verdict() }));
    api.answer(TREND, trend({ points: [point("2026-11-02", 3_000, 2), point("2026-11-16", 4_000)] }));
    await openPrices(api);
    const item = article("Camera");
    expect([referred(item, "aria-labelledby"), links("article h2")]).toEqual([
      "Camera",
      [["Camera", "/app/prices/p1"]],
    ]);
    expect(item.querySelector("header")?.textContent).toBe("CameraAlert at ¥2,000 or less");
    expect(texts("article .prices .chip .visually-hidden")).toEqual([
      expect.stringMatching(/^Good price: 18% below the 90-day median \(36 sales\)/),
    ]);
    const offer = item.querySelector(".offers a");
    expect([texts("article .offers"), offer?.getAttribute("href"), referred(offer, "aria-describedby")]).toEqual([
      ["Cheapest offer: ¥2,500 On sale: 3 Median of the offers: ¥3,000"],
      "https://jp.mercari.com/item/m1",
      "Camera",
    ]);
    expect(document.querySelector("figure")?.getAttribute("aria-label")).toBe("Price trend");
    expect(texts("figcaption")).toEqual(["12 weeks: 3 sold; latest median ¥4,000 (week from 16 Nov 2026)."]);
    expect(texts("caption")).toEqual(["Prices of sold listings, by week, newest first"]);
    expect(texts("thead th")).toEqual(["Week from", "Sold", "Median"]);
    expect(texts("tbody tr")).toEqual(["16 Nov 20261¥4,000", "2 Nov 20262¥3,000"]);
    expect(item.querySelector(".sparkline path")?.getAttribute("d")).toMatch(/^M3 29h0M/);
    expect(freshness()).toBe("Crawled 1 hour ago. Next crawl in 30 minutes.");
    expect(api.asked(TREND)[0]?.path).toMatch(/\?interval=week&from=\d{4}-\d\d-\d\d$/);
  });

  it("says that nothing is on sale and nothing was sold, and shows an offer without a median", async () => {
    const api = pricesApi(product()).answer(TREND, trend({ on_sale: NOTHING_ON_SALE }));
    await openPrices(api);
    expect(texts("article .quiet")[0]).toBe("Nothing is on sale.");
    expect(texts("figcaption")).toEqual(["12 weeks: nothing with a known date sold."]);
    expect(document.querySelector(".sparkline, table")).toBeNull();
    await openPrices(api.answer(TREND, trend({ on_sale: { ...trend().on_sale, count: 1, median: null } })));
    expect(texts("article .offers")).toEqual(["Cheapest offer: ¥2,500 On sale: 1"]);
  });

  it("says nothing about prices before the first crawl, unless some are known", async () => {
    const api = pricesApi(product({ last_crawl: null, next_crawl_at: null }));
    const openWith = (fields: Parameters<typeof trend>[0]) => openPrices(api.answer(TREND, trend(fields)));
    await openWith({ on_sale: NOTHING_ON_SALE });
    expect([texts("figure"), texts(".offers"), freshness()]).toEqual([
      [],
      [],
      "Not crawled yet. Hourly crawls are off.",
    ]);
    await openWith({});
    expect([texts("figure").length, texts(".offers").length]).toEqual([1, 1]);
    await openWith({ points: [point("2026-11-02", 1)], on_sale: { ...trend().on_sale, count: 0 } });
    expect(texts("figure").length).toBe(1);
  });

  it.each([
    [product({ crawl: null }), "Not watched: it has no keyword.", "quiet"],
    [product({ last_crawl: null }), "Not crawled yet. Next crawl in 30 minutes.", "quiet"],
    [
      product(last({ complete: false })),
      "Crawled 1 hour ago, but Mercari did not show everything. The next crawl gets the rest. Next crawl in 30 minutes.",
      "quiet",
    ],
    [
      product(last({ outcome: "no_results" })),
      "Crawled 1 hour ago: Mercari has no listings for this search. Next crawl in 30 minutes.",
      "quiet",
    ],
    [
      product(last({ outcome: "queued", complete: false })),
      "The crawl that started 1 hour ago is still running in the background. Next crawl in 30 minutes.",
      "quiet",
    ],
    [
      product(last({ outcome: "error", error_kind: "unreachable" })),
      "The crawl 1 hour ago failed. Mercari could not be reached. Magpie tries again at the next crawl. The prices found before are kept. Next crawl in 30 minutes.",
      "failure",
    ],
    [
      product({ ...last({ finished_at: new Date().toISOString() }), next_crawl_at: new Date().toISOString() }),
      "Crawled just now. The next crawl is due.",
      "quiet",
    ],
    [
      product(last({ finished_at: new Date(Date.now() - 61_000).toISOString() })),
      "Crawled 1 minute ago. Next crawl in 30 minutes.",
      "quiet",
    ],
  ])("says how fresh its prices are: %#", async (shown, words, tone) => {
    await act(() => render(h(FreshnessLine, { product: shown, now: new Date() }), document.body));
    const line = document.querySelector(".freshness");
    expect([line?.textContent.trim(), line?.classList.contains(tone)]).toEqual([words, true]);
  });

  it("says while its prices are read, and why they can't be", async () => {
    const api = pricesApi(product()).refuse(TREND, "no_trend");
    let go: () => void = () => undefined;
    api.meanwhile = ({ path }) => {
      if (path.startsWith("/v1/products?")) go = api.hold();
    };
    await openPrices(api);
    api.meanwhile = () => undefined;
    expect([texts("article p.quiet")[0], texts("article .failure")]).toEqual(["Reading its prices…", []]);
    await does(go);
    expect(texts("article p.quiet")[0]).toBe("Crawled 1 hour ago. Next crawl in 30 minutes.");
    expect(texts("article .failure")[0]).toBe("Magpie refused this: because of no_trend Try again");
    expect(referred(button("Try again", article("Camera")), "aria-describedby")).toBe("Camera");
    api.answer(TREND, trend());
    button("Try again", article("Camera")).focus();
    await press("Try again", article("Camera"));
    expect([texts("article .failure"), texts(".offers").length, focused()]).toEqual([[], 1, "Camera"]);
  });

  it("is deleted after a question; the focus goes on", async () => {
    const api = pricesApi(product(), product({ id: "p2", name: "Lens" }));
    await openPrices(api);
    api.answer("DELETE /v1/products/p1", () => {
      api.answer("GET /v1/products", { products: [product({ id: "p2", name: "Lens" })], next_cursor: null });
    });
    await press("Delete", article("Camera"));
    expect([texts("dialog h2"), api.asked("DELETE /v1/products/p1")]).toEqual([["Delete Camera?"], []]);
    await press("Delete", dialog());
    await act(settled);
    expect([headings(), focused(), told()]).toEqual([["Lens"], "Lens", "Deleted: Camera."]);
  });
});

describe("the list of products", () => {
  it("says that the list is empty, and who can add an item", async () => {
    await openPrices(pricesApi());
    expect(texts("h1")).toEqual(["Prices"]);
    expect(texts(".empty")).toEqual([expect.stringContaining("Magpie watches what a product costs on Mercari")]);
    expect(document.querySelector(".empty-state svg")).not.toBeNull();
    await press("Add the first product");
    expect(texts("dialog h2")).toEqual(["New product"]);
    await openPrices(pricesApi(), false);
    expect(texts(".empty")).toEqual(["No products are watched yet. Administrators can add one."]);
    expect(hasButton("Add the first product")).toBe(false);
    await openPrices(pricesApi(product()), false);
    expect([headings(), hasButton("New product"), texts("article button")]).toEqual([["Camera"], false, []]);
  });

  it("is read as a whole, and begins with the products that are good to buy", async () => {
    const named = (name: string, fields: Partial<Product>) => product({ id: name, name, ...fields });
    const products = [
      named("nothing", {}),
      named("dear", { verdict: verdict({ kind: "dear", percent: 10 }) }),
      named("unknown", { verdict: verdict({ kind: "unknown", percent: null }) }),
      named("usual", { verdict: verdict({ kind: "usual", percent: -9 }) }),
      named("good", { verdict: verdict({ percent: -10 }) }),
      named("better", { verdict: verdict({ percent: -30 }) }),
      named("unwatched", { crawl: null }),
    ];
    const pages = paged("products", products.slice(0, 3), products.slice(3));
    await openPrices(pricesApi(...products).answer("GET /v1/products", pages));
    expect(headings()).toEqual(["better", "good", "usual", "dear", "unknown", "nothing", "unwatched"]);
    expect([texts("main > div > .list-bar p[role=status]"), hasButton("Show more")]).toEqual([["7 products"], false]);
    expect(document.querySelector("ul.items")?.getAttribute("aria-label")).toBe("Products");
  });

  it("asks for few trends at once, and for none once the screen has gone", async () => {
    const many = Array.from({ length: 5 }, (_, index) => product({ id: `p${index}`, name: `Camera ${index}` }));
    const api = pricesApi(...many);
    const asked = () => api.requests.filter(({ path }) => path.includes("price-trend")).length;
    let go: () => void = () => undefined;
    api.meanwhile = ({ path }) => {
      if (path.includes("price-trend")) go = api.hold();
    };
    await openPrices(api);
    api.meanwhile = () => undefined;
    expect(asked()).toBe(2);
    await openPrices(pricesApi());
    go();
    await act(settled);
    // Two more were under way.
    expect(asked()).toBe(4);
  });

  it("is read again every five minutes, and every ten seconds while a crawl continues", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const api = pricesApi(product());
    const asked = () => api.asked("GET /v1/products").length;
    await openPrices(api);
    await pass(299);
    expect(asked()).toBe(1);
    api.answer(
      "GET /v1/products",
      paged("products", [product(last({ outcome: "queued", finished_at: new Date().toISOString() }))]),
    );
    await pass(1);
    expect([asked(), freshness()]).toEqual([2, expect.stringContaining("is still running in the background")]);
    await pass(10);
    expect(asked()).toBe(3);
    // Another crawl has brought other prices.
    expect(api.asked(TREND).length).toBe(2);
  });
});
