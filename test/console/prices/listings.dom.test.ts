// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { press } from "../dom/acts.ts";
import { paged } from "../dom/answering-api.ts";
import { links, rows } from "../dom/contents.ts";
import { crawlRun, listing, openPrice, pick, picked, pricesApi, product, sectionOf } from "../dom/prices-page.ts";
import { focused, texts } from "../dom/shown.ts";

const LISTINGS = "GET /v1/crawl/results/p1";
const NOTICES = "GET /v1/notices";
const cells = () => rows(".listing-table tbody tr");
const nameOf = (selector: string) => document.querySelector(selector)?.getAttribute("aria-label");
const emptyOf = (heading: string) => sectionOf(heading)?.querySelector(".empty")?.textContent;

describe("the listings of a product", () => {
  it("are those on sale, the cheapest first, with who sells them", async () => {
    const api = pricesApi(product());
    const second = listing({ id: "2", seller_type: 2, price: 3_000, condition: 4 });
    api.answer(LISTINGS, paged("results", [listing({ id: "1" })], [second]));
    await openPrice(api);
    const amount = () => sectionOf("Listings")?.querySelector("p[role=status]")?.textContent;
    expect(texts(".listing-table thead th")).toEqual(["Listing", "Condition", "Seller", "First seen", "Price"]);
    expect([cells(), links(".listing-table th"), amount()]).toEqual([
      [["Listing 1", "unknown", "Individual", "2 hours ago", "¥2,500"]],
      [["Listing 1", "https://jp.mercari.com/item/m1"]],
      "1 listing, more below",
    ]);
    await press("Show more", sectionOf("Listings"));
    expect(cells()[1]).toEqual(["Listing 2", "Some scratches or stains", "Shop", "2 hours ago", "¥3,000"]);
    // The focus goes on with what came.
    expect([focused(), amount(), texts(".listing-table caption")]).toEqual(["Listing 2", "2 listings", ["On sale"]]);
    expect(api.queries(LISTINGS)).toEqual(["selling_status=1&sort=price", "selling_status=1&sort=price&cursor=1"]);
    expect(document.querySelector(".listings img")).toBeNull();
    await press("Show images");
    expect(document.querySelector<HTMLImageElement>(".listings img")?.src).toBe("https://static.example/m1.jpg");
    expect(texts(".listing-table thead th")[0]).toBe("Photo");
  });

  it("say of which of them an alert has fired, and when", async () => {
    const api = pricesApi(product({ alert: { below: 3_000, new_lowest: false } })).answer(LISTINGS, {
      results: [listing({ id: "1" }), listing({ id: "2", selling_url: "https://jp.mercari.com/item/m2" })],
      next_cursor: null,
    });
    const created_at = new Date(Date.now() - 7_200_000).toISOString();
    const notice = { kind: "price", title: "Camera: ¥2,500, Listing 2", url: "https://jp.mercari.com/item/m2" };
    api.answer(NOTICES, { notices: [{ ...notice, body: "", id: "n", created_at }], next_cursor: null });
    await openPrice(api);
    expect(api.asked(NOTICES).map(({ path }) => path)).toEqual(["/v1/notices?limit=100&language=en"]);
    expect(cells().map(([name]) => name)).toEqual(["Listing 1", "Listing 2 Alert 2 hours ago"]);
    expect(texts(".alert-line")).toEqual(["Alert at ¥3,000 or lessThe alert fired 2 hours ago: ¥2,500, Listing 2"]);
    expect(links(".alert-line")).toEqual([["¥2,500, Listing 2", "https://jp.mercari.com/item/m2"]]);
    await openPrice(api.refuse(NOTICES, "down"));
    expect(texts(".alert-line .failure")).toEqual(["The alert's state could not be read."]);
  });

  it("are those sold by their address, the last changed first", async () => {
    const api = pricesApi(product()).answer(LISTINGS, {
      results: [
        listing({ id: "1", selling_status: 2, sold_out_at: "2026-03-01T20:00:00.000Z" }),
        listing({ id: "2", selling_status: 2 }),
      ],
      next_cursor: null,
    });
    await openPrice(api, true, "prices/p1?listings=sold");
    expect(texts(".listing-table thead th").at(-2)).toBe("Sold");
    expect(cells().map((row) => row.at(-2))).toEqual(["2 Mar 2026", "date unknown"]);
    expect([links(".listings nav"), texts(".listings nav [aria-current=page]"), nameOf(".listings nav")]).toEqual([
      [
        ["On sale", "/app/prices/p1"],
        ["Sold", "/app/prices/p1?listings=sold"],
      ],
      ["Sold"],
      "Which listings",
    ]);
    expect(picked().at(-1)).toBe("Recently changed first");
    await pick("Cheapest first");
    expect([picked().at(-1), api.queries(LISTINGS)]).toEqual([
      "Cheapest first",
      ["selling_status=2&sort=updated_at", "selling_status=2&sort=price"],
    ]);
    expect(texts(".listing-table caption")).toEqual(["Sold"]);
  });
});

