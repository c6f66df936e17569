import { describe, expect, it } from "vitest";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import { deletedDocument, documentWith, itemDocument } from "../../../lib/local/sites/mercari-pages.ts";
import { detail, readChanged } from "./changed-page.ts";
import { errorOf, listed, readDetail, shopsProduct } from "./page-answers.ts";

const UNREADABLE = errorOf("unrecognized");

describe("the condition", () => {
  const shown = 'data-testid="商品の状態">目立った傷や汚れなし<';

  it.each([
    ["新品、未使用", 1],
    ["未使用に近い", 2],
    ["目立った傷や汚れなし", 3],
    ["やや傷や汚れあり", 4],
    ["傷や汚れあり", 5],
    ["全体的に状態が悪い", 6],
    ["ジャンク", null],
  ])("is read from %s", (text, condition) => {
    const changed = [[shown, `data-testid="商品の状態">${text}<`]] as const;
    expect([readChanged(changed), readChanged(changed, shopsProduct())]).toEqual(Array(2).fill(detail({ condition })));
  });
});

describe("the name", () => {
  it("is trimmed", () => {
    expect(readChanged([["<h1>カメラ</h1>", "<h1>\n カメラ </h1>"]])).toEqual(detail({ name: "カメラ" }));
    expect(readChanged([["カメラ</h1>", "カメラ \n</h1>"]], shopsProduct())).toEqual(detail({ name: "カメラ" }));
  });

  it("is a heading of its part", () => {
    expect(readChanged([["<h1>カメラ</h1>", "<p>見出し</p><h1>カメラ</h1>"]])).toEqual(detail({ name: "カメラ" }));
    expect(readChanged([["<h1>カメラ</h1>", "<h2>カメラ</h2>"]])).toEqual(UNREADABLE);
    expect(readChanged([['data-testid="display-name"', ""]], shopsProduct())).toEqual(UNREADABLE);
  });
});

describe("the photo", () => {
  const photo = (item: ListedItem) =>
    item.isShop
      ? `https://assets.mercari-shops-static.com/-/large/plain/${item.id}.jpg@jpg`
      : `https://static.mercdn.net/item/detail/orig/photos/${item.id}_1.jpg?1790000000`;
  const social = (item: ListedItem, address: string) =>
    [`og:image" content="${photo(item)}"`, `og:image" content="${address}"`] as const;

  it.each([
    [listed(), "https://evil.example/photos/m00000000001_1.jpg"],
    [listed(), "https://static.mercdn.net/photos/xm00000000001_1.jpg"],
    [listed(), "https://static.mercdn.net/photos/m000000000012_1.jpg"],
    [listed(), "https://static.mercdn.net/logo.png?/m00000000001_"],
    [shopsProduct(), "https://static.mercdn.net/photos/2JZZaaaaaaaaaaaaaaaaaa_1.jpg"],
  ])("of %j is that of the page where the social image is %s", (item, address) => {
    expect(readChanged([social(item, address)], item)).toEqual(detail({ imageUrl: photo(item) }));
  });

  it("of a shop's product is the social image if that is a shop's", () => {
    const address = "https://assets.mercari-shops-static.com/other.jpg";
    expect(readChanged([social(shopsProduct(), address)], shopsProduct())).toEqual(detail({ imageUrl: address }));
  });

  it("is the first one of a page without a carousel, or whose carousel is empty", () => {
    const none = social(listed(), "data:x");
    const imageUrl = photo(listed());
    expect(readChanged([none, ['data-testid="carousel"', ""]])).toEqual(detail({ imageUrl }));
    const empty = '<div data-testid="carousel"><img src="data:x"></div><div>';
    expect(readChanged([none, ['<div data-testid="carousel">', empty]])).toEqual(detail({ imageUrl }));
    const video = '<div data-testid="carousel"><video src="/v.mp4"></video>';
    expect(readChanged([none, ['<div data-testid="carousel">', video]])).toEqual(detail({ imageUrl }));
    const both = ['data-testid="image-0"', ""] as const;
    expect(readChanged([none, both])).toEqual(detail({ imageUrl }));
    expect(readChanged([none, ['data-testid="carousel"', ""], both])).toEqual(detail({ imageUrl: null }));
  });
});

describe("the seller", () => {
  const link = '<a data-testid="seller-link" href="/user/profile/999000077">';

  it.each([
    ["the first link that leads to a profile", `<a data-testid="seller-link" href="/x"></a>${link}`, "999000077"],
    ["no element without a link", `<p data-testid="seller-link" href="/user/profile/5"></p>${link}`, "999000077"],
    ["no shop", '<a data-testid="seller-link" href="/shops/profile/abc">', null],
    ["none without an address", '<a data-testid="seller-link">', null],
  ])("of an individual's listing is %s", (_what, changed, sellerId) => {
    expect(readChanged([[link, changed]])).toEqual(detail({ sellerId }));
  });

  it("of a shop's product is linked from the product", () => {
    const before = '<div data-testid="product-detail-container">';
    const other = `<a href="/shops/profile/other"></a>${before}<p href="/shops/profile/none"></p>`;
    expect(readChanged([[before, other]], shopsProduct())).toEqual(detail({ sellerId: "ZZVRbbbbbbbbbbbbbbbbbb" }));
  });
});

describe("the time of a sale", () => {
  const time = '<p class="merText secondary__1f0c2a77">3日前</p>';
  const soldOutAt = "2026-11-17T03:00:00.000Z";

  it.each([
    ["not that of a definition", "<dl><dt>更新</dt><dd>3日前</dd></dl>", null],
    ["not that of a row with more classes", '<div class="x merDisplayRow y"><p>3日前</p></div>', null],
    ["that of a row of another class", '<div class="merDisplayRows"><p>3日前</p></div>', soldOutAt],
    ["that of a row with a longer class", '<div class="xmerDisplayRow"><p>3日前</p></div>', soldOutAt],
  ])("is %s", (_what, changed, at) => {
    expect(readChanged([[time, changed]], listed({ state: "sold_out" }))).toEqual(detail({ soldOutAt: at }));
  });

  it("is not that of a listing on sale", () => {
    expect(readChanged([])).toEqual(detail({ soldOutAt: null, soldOutAtToleranceSeconds: null }));
  });
});

describe("a status", () => {
  it.each([200, 203, 299])("of success is that of a listing: %i", (status) => {
    expect(readDetail(itemDocument(listed()), listed(), { status })).toEqual(detail({ price: 12_800 }));
  });

  it.each([199, 300, 405, 411])("of another kind is an error: %i", (status) => {
    expect(readDetail(deletedDocument, listed(), { status })).toEqual(errorOf("http_error", status));
  });
});

it.each(["item-detail-container", "product-detail-container"])(
  "a page with a listing's part, %s, is not deleted",
  (testId) => {
    const html = documentWith(`<div data-testid="${testId}"></div><h1>該当する商品は削除されています。</h1>`);
    expect(readDetail(html)).toEqual(UNREADABLE);
    expect(readDetail(html, shopsProduct())).toEqual(UNREADABLE);
  },
);
