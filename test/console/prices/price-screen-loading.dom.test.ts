// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { PriceScreen } from "../../../console/prices/price-screen.tsx";
import { press, settled } from "../dom/acts.ts";
import type { AnsweringApi } from "../dom/answering-api.ts";
import { openPage } from "../dom/page.ts";
import { pricesApi, product } from "../dom/prices-page.ts";
import { texts } from "../dom/shown.ts";

/** Opens the screen of a product while an operation is not answered. @returns a function that answers it */
async function openWithout(operation: string, api: AnsweringApi, isAdmin = true): Promise<() => Promise<void>> {
  const page = await openPage([], api, isAdmin);
  const go = api.hold(operation);
  await page.show(PriceScreen, "prices/p1", "prices/:id");
  await act(settled);
  await act(settled);
  return async () => {
    go();
    await act(settled);
    await act(settled);
  };
}

/** The headings that are seen. */
const seen = () =>
  Array.from(document.querySelectorAll("h2"))
    .filter((heading) => heading.closest("[hidden]") === null)
    .map(({ textContent }) => textContent);
const buttons = () =>
  Array.from(document.querySelectorAll(".screen-header button"), (each) => [
    each.textContent,
    each.getAttribute("aria-disabled"),
  ]);

describe("the screen of a product, while it is read", () => {
  it("has its buttons, which only administrators have, in their places; they do nothing yet", async () => {
    const go = await openWithout("GET /v1/products/p1", pricesApi(product()));
    const names = ["Crawl now", "Alert", "Edit", "Delete"];
    expect([texts("h1"), buttons()]).toEqual([["Product"], names.map((name) => [name, "true"])]);
    await press("Edit");
    expect(document.querySelector("dialog")).toBeNull();
    await go();
    expect([texts("h1"), buttons()]).toEqual([["Camera"], names.map((name) => [name, "false"])]);
    expect(document.querySelector("dialog")).toBeNull();
    await openWithout("GET /v1/products/p1", pricesApi(product()), false);
    expect(buttons()).toEqual([]);
  });

  it("shows what is below the trend after it, and keeps the place of the offers", async () => {
    const go = await openWithout("GET /v1/products/p1/price-trend", pricesApi(product()));
    expect([seen(), texts(".offers")]).toEqual([["Price trend"], [""]]);
    await go();
    expect([seen(), texts(".offers").length]).toEqual([["Price trend", "Listings", "Crawls"], 1]);
  });

  it("shows the crawls after the listings, also when these can't be read", async () => {
    const api = pricesApi(product());
    const go = await openWithout("GET /v1/crawl/results/p1", api);
    expect(seen()).toEqual(["Price trend", "Listings"]);
    api.refuse("GET /v1/crawl/results/p1", "no_listings");
    await go();
    expect(seen()).toEqual(["Price trend", "Listings", "Crawls"]);
  });
});
