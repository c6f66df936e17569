// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../client/scripted-api.ts";
import { failedFetch } from "../../emulators/socket-errors.ts";
import { does, fill, press, settled, submit } from "../dom/acts.ts";
import type { AnsweringApi } from "../dom/answering-api.ts";
import { openPrices, pricesApi, product, searched } from "../dom/prices-page.ts";
import { article, button, dialog, failed, textBox, texts, told } from "../dom/shown.ts";

const CHANGE = "PATCH /v1/products/p1";
const CREATE = "POST /v1/products";

/** Ticks a box, or takes its tick away. */
async function tick(label: string): Promise<void> {
  const found = Array.from(dialog().querySelectorAll("label")).find(({ textContent }) => textContent.trim() === label);
  await act(() => found?.querySelector("input")?.click());
}
const ticked = () =>
  Array.from(dialog().querySelectorAll<HTMLInputElement>("input[type=checkbox]"))
    .filter(({ checked }) => checked)
    .map((box) => box.closest("label")?.textContent.trim());
const problemOf = (label: string) => textBox(label, dialog()).closest(".field")?.querySelector(".failure")?.textContent;
const save = () => submit(dialog().querySelector("form"));
const fillAll = async (values: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(values)) await fill(label, text);
};
/** Opens the form of a new product. */
async function openForm(api: AnsweringApi): Promise<void> {
  await openPrices(api);
  await press("New product");
}
/** Opens the dialog of the product's alert. */
async function openAlert(api: AnsweringApi): Promise<void> {
  await openPrices(api);
  await press("Alert", article("Camera"));
}
const BELOW = "At this price or less";
const AT_LOWEST = "When an offer is cheaper than any before";
const CAMERA = { Name: "Camera", "Search or Mercari link": "カメラ" };

