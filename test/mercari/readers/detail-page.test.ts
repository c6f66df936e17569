import { describe, expect, it } from "vitest";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import {
  cardOf,
  challengeDocument,
  deletedDocument,
  documentWith,
  itemDocument,
  notFoundDocument,
  searchDocument,
  skeletonDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { detail, readChanged } from "./changed-page.ts";
import { errorOf, listed, readDetail, shopsProduct } from "./page-answers.ts";

const DELETED = "該当する商品は削除されています。";
const soldOther = listed({ id: "m00000000009", state: "sold_out", name: "別の品" });

const readWith = (pattern: string | RegExp, replacement: string, item?: ListedItem) =>
  readChanged([[pattern, replacement]], item);

describe("a listing's detail page", () => {
  it.each([
    [
      "an individual's listing",
      listed({ name: "Q&A <b> 👨‍👩‍👧" }),
      {
        externalId: "m00000000001",
        name: "Q&A <b> 👨‍👩‍👧",
        sellingUrl: "https://jp.mercari.com/item/m00000000001",
        imageUrl: "https://static.mercdn.net/item/detail/orig/photos/m00000000001_1.jpg?1790000000",
        sellerType: 1,
        sellerId: "999000077",
      },
    ],
    [
      "a shop's product",
      shopsProduct(),
      {
        externalId: "2JZZaaaaaaaaaaaaaaaaaa",
        name: "カメラ",
        sellingUrl: "https://jp.mercari.com/shops/product/2JZZaaaaaaaaaaaaaaaaaa",
        imageUrl: "https://assets.mercari-shops-static.com/-/large/plain/2JZZaaaaaaaaaaaaaaaaaa.jpg@jpg",
        sellerType: 2,
        sellerId: "ZZVRbbbbbbbbbbbbbbbbbb",
      },
    ],
  ])("gives the fields of %s", (_what, item, its) => {
    const sale = { price: 12_800, sellingStatus: 1, condition: 3, soldOutAt: null, soldOutAtToleranceSeconds: null };
    expect(readDetail(itemDocument(item, [soldOther]), item)).toEqual({ kind: "detail", item: { ...its, ...sale } });
  });

  it.each(["trading", "sold_out"] as const)("of a listing that is %s gives the state and its time", (state) => {
    for (const item of [listed({ state }), shopsProduct({ state })]) {
      expect(readDetail(itemDocument(item), item)).toEqual(
        detail({ sellingStatus: 2, soldOutAt: "2026-11-17T03:00:00.000Z", soldOutAtToleranceSeconds: 86_400 }),
      );
    }
  });

  it("is accepted under its address in another language", () => {
    const url = "https://jp.mercari.com/en/item/m00000000001?x=y";
    expect(readDetail(itemDocument(listed()), listed(), { url })).toEqual(
      detail({ sellingUrl: "https://jp.mercari.com/item/m00000000001" }),
    );
  });

  it("may lack the seller and the photo", () => {
    expect(readWith('data-testid="seller-link"', "")).toEqual(detail({ sellerId: null }));
    const bare = itemDocument(listed()).replaceAll(/<img[^>]*>|<meta property="og:image"[^>]*>/g, "");
    expect(readDetail(bare)).toEqual(detail({ imageUrl: null }));
  });
});

describe("the state of an individual's listing", () => {
  const button =
    '<div class="merButton" data-testid="checkout-button" name="purchase"><button type="button">購入手続きへ</button></div>';
  const checkout = (inside: string, attributes = 'name="purchase"') =>
    `<div data-testid="checkout-button" ${attributes}>${inside}</div>`;

  it.each([
    [
      "another order of attributes",
      '<div name="purchase" data-testid="checkout-button"><button>購入手続きへ</button></div>',
      1,
    ],
    ["a bare button", '<button data-testid="checkout-button" name="purchase">購入手続きへ</button>', 1],
    ["a name that contains the state", checkout("<button>売り切れました</button>", 'name="disabled"'), 2],
    ["a disabled button", checkout("<button disabled>売り切れました</button>", ""), 2],
    ["a button disabled for everyone", '<button data-testid="checkout-button" aria-disabled="true">x</button>', 2],
    ["a deal in progress", '<div data-testid="view-transaction-button"><a href="/transaction/x">取引</a></div>', 2],
    ["a disabled field beside the button", checkout("<input disabled><button>購入手続きへ</button>"), 1],
    ["a button that is expressly not disabled", checkout('<button aria-disabled="false">購入手続きへ</button>'), 1],
    ["an element in the role of a button", checkout('<p role="button" aria-disabled="true">購入手続きへ</p>'), 2],
    ["an enabled button in a disabled one", checkout("<button>購入手続きへ</button>", "name=purchase disabled"), 2],
  ])("is found by %s", (_name, changed, sellingStatus) => {
    expect(readWith(button, changed)).toEqual(detail({ sellingStatus }));
  });

  it.each([
    ["no button", ""],
    ["an auction's button", checkout("<button>入札する</button>", 'name="bid"')],
    ["a button without a name", checkout("<button>購入手続きへ</button>", "")],
    ["text alone", "<p>売り切れました</p>"],
  ])("is not guessed from %s", (_name, changed) => {
    expect(readWith(button, changed)).toEqual(errorOf("unrecognized"));
  });

  it("is not guessed without the container of the buttons", () => {
    expect(readWith('data-testid="checkout-button-container"', "")).toEqual(errorOf("unrecognized"));
  });

  it("is not read from text by users", () => {
    const comments = "<p>売り切れました</p><button disabled>売り切れました</button>";
    expect(readWith("動作確認済みです。", "売り切れ 売り切れました SOLD")).toEqual(detail({ sellingStatus: 1 }));
    expect(readWith('data-testid="comment-list">', `data-testid="comment-list">${comments}`)).toEqual(
      detail({ sellingStatus: 1 }),
    );
  });
});

describe("the state of a shop's product", () => {
  const button = '<div data-testid="variant-purchase-button"><button type="button">購入手続きへ</button></div>';

  it.each([
    ["a button without a test id", "<div><button>購入手続きへ</button></div>", 1],
    ["a button beside disabled ones", "<button disabled>−</button><button> 購入手続きへ\n</button>", 1],
    ["no stock", '<p data-testid="out-of-stock">在庫切れ</p>', 2],
    ["a disabled button", "<button disabled>購入手続きへ</button>", 2],
    [
      "a disabled button with another text",
      '<div data-testid="variant-purchase-button"><button disabled>販売終了</button></div>',
      2,
    ],
    [
      "a button whose test id says disabled",
      '<div data-testid="disabled-purchase-button"><button>購入手続きへ</button></div>',
      2,
    ],
    ["a button that is the purchase area", '<button data-testid="variant-purchase-button" disabled>終了</button>', 2],
    ["a button that is the disabled area", '<button data-testid="disabled-purchase-button">購入手続きへ</button>', 2],
    ["one of two disabled buttons", "<button disabled>売り切れ</button><button disabled>−</button>", 2],
    ["one of two buttons", "<button>購入手続きへ</button><button>カートに入れる</button>", 1],
    ["an element in the role of a button", '<a role="button">購入手続きへ</a>', 1],
    ["the last of a hundred buttons", `${"<button>+</button>".repeat(99)}<button>購入手続きへ</button>`, 1],
  ])("is found by %s", (_name, changed, sellingStatus) => {
    expect(readWith(button, changed, shopsProduct())).toEqual(detail({ sellingStatus }));
  });

  it.each([
    ["no button", ""],
    ["a disabled button of the quantity", "<button disabled>−</button>"],
    ["another button", "<button>カートに入れる</button>"],
    ["text alone", "<p>購入手続きへ</p><p>在庫切れ</p>"],
    ["two different states", '<button>購入手続きへ</button><p data-testid="out-of-stock">在庫切れ</p>'],
    ["the last of more than a hundred buttons", `${"<button>+</button>".repeat(100)}<button>購入手続きへ</button>`],
    ["a disabled button whose text only contains a known one", "<button disabled>まだ売り切れ</button>"],
    ["a button with more text", "<button>購入手続きへ進む</button>"],
  ])("is not guessed from %s", (_name, changed) => {
    expect(readWith(button, changed, shopsProduct())).toEqual(errorOf("unrecognized"));
  });
});

describe("the price", () => {
  const price = "<span>¥</span><span>12,800</span>";
  const converted = (text: string) => `<p data-testid="converted-currency-section">${text}</p>`;

  it.each([
    ["in yen", "<span>￥</span>\n<!-- --><b>9,999,999</b>", 9_999_999],
    ["in yen, with another currency beside", `<span>12,800円</span>${converted("US$82.10")}`, 12_800],
    ["in another currency, with yen beside", `<span>US$</span><span>82.10</span>${converted("(¥12,800)")}`, 12_800],
    ["in the yuan of China, with yen beside", `<span>CN¥</span><span>582.10</span>${converted("12,800円")}`, 12_800],
  ])("may be %s", (_name, changed, yen) => {
    expect(readWith(price, changed)).toEqual(detail({ price: yen }));
  });

  it.each([
    ["in another currency", "<span>US$</span><span>82.10</span>"],
    ["in another currency, two times", `<span>US$</span><span>82.10</span>${converted("EUR 70.00")}`],
    ["a current bid", "<span>現在</span><span>¥</span><span>300</span>"],
    ["nothing", ""],
  ])("must not be %s", (_name, changed) => {
    expect(readWith(price, changed)).toEqual(errorOf("unrecognized"));
  });
});

describe("the photo", () => {
  const social = /<meta property="og:image"[^>]*>/;

  it.each([
    ["the site's logo", '<meta property="og:image" content="https://web-jp-assets-v2.mercdn.net/ogp.png">'],
    [
      "the photo of another listing",
      '<meta property="og:image" content="https://static.mercdn.net/item/detail/orig/photos/m00000000009_1.jpg">',
    ],
    ["missing", ""],
  ])("is the first of the carousel where the social image is %s", (_name, changed) => {
    const imageUrl = "https://static.mercdn.net/item/detail/orig/photos/m00000000001_1.jpg?1790000000";
    expect(readWith(social, changed)).toEqual(detail({ imageUrl }));
  });

  it("is the social image if that shows the listing", () => {
    const address = "//static.mercdn.net/c!/w=240/photos/m00000000001_1.jpg?1&amp;2";
    expect(readWith(social, `<meta content="${address}" property="og:image">`)).toEqual(
      detail({ imageUrl: "https://static.mercdn.net/c!/w=240/photos/m00000000001_1.jpg?1&2" }),
    );
  });
});

describe("the time of a sale", () => {
  const sold = listed({ state: "sold_out" });
  const time = /<p class="merText secondary__1f0c2a77">3日前<\/p>/;
  const none = { sellingStatus: 2, soldOutAt: null, soldOutAtToleranceSeconds: null };

  it.each([
    ["半年以上前", "<p>半年以上前</p>"],
    ["none", ""],
    ["several", "<p>3日前</p><p>5日前</p>"],
    ["one with a label", "<p>最終ログイン 3日前</p>"],
    ["one in a named row", '<div class="merDisplayRow"><span>更新</span><div>3日前</div></div>'],
    ["one in the description", '<pre data-testid="description">3日前</pre>'],
    ["one in the seller's link", '<a href="/user/profile/1"><p>3日前</p></a>'],
  ])("is unknown with %s", (_name, changed) => {
    expect(readWith(time, changed, sold)).toEqual(detail(none));
  });

  it("may be split over several elements, and be there twice", () => {
    const changed = "<div><p><span>2</span><!-- --><span>時間前</span></p></div><div>2時間前</div>";
    expect(readWith(time, changed, sold)).toEqual(
      detail({ soldOutAt: "2026-11-20T01:00:00.000Z", soldOutAtToleranceSeconds: 3_600 }),
    );
  });
});

describe("a deleted listing", () => {
  it.each([
    [200, deletedDocument],
    [404, deletedDocument],
    [410, deletedDocument],
    [200, notFoundDocument],
    [404, notFoundDocument],
    [404, notFoundDocument.replace("</main>", `<ul>${cardOf(soldOther, "A")}</ul></main>`)],
    [200, documentWith(`<h1>${DELETED}</h1>`)],
  ])("is stated by the page itself, with status %i (%#)", (status, html) => {
    expect(readDetail(html, listed(), { status })).toEqual({ kind: "deleted" });
    expect(readDetail(html, shopsProduct(), { status })).toEqual({ kind: "deleted" });
  });

  it.each([
    ["truncated", 404, ""],
    ["not_rendered", 404, documentWith("")],
    ["unrecognized", 404, documentWith("<h1>Not Found</h1>")],
    ["unrecognized", 410, documentWith("<h1>Gone</h1>")],
    ["unrecognized", 404, itemDocument(listed())],
    ["unrecognized", 203, deletedDocument],
    ["truncated", 404, deletedDocument.replace("</html>", "")],
    ["http_error", 500, deletedDocument],
    ["blocked", 403, deletedDocument],
    ["blocked", 200, challengeDocument],
    ["blocked", 200, challengeDocument.replace("</html>", "")],
    ["not_rendered", 200, skeletonDocument(listed())],
    ["unrecognized", 200, searchDocument("x", [cardOf(listed(), "A")], null)],
    ["unrecognized", 200, documentWith("<p>エラーが発生しました</p>")],
    ["unrecognized", 200, documentWith(`<h1>カメラ</h1><pre>${DELETED}</pre>`)],
    ["unrecognized", 200, documentWith(`<h1>カメラ</h1><div data-testid="comment"><p>${DELETED}</p></div>`)],
    ["unrecognized", 200, documentWith(`<h1>カメラ</h1><div hidden><p>${DELETED}</p></div>`)],
    ["unrecognized", 200, documentWith("<h1>カメラ</h1>").replace("<footer>", `<footer><p>${DELETED}</p>`)],
  ])("is not accepted from a page that is %s, with status %i (%#)", (errorKind, status, html) => {
    expect(readDetail(html, listed(), { status })).toEqual(errorOf(errorKind, status));
  });

  it("is not read from a comment or a description", () => {
    const html = itemDocument(listed())
      .replace("動作確認済みです。", DELETED)
      .replace("前回は売り切れでした。", DELETED);
    expect(readDetail(html)).toEqual(detail({ sellingStatus: 1 }));
    const unreadable = html.replace('data-testid="price"', "").replace("</main>", `<p>${DELETED}</p></main>`);
    expect(readDetail(unreadable)).toEqual(errorOf("unrecognized"));
  });
});

describe("a page that is no listing", () => {
  it.each([
    "https://jp.mercari.com/",
    "https://jp.mercari.com/item/m00000000009",
    "https://jp.mercari.com/shops/product/m00000000001",
    "https://login.example/item/m00000000001",
    "not an address",
  ])("is one that was answered under %s", (url) => {
    for (const html of [itemDocument(listed()), deletedDocument]) {
      expect(readDetail(html, listed(), { url })).toEqual(errorOf("unrecognized"));
    }
  });

  it("is a response whose type is not HTML", () => {
    const headers = { "content-type": "text/plain" };
    expect(readDetail(deletedDocument, listed(), { headers })).toEqual(errorOf("unrecognized"));
  });

  it("is a listing of the other type", () => {
    expect(readDetail(itemDocument(shopsProduct()), listed())).toEqual(errorOf("unrecognized"));
  });

  it.each(["name", "price", "item-detail-container"])("is one without %s", (testId) => {
    expect(readWith(`data-testid="${testId}"`, "")).toEqual(errorOf("unrecognized"));
  });
});
