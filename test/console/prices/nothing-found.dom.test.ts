// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { Product } from "../../../client/index.ts";
import { press } from "../dom/acts.ts";
import { openPrice, point, pricesApi, product, searched, sectionOf, trend, verdict } from "../dom/prices-page.ts";
import { hasButton, texts, told } from "../dom/shown.ts";

const CHANGE = "PATCH /v1/products/p1";
const crawl = searched({
  keyword: "GR ３",
  exclude_keyword: "ジャンク",
  category_id: 844,
  item_condition_ids: [1, 2],
  min_price: 50,
  max_price: 100,
});
const ended = (fields: Partial<NonNullable<Product["last_crawl"]>> = {}) =>
  product({
    crawl,
    last_crawl: {
      finished_at: "2026-02-01T00:00:00.000Z",
      outcome: "no_results",
      error_kind: null,
      complete: true,
      ...fields,
    },
  });
const section = () => sectionOf("Why nothing was found") as HTMLElement;

describe("a product of which nothing was found", () => {
  it("says each limit that may be the reason, where the same search is on Mercari, and opens its form", async () => {
    await openPrice(pricesApi(ended()));
    expect(texts(".nothing-found li > span")).toEqual([
      "Only prices up to ¥100 are included.",
      "Only prices from ¥50 are included.",
      "Only these conditions are included: New, unused / Almost unused.",
      "Only this category is searched: 844 Film cameras (Cameras).",
      "Listings with these words are excluded: ジャンク.",
      "A listing must have every word of “GR ３”, spelled as it is here.",
    ]);
    expect(section().querySelector("p a")?.getAttribute("href")).toContain("https://jp.mercari.com/search?");
    expect(document.querySelector("dialog")).toBeNull();
    await press("Change the search", section());
    expect(texts("dialog h2")).toHaveLength(1);
    await press("Close");
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("changes the search by a button, and takes the change back", async () => {
    const api = pricesApi(ended()).answer(CHANGE, () => ended());
    // The product is read again after each change.
    const readings = () => api.asked("GET /v1/products/p1").length;
    await openPrice(api);
    await press("Remove the highest price", section());
    expect(told()).toContain("The search for Camera was changed.");
    await expect.poll(readings).toBe(2);
    await press("Undo");
    expect(api.bodies(CHANGE)).toEqual([{ crawl: { max_price: null } }, { crawl: { max_price: crawl.max_price } }]);
    expect(told()).toBe("Undone: the search for Camera is as it was before.");
    await expect.poll(readings).toBe(3);
    await press("Search for “GR 3”", section());
    expect(api.bodies(CHANGE).at(-1)).toEqual({ crawl: { keyword: "GR 3" } });
    // Mercari is asked by nothing of this.
    expect(api.asked("POST /v1/crawl/execute")).toEqual([]);
  });

  it("has no buttons for people who are no administrators, and no link where the search has no address", async () => {
    await openPrice(pricesApi({ ...ended(), search_url: null }), false);
    expect([texts(".nothing-found li").length, texts(".nothing-found button")]).toEqual([6, []]);
    expect(section().querySelector("p a")).toBeNull();
  });

  it("compares with what three similar searches at most find, and which of it is out of its bounds", async () => {
    const others = ["a", "b", "c", "d"].map((id) =>
      product({ id, name: id, crawl: { ...crawl, keyword: "gr" }, verdict: verdict() }),
    );
    await openPrice(pricesApi(ended(), ...others));
    expect(texts(".nothing-found li a")).toEqual(["a", "b", "c"]);
    expect(texts(".nothing-found li").at(-1)).toBe(
      "c: A similar search, “gr”, finds offers from ¥83,900. All of them cost more than the highest price of this search, ¥100.",
    );
    const unbounded = { ...ended(), crawl: searched({ keyword: "GR" }) };
    await openPrice(pricesApi(unbounded, ...others));
    expect(texts(".nothing-found li").at(-1)).toContain("The prices of this search do not exclude all of them.");
    // Of a search without limits only its words may be the reason.
    expect(texts(".nothing-found li > span")[0]).toContain("every word of “GR”");
  });

  it("says why similar searches can't be compared with", async () => {
    const api = pricesApi(ended()).answer("GET /v1/products", () => new Response("", { status: 503 }));
    await openPrice(api);
    expect(hasButton("Try again")).toBe(true);
  });

  it.each([
    ["on a day", { points: [point("2026-11-02", 3_000)] }],
    ["some day", { undated: 1 }],
  ])("says that the words are probably right when something of them was sold %s", async (_, sold) => {
    const api = pricesApi(ended());
    api.answer("GET /v1/products/p1/price-trend", trend(sold));
    await openPrice(api);
    expect(texts(".nothing-found li").at(-1)).toContain("the spelling is probably right");
  });

  it.each([
    ["2026-02-01T00:00:00.000Z", "Mercari says that it has no listings", true],
    ["2026-02-01T00:00:01.000Z", "has changed since that crawl", false],
  ])("that was changed at %s says %j", async (updated_at, words, isUnknown) => {
    await openPrice(pricesApi({ ...ended(), updated_at }));
    expect(section().textContent).toContain(words);
    expect(section().textContent.includes("Magpie has not tried any of these changes")).toBe(isUnknown);
  });

  it("names no reasons where the page could not be read, and is none where earlier offers are known", async () => {
    const failed = ended({ outcome: "error", error_kind: "unrecognized" });
    await openPrice(pricesApi(failed));
    expect(texts(".nothing-found li")).toEqual([]);
    expect(section().textContent).toContain("The last crawl could not read Mercari's page");
    expect(section().textContent).not.toContain("Magpie has not tried any of these changes");
    await openPrice(pricesApi({ ...failed, verdict: verdict() }));
    expect(section()).toBeUndefined();
  });
});