describe("the form of a product", () => {
  it("adds one with all that is searched for", async () => {
    const api = pricesApi();
    api.answer(CREATE, () => {
      api.answer("GET /v1/products", { products: [product({ name: "Lens" })], next_cursor: null });
      return product({ name: "Lens" });
    });
    api.answer("POST /v1/crawl/execute", { products: [] });
    await openForm(api);
    expect([texts("dialog h2"), ticked(), textBox("Name").value]).toEqual([["New product"], ["Crawl every hour"], ""]);
    expect(Array.from(dialog().querySelectorAll("legend, fieldset small"), ({ textContent }) => textContent)).toEqual([
      "Conditions",
      "Leave all unchecked to search every condition.",
    ]);
    await fillAll({
      "Alert at": "900",
      Name: " Lens ",
      "Search or Mercari link": "レンズ",
      "Exclude words": "ジャンク",
    });
    await fillAll({ Category: "1174", "Lowest price": "1,000", "Highest price": "¥3,000" });
    await tick("Some scratches or stains");
    await tick("New, unused");
    await save();
    const crawl = {
      ...searched(),
      keyword: "レンズ",
      exclude_keyword: "ジャンク",
      category_id: 1_174,
      item_condition_ids: [1, 4],
    };
    expect(api.bodies(CREATE)).toEqual([
      {
        name: "Lens",
        alert: { below: 900, new_lowest: false },
        crawl: { ...crawl, min_price: 1_000, max_price: 3_000 },
      },
    ]);
    expect([texts("article h2"), document.querySelector("dialog")]).toEqual([["Lens"], null]);
    await settled();
    // What it costs is looked for at once, not within the hour.
    expect(api.bodies("POST /v1/crawl/execute")).toEqual([{ product_id: "p1" }]);
  });

  it("takes a search on Mercari by its address, and offers the categories by their names", async () => {
    await openForm(pricesApi());
    const options = Array.from(dialog().querySelectorAll("option"), ({ value }) => value);
    expect(options).toContain("844 Film cameras (Cameras)");
    expect(textBox("Category").getAttribute("list")).toBe(dialog().querySelector("datalist")?.id);
    await fill(
      "Search or Mercari link",
      "https://jp.mercari.com/search?keyword=gr+iii&category_id=843&price_max=90000&item_condition_id=1,2",
    );
    expect(["Search or Mercari link", "Category", "Highest price"].map((label) => textBox(label).value)).toEqual([
      "gr iii",
      "843 Digital cameras (Cameras)",
      "90000",
    ]);
    expect(ticked()).toEqual(["New, unused", "Almost unused", "Crawl every hour"]);
  });

  it("says of one that is not crawled every hour that it is not", async () => {
    const api = pricesApi().answer(CREATE, () => product({ next_crawl_at: null }));
    await openForm(api);
    await fillAll(CAMERA);
    await tick("Crawl every hour");
    expect(ticked()).toEqual([]);
    await save();
    expect([api.bodies(CREATE), told()]).toEqual([
      [expect.objectContaining({ crawl: expect.objectContaining({ enabled: false }) })],
      "Saved: Camera. Hourly crawls are off.",
    ]);
  });

  it("names at each box what is wrong, and sends nothing", async () => {
    const api = pricesApi();
    await openForm(api);
    await fillAll({ "Alert at": "cheap", "Exclude words": "x".repeat(201), Category: "shoes" });
    await fillAll({ "Lowest price": "1.5", "Highest price": "0" });
    await save();
    const noPrice = "Enter a whole number of yen from 1 to 9,999,999, such as 3000.";
    expect(
      [...dialog().querySelectorAll("label[for]")].map(({ textContent }) => [textContent, problemOf(textContent)]),
    ).toEqual([
      ["Search or Mercari link", "Fill this in."],
      ["Alert at", noPrice],
      ["Name", undefined],
      ["Exclude words", "Use at most 200 characters."],
      ["Category", "Choose a category from the list, or enter a number such as 1174."],
      ["Lowest price", noPrice],
      ["Highest price", noPrice],
    ]);
    expect([document.activeElement === textBox("Search or Mercari link"), api.asked(CREATE)]).toEqual([true, []]);
    await fillAll({ ...CAMERA, "Alert at": "", "Exclude words": "", Category: "" });
    await fillAll({ "Lowest price": "5", "Highest price": "4" });
    await save();
    expect(["Name", "Highest price"].map(problemOf)).toEqual([
      undefined,
      "The highest price must not be below the lowest price.",
    ]);
  });

  it("sends the same product again under the same key, and a changed one under another", async () => {
    const api = pricesApi();
    await openForm(api);
    await fillAll(CAMERA);
    api.answer(CREATE, () => {
      throw failedFetch();
    });
    await save();
    expect(dialog().querySelector("[role=alert]")?.textContent).not.toBe("");
    await save();
    await fill("Name", "Lens");
    api.answer(CREATE, () => product({ name: "Lens" })).answer("POST /v1/crawl/execute", { products: [] });
    await save();
    const keysOf = (name: string) =>
      new Set(api.asked(CREATE).flatMap(({ key, body }) => ((body as { name: string }).name === name ? [key] : [])));
    const [camera] = keysOf("Camera");
    expect([keysOf("Camera").size, keysOf("Lens").has(camera ?? null)]).toEqual([1, false]);
    expect(camera).toEqual(expect.stringMatching(/^[\da-f-]{36}$/));
    expect(told()).toContain("“Lens”");
  });

  it("changes of a product what the person has changed", async () => {
    const crawl = searched({
      exclude_keyword: "ジャンク",
      category_id: 7,
      item_condition_ids: [2, 3],
      min_price: 500,
      max_price: 9_999_999,
      enabled: false,
    });
    const api = pricesApi(product({ crawl }));
    api.answer(CHANGE, () => product({ name: "Old camera" }));
    await openPrices(api);
    await press("Edit", article("Camera"));
    expect([texts("dialog h2"), textBox("Name").value, textBox("Lowest price").value]).toEqual([
      ["Edit “Camera”"],
      "Camera",
      "500",
    ]);
    expect(ticked()).toEqual(["Almost unused", "No noticeable scratches or stains"]);
    await fill("Name", "Old camera");
    await tick("Almost unused");
    await save();
    expect([api.bodies(CHANGE), told(), api.asked("GET /v1/products").length]).toEqual([
      [{ name: "Old camera", crawl: { item_condition_ids: [3] } }],
      "Changed: Old camera.",
      2,
    ]);
    await press("Edit", article("Camera"));
    await save();
    expect([api.bodies(CHANGE).length, told(), document.querySelector("dialog")]).toEqual([
      1,
      "Nothing was changed.",
      null,
    ]);
    await press("Edit", article("Camera"));
    await press("Close", dialog());
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("leaves a product without a search as it is", async () => {
    const api = pricesApi(product({ crawl: null })).answer(CHANGE, () => product());
    await openPrices(api);
    expect(texts("article .actions button")).toEqual(["Alert", "Edit", "Delete"]);
    await press("Edit", article("Camera"));
    await fill("Name", "Old camera");
    await save();
    expect(api.bodies(CHANGE)).toEqual([{ name: "Old camera" }]);
  });
});

describe("the alert of a product", () => {
  it("is switched on by a price, by a new lowest price, or by both", async () => {
    const before = { below: null, new_lowest: false };
    const api = pricesApi(product()).answer(CHANGE, ({ body }: SeenRequest) =>
      product({ alert: { ...before, ...(body as { alert: object }).alert } }),
    );
    await openAlert(api);
    expect([texts("dialog h2"), textBox(BELOW).value, ticked()]).toEqual([["Alert for Camera"], "", []]);
    await fill(BELOW, "2,000円");
    await save();
    expect(told()).toBe("Camera: Alert at ¥2,000 or less.");
    await press("Alert", article("Camera"));
    await tick(AT_LOWEST);
    await save();
    expect(told()).toBe("Camera: Alert at a new lowest price.");
    await press("Alert", article("Camera"));
    await fill(BELOW, "3000");
    await tick(AT_LOWEST);
    await save();
    expect([told(), api.bodies(CHANGE), api.asked("GET /v1/products").length]).toEqual([
      "Camera: Alert at ¥3,000 or less, or at a new lowest price.",
      [{ alert: { below: 2_000 } }, { alert: { new_lowest: true } }, { alert: { below: 3_000, new_lowest: true } }],
      4,
    ]);
  });

  it("says what is wrong, and offers a remedy", async () => {
    const api = pricesApi(product());
    await openAlert(api);
    await save();
    expect([problemOf(BELOW), texts("dialog form button")]).toEqual([
      "Enter a price, or choose the lowest price.",
      ["Save"],
    ]);
    await fill(BELOW, "cheap");
    await tick(AT_LOWEST);
    await save();
    expect(problemOf(BELOW)).toBe("Enter a whole number of yen from 1 to 9,999,999, such as 3000.");
    expect(api.asked(CHANGE)).toEqual([]);
  });

  it("is sent as far as it was changed, so that what others change meanwhile stays", async () => {
    const api = pricesApi(product({ alert: { below: 2_000, new_lowest: true } }));
    api.answer(CHANGE, () => product());
    await openAlert(api);
    await fill(BELOW, "1500");
    await save();
    await press("Alert", article("Camera"));
    await save();
    expect([api.bodies(CHANGE), told()]).toEqual([[{ alert: { below: 1_500 } }], "Nothing was changed."]);
  });

  it("is shown as it is, and switched off", async () => {
    const api = pricesApi(product({ alert: { below: 2_000, new_lowest: true } }));
    api.answer(CHANGE, () => product());
    await openAlert(api);
    expect([textBox(BELOW).value, ticked().length]).toEqual(["2000", 1]);
    await fill(BELOW, "");
    await tick(AT_LOWEST);
    await save();
    expect(problemOf(BELOW)).toBe("Enter a price, or choose the lowest price. “Turn off” ends the alert.");
    await press("Turn off", dialog());
    expect([api.bodies(CHANGE), told()]).toEqual([[{ alert: null }], "Camera: No alert."]);
  });
});

describe("a crawl that a person requests", () => {
  const crawl = (fields: object) => ({
    products: [{ outcome: "items", complete: true, upserted: 0, unchanged: 0, deleted: 0, ...fields }],
  });

  it("shows that it is in progress, once, and then the product as it is", async () => {
    const api = pricesApi(product()).answer("POST /v1/crawl/execute", crawl({ upserted: 1_200, unchanged: 3 }));
    await openPrices(api);
    expect(document.querySelector("progress")).toBeNull();
    const go = api.hold();
    await press("Crawl now", article("Camera"));
    const progress = "Searching Mercari for “Camera”. This takes up to 20 seconds.";
    expect([told(), document.querySelector("progress")?.getAttribute("aria-label")]).toEqual([progress, progress]);
    expect(button("Crawl now").getAttribute("aria-disabled")).toBe("true");
    await press("Crawl now", article("Camera"));
    await does(go);
    expect(api.bodies("POST /v1/crawl/execute")).toEqual([{ product_id: "p1" }]);
    expect(told()).toBe("Camera: Crawl finished: 1,200 new or changed, 3 unchanged.");
    expect(api.asked("GET /v1/products").length).toBe(2);
    expect([document.querySelector("progress"), failed()]).toEqual([null, null]);
  });

  it.each([
    [
      { complete: false, upserted: 1, unchanged: 2, deleted: 3 },
      "Camera: Crawl finished, but Mercari did not show everything: 1 new or changed, 2 unchanged. No longer matching the search: 3.",
    ],
    [
      { outcome: "no_results" },
      "Camera: Crawl finished: Mercari has no listings for this search. Try another keyword.",
    ],
    [
      { outcome: "queued" },
      "Camera: The crawl is taking longer than 20 seconds, so it continues in the background. Its result will appear here.",
    ],
    [{ outcome: "error", error_kind: "breaker_open" }, "", /Mercari refused an earlier request/],
    [{ outcome: "error", error_kind: undefined }, "", /It was interrupted/],
  ])("tells what it has brought, or why it has failed: %j", async (fields, words, why: RegExp | null = null) => {
    await openPrices(pricesApi(product()).answer("POST /v1/crawl/execute", crawl(fields)));
    await press("Crawl now", article("Camera"));
    expect([told(), failed()]).toEqual([words, why && expect.stringMatching(why)]);
  });
});
