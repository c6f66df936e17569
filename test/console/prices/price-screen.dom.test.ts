// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import { choose } from "../../../console/device/preferences.ts";
import { does, leaveFor, pass, press, settled } from "../dom/acts.ts";
import { links, rows } from "../dom/contents.ts";
import {
  openPrice,
  pick,
  picked,
  point,
  pricesApi,
  product,
  searched,
  sectionOf,
  trend,
  verdict,
} from "../dom/prices-page.ts";
import { dialog, hasButton, texts, told } from "../dom/shown.ts";

const TREND = "GET /v1/products/p1/price-trend";
const LISTINGS = "GET /v1/crawl/results/p1";
const NOTICES = "GET /v1/notices";

/** What became of the plots, and the look of the latest one. */
const plots = vi.hoisted(() => ({ drawn: 0, resized: 0, destroyed: 0, pointed: -1, look: {} }));

// The library of the plot draws on a canvas, which the DOM of these tests has not.
vi.mock("../../../console/prices/trend/trend-plot.ts", () => ({
  drawTrend: (
    element: HTMLElement,
    _series: unknown,
    _offers: unknown,
    look: object,
    onPoint: (index: number | null) => void,
  ) => {
    element.addEventListener("click", ({ detail }) => onPoint(detail < 0 ? null : detail));
    plots.drawn += 1;
    plots.look = look;
    return {
      resize: () => (plots.resized += 1),
      point: (index: number) => (plots.pointed = index),
      destroy: () => (plots.destroyed += 1),
    };
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const search = () => rows("dl.search div");

describe("the screen of a product", () => {
  it("shows its offers, its alert, and what is searched for", async () => {
    const crawl = searched({
      exclude_keyword: "ジャンク",
      category_id: 1_174,
      item_condition_ids: [2, 1],
      min_price: 500,
      max_price: 3_000,
    });
    await openPrice(pricesApi(product({ crawl, alert: { below: null, new_lowest: true } })));
    expect([texts("h1"), links("main p")[0]]).toEqual([["Camera"], ["All products", "/app/prices"]]);
    expect(texts(".freshness")).toEqual(["Crawled 1 hour ago. Next crawl in 30 minutes."]);
    expect(texts(".sections > .stack .facts")).toEqual(["Alert at a new lowest price"]);
    expect(texts(".offers")).toEqual(["Cheapest offer: ¥2,500 On sale: 3 Median of the offers: ¥3,000"]);
    expect(search()).toEqual([
      ["Keyword", "カメラ"],
      ["Exclude words", "ジャンク"],
      ["Category", "1174"],
      ["Conditions", "New, unused / Almost unused"],
      ["Prices", "¥500 to ¥3,000"],
    ]);
    expect(document.querySelector("dl")?.getAttribute("aria-label")).toBe("Search on Mercari");
    expect(links("main")).toContainEqual(["Open on Mercari", product().search_url]);
    expect(texts("h2")).toEqual(["Price trend", "Listings", "Crawls"]);
  });

  it.each([
    [{ min_price: 500 }, [["Prices", "from ¥500"]]],
    [{ max_price: 500 }, [["Prices", "up to ¥500"]]],
    [{}, []],
  ])("says what prices are searched for: %j", async (fields, rows) => {
    await openPrice(pricesApi(product({ crawl: searched(fields) })));
    expect(search()).toEqual([["Keyword", "カメラ"], ["Conditions", "All"], ...rows]);
  });

  it("has no search when it is not watched, and no crawls for people who are no administrators", async () => {
    await openPrice(pricesApi(product({ crawl: null, search_url: null })), false);
    expect(document.querySelector("main")?.textContent).not.toContain("Open on Mercari");
    expect(texts(".freshness")).toEqual(["Not watched: it has no keyword."]);
    expect([search(), sectionOf("Crawls"), texts(".screen-header button")]).toEqual([[], undefined, []]);
  });

  it("begins with the price of its cheapest offer, and says whether that is good, and by what", async () => {
    await openPrice(pricesApi(product({ verdict: verdict() })));
    const banner = document.querySelector(".sections > section");
    expect([banner?.getAttribute("aria-label"), banner?.getAttribute("data-kind"), texts(".verdict-banner p")]).toEqual(
      [
        "Is it a good price?",
        "good",
        [
          "Cheapest offer: ¥2,500",
          "Good price: 18% below the 90-day median (36 sales), the lowest so far",
          "90-day median: ¥102,000 Median of the offers: ¥102,150 Lowest plausible price so far: ¥83,900",
        ],
      ],
    );
    expect(banner?.querySelector("a")?.href).toBe("https://jp.mercari.com/item/m1");
    expect(banner?.querySelector("img")).toBeNull();
    await press("Show images");
    expect(banner?.querySelector("img")?.src).toBe("https://static.mercdn.net/thumb/item/webp/m1_1.jpg");
  });

  it("is crawled from its screen, and shows the result", async () => {
    const alert = { below: 3_000, new_lowest: false };
    const api = pricesApi(product({ alert })).answer("POST /v1/crawl/execute", {
      products: [{ outcome: "no_results" }],
    });
    await openPrice(api);
    const go = api.hold();
    await press("Crawl now");
    expect(document.querySelector("progress")?.getAttribute("aria-label")).toContain("“Camera”");
    const last = {
      finished_at: new Date().toISOString(),
      outcome: "no_results",
      error_kind: null,
      complete: true,
    } as const;
    api.answer("GET /v1/products/p1", product({ alert, last_crawl: last }));
    await does(go);
    await act(settled);
    await act(settled);
    expect([told(), texts(".freshness")[0], document.querySelector("progress")]).toEqual([
      "Camera: Crawl finished: Mercari has no listings for this search. Try another keyword.",
      "Crawled just now: Mercari has no listings for this search. Next crawl in 30 minutes.",
      null,
    ]);
    // Another crawl has other prices, listings and runs, and may have fired the alert.
    expect([TREND, LISTINGS, "GET /v1/products/p1/crawl-runs", NOTICES].map((each) => api.asked(each).length)).toEqual([
      2, 2, 2, 2,
    ]);
  });

  it("is deleted, and leads to the list", async () => {
    const api = pricesApi(product()).answer("DELETE /v1/products/p1", () => undefined);
    await openPrice(api);
    const before = history.length;
    await press("Delete");
    await press("Delete", dialog());
    // Back does not lead to what is gone.
    expect([location.pathname, told(), history.length]).toEqual(["/app/prices", "Deleted: Camera.", before]);
  });

  it("is deleted, and leads nowhere when the person has left its screen meanwhile", async () => {
    const api = pricesApi(product()).answer("DELETE /v1/products/p1", () => undefined);
    await openPrice(api);
    const go = api.hold("DELETE /v1/products/p1");
    await press("Delete");
    await press("Delete", dialog());
    await leaveFor("/app/books");
    await does(go);
    expect([location.pathname, told()]).toEqual(["/app/books", "Deleted: Camera."]);
  });

  it("says that it is no longer there", async () => {
    const api = pricesApi();
    await openPrice(api, true, "prices/p9");
    expect([texts("h1"), document.querySelector("p[role=alert]")?.textContent, hasButton("Edit")]).toEqual([
      ["Product"],
      expect.stringContaining("This is no longer there."),
      false,
    ]);
  });

  it("is read again every five minutes, and every ten seconds while a crawl continues", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const last = {
      outcome: "queued",
      complete: false,
      error_kind: null,
      finished_at: new Date().toISOString(),
    } as const;
    const api = pricesApi(product({ last_crawl: last }));
    await openPrice(api);
    await pass(10);
    expect(api.asked("GET /v1/products/p1").length).toBe(2);
    api.answer("GET /v1/products/p1", product());
    await pass(10);
    await pass(299);
    expect(api.asked("GET /v1/products/p1").length).toBe(3);
    await pass(1);
    expect(api.asked("GET /v1/products/p1").length).toBe(4);
    // What was read before stays, with its buttons.
    api.refuse("GET /v1/products/p1", "no_product");
    await pass(300);
    expect([texts("main .failure").length, texts("h1"), hasButton("Edit")]).toEqual([1, ["Camera"], true]);
  });
});

describe("the trend of a product", () => {
  const POINTS = [point("2026-11-02", 3_000, 2), point("2026-11-16", 4_000)];

  /** Opens the screen with such a trend. */
  async function openTrend(fields: Parameters<typeof trend>[0] = { points: POINTS }): Promise<void> {
    await openPrice(pricesApi(product()).answer(TREND, trend(fields)));
    await act(settled);
  }

  it("is a sentence, a plot and a table", async () => {
    await openTrend();
    const figure = document.querySelector("figure");
    expect([figure?.getAttribute("aria-label"), texts("figcaption")]).toEqual([
      "Price trend",
      ["In the last 3 months, 3 sold, for ¥2,998 to ¥4,002. The latest median is ¥4,000 (week from 16 Nov 2026)."],
    ]);
    expect(texts("figure caption")).toEqual(["Prices of sold listings, by week, newest first"]);
    expect(texts("figure thead th")).toEqual(["Week from", "Sold", "Lowest", "25%", "Median", "75%", "Highest"]);
    expect(rows("figure tbody tr")).toEqual([
      ["16 Nov 2026", "1", "¥3,998", "¥3,999", "¥4,000", "¥4,001", "¥4,002"],
      ["2 Nov 2026", "2", "¥2,998", "¥2,999", "¥3,000", "¥3,001", "¥3,002"],
    ]);
    expect(texts("figure p.quiet")).toContain("Gaps in the line are days when nothing sold. Days are in Japan time.");
    expect(texts(".legend li")).toEqual([
      "Median",
      "Middle half (25% to 75%)",
      "Lowest and highest",
      "Number sold (highest bar: 2)",
      "Cheapest offer today (¥2,500)",
      "Median of today's offers (¥3,000)",
    ]);
  });

  it("says its values by the keys of a slider, after the last sale those of today's offers, and where one points", async () => {
    await openTrend();
    const slider = document.querySelector<HTMLInputElement>("figure input[type=range]");
    const said = () => slider?.getAttribute("aria-valuetext");
    expect([slider?.getAttribute("aria-label"), said(), texts(".readout")[0]]).toEqual([
      "Prices along the plot",
      "today: 3 offers, the cheapest ¥2,500, median ¥3,000",
      expect.stringContaining("Point at the plot, or use the arrow keys"),
    ]);
    await act(() => {
      if (slider !== null) slider.value = "0";
      slider?.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const first = "week from 2 Nov 2026: median ¥3,000, middle half ¥2,999 to ¥3,001, 2 sold";
    expect([said(), texts(".readout")[0], plots.pointed]).toEqual([first, first, 0]);
    const plot = document.querySelector<HTMLElement>(".plot");
    const pointAt = async (index: number) => {
      await act(() => void plot?.dispatchEvent(new MouseEvent("click", { detail: index })));
      return texts(".readout")[0];
    };
    expect(await pointAt(1)).toBe("week from 9 Nov 2026: nothing sold");
    expect(await pointAt(0)).toBe(first);
    expect(await pointAt(-1)).toContain("Point at the plot");
  });

  it("has a plot in the colours of the page, which is drawn again when those change, and fits its place", async () => {
    const style = document.createElement("style");
    style.textContent = `.plot { color: black; border-bottom: 1px solid grey; font-family: serif }
      [data-part=median] { color: red } [data-part=band] { color: green }
      [data-part=bounds] { color: blue } [data-part=sold] { color: orange }
      [data-part=cheapest] { color: lime } [data-part=offers] { color: teal }`;
    document.head.append(style);
    let resizes: () => void = () => undefined;
    const observers = { observed: 0, disconnected: 0 };
    class Observer {
      constructor(run: () => void) {
        resizes = run;
      }
      observe = () => (observers.observed += 1);
      disconnect = () => (observers.disconnected += 1);
    }
    vi.stubGlobal("ResizeObserver", Observer);
    const media = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal("matchMedia", () => media);
    Object.assign(plots, { drawn: 0, resized: 0, destroyed: 0, pointed: -1 });
    await openTrend();
    expect(plots).toEqual({
      drawn: 1,
      resized: 0,
      destroyed: 0,
      pointed: -1,
      look: {
        colours: {
          median: "red",
          band: "green",
          bounds: "blue",
          sold: "orange",
          text: "black",
          grid: "grey",
          cheapest: "lime",
          offers: "teal",
        },
        font: "12px serif",
      },
    });
    resizes();
    expect([plots.resized, observers]).toEqual([1, { observed: 1, disconnected: 0 }]);
    await act(() => choose({ theme: "dark" }));
    expect([plots.drawn, plots.destroyed, observers]).toEqual([2, 1, { observed: 2, disconnected: 1 }]);
    await act(() => {
      media.matches = true;
      media.dispatchEvent(new Event("change"));
    });
    expect([plots.drawn, plots.destroyed]).toEqual([3, 2]);
    style.remove();
  });

  it("is chosen by its interval and its range; what is shown stays until the other is there", async () => {
    const api = pricesApi(product()).answer(TREND, (_: unknown, query: URLSearchParams) =>
      trend({ points: POINTS, interval: query.get("interval") as "day" | "week" }),
    );
    await openPrice(api);
    expect(texts(".price-trend legend")).toEqual(["Interval", "Range"]);
    expect(picked()).toEqual(["Weeks", "3 months", "Cheapest first"]);
    const go = api.hold();
    await pick("Days");
    expect([picked().slice(0, 2), texts("figure thead th")[0]]).toEqual([["Days", "3 months"], "Week from"]);
    expect(texts("figcaption")[0]).toEqual(expect.stringContaining("(week from 16 Nov 2026)"));
    await does(go);
    expect(texts("figure thead th")[0]).toBe("Day");
    expect(texts("figure caption")).toEqual(["Prices of sold listings, by day, newest first"]);
    expect(texts("figcaption")[0]).toEqual(expect.stringContaining("(16 Nov 2026)"));
    await pick("12 months");
    expect(texts("figcaption")[0]).toContain("In the last 12 months");
    expect(api.asked(TREND).map(({ path }) => /interval=(\w+)/.exec(path)?.[1])).toEqual(["week", "day", "day"]);
    const froms = api.asked(TREND).map(({ path }) => Number(/from=(\d{4})/.exec(path)?.[1]));
    expect((froms[1] ?? 0) - (froms[2] ?? 0)).toBeGreaterThan(0);
  });

  it("says that nothing was sold, and how many sales have no date", async () => {
    await openTrend({ undated: 2 });
    expect([texts("figcaption"), document.querySelector(".plot"), document.querySelector("figure table")]).toEqual([
      [
        "Nothing with a known date sold in this time. 2 sold listings have no date yet, and are not in the trend. The next crawls look for the date.",
      ],
      null,
      null,
    ]);
  });

  it("that can't be read says why", async () => {
    await openPrice(pricesApi(product()).refuse(TREND, "no_trend"));
    expect([document.querySelector("figure [role=alert]")?.textContent, texts("figcaption"), texts(".offers")]).toEqual(
      [expect.stringContaining("because of no_trend"), [""], []],
    );
  });
});