describe("the crawls of a product", () => {
  const RUNS = "GET /v1/products/p1/crawl-runs";

  it("are a table, page by page", async () => {
    const runs = [
      crawlRun({ id: "r1", pages: [{}, {}] as never }),
      crawlRun({ id: "r2", complete: false }),
      crawlRun({ id: "r3", outcome: "no_results", complete: false }),
      crawlRun({ id: "r4", outcome: "queued", complete: false }),
      crawlRun({ id: "r5", outcome: "error", error_kind: "truncated", complete: false }),
      crawlRun({ id: "r6", outcome: "error", complete: false }),
    ];
    const api = pricesApi(product()).answer(RUNS, paged("crawl_runs", runs, [crawlRun({ id: "r9" })]));
    await openPrice(api);
    const section = sectionOf("Crawls") as HTMLElement;
    const cells = rows("tbody tr", section);
    expect(cells[0]?.slice(1)).toEqual(["Listings found", "2", "1,200", "3", "4", "5"]);
    expect(cells[0]?.[0]).toContain("1 Mar 2026");
    expect(cells.map(([, outcome]) => outcome)).toEqual([
      "Listings found",
      "Found in part",
      "Nothing found",
      "Continues in the background",
      "Failed: Mercari's page arrived incomplete. Magpie tries again at the next crawl.",
      "Failed: It was interrupted. Magpie tries again at the next crawl.",
    ]);
    expect(Array.from(section.querySelectorAll("thead th, caption"), ({ textContent }) => textContent)).toEqual([
      "The crawls of the last 90 days, newest first",
      "Ended",
      "Outcome",
      "Pages",
      "New or changed",
      "Unchanged",
      "Removed",
      "Listings to check",
    ]);
    expect(section.querySelector("section")?.getAttribute("aria-label")).toBe(
      "The crawls of the last 90 days, newest first",
    );
    await press("Show more", section);
    expect(section.querySelectorAll("tbody tr").length).toBe(7);
    expect(document.activeElement).toBe(section.querySelector("tbody tr:last-child > th"));
    expect(section.querySelector("p[role=status]")?.textContent).toBe("7 crawls");
  });
});

it("a product without listings and crawls says so, and one without an alert is shown without reading the notices", async () => {
  const api = pricesApi(product({ alert: null }));
  await openPrice(api);
  expect(emptyOf("Listings")).toBe("Nothing is on sale. The next crawl may find something.");
  expect([emptyOf("Crawls"), api.asked(NOTICES), texts(".alert-line .failure")]).toEqual(["No crawls yet.", [], []]);
  await openPrice(api, true, "prices/p1?listings=sold");
  expect(emptyOf("Listings")).toBe("Nothing has sold since the first crawl.");
});
