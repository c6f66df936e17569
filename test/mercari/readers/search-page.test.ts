import { describe, expect, it } from "vitest";
import type { FoundItems } from "../../../lambdas/mercari/readers/search-page.ts";
import type { ListedItem } from "../../../lib/local/sites/mercari-pages.ts";
import {
  cardOf,
  challengeDocument,
  changedSearchDocument,
  deletedDocument,
  documentWith,
  itemDocument,
  noResultsDocument,
  placeholder,
  searchDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { errorOf, listed, readSearch, shopsProduct } from "./page-answers.ts";

const NO_RESULTS = "出品された商品がありません";

/** Reads a page with these cards, which must contain listings. */
function found(cards: readonly string[], next: string | null = null): FoundItems {
  const outcome = readSearch(searchDocument("x", cards, next));
  if (outcome.kind !== "items") throw new Error(`The page is ${JSON.stringify(outcome)}.`);
  return outcome;
}

/** Reads the only listing of a page with one card. */
function foundItem(card: string) {
  const { items, ...rest } = found([card]);
  expect(rest).toMatchObject({ complete: true, unparsedCells: 0, placeholderCells: 0, auctionIds: [] });
  expect(items).toHaveLength(1);
  return items[0];
}

const another = cardOf(listed({ id: "m00000000002" }), "A");

describe.each(["A", "B"] as const)("a card of layout %s", (layout) => {
  const card = (changes: Partial<ListedItem> = {}) => cardOf(listed(changes), layout);

  it("gives the fields of an individual's listing", () => {
    expect(foundItem(card())).toEqual({
      externalId: "m00000000001",
      name: "カメラ",
      price: 12_800,
      sellingUrl: "https://jp.mercari.com/item/m00000000001",
      imageUrl: "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg?1790000000",
      sellingStatus: 1,
      sellerType: 1,
    });
  });

  it("gives the fields of a shop's product", () => {
    expect(foundItem(cardOf(shopsProduct(), layout))).toMatchObject({
      externalId: "2JZZaaaaaaaaaaaaaaaaaa",
      sellingUrl: "https://jp.mercari.com/shops/product/2JZZaaaaaaaaaaaaaaaaaa",
      imageUrl: "https://assets.mercari-shops-static.com/-/small/plain/2JZZaaaaaaaaaaaaaaaaaa.jpg@webp",
      sellerType: 2,
    });
  });

  it.each([
    ["Q&A <b>\"quoted\"</b> 'it's'"],
    ["👨‍👩‍👧 絵文字 🇯🇵"],
    ["ｶﾒﾗ　全角  二つ é"],
    ["&amp; &lt;br&gt;"],
    ["</a></li></ul>"],
    ["<script>alert(1)</script>"],
    ["作例の画像 3,000円分"],
    ["売り切れ SOLD 現在 ¥300"],
    ["現在"],
    ["$100 US$20.50"],
  ])("keeps the name %j unchanged", (name) => {
    expect(foundItem(card({ name }))).toMatchObject({ name, price: 12_800, sellingStatus: 1 });
  });

  it("trims a name", () => {
    expect(foundItem(card({ name: "\u3000 カメラ\n" }))?.name).toBe("カメラ");
  });

  it.each([300, 9_999_999])("gives the price %i", (price) => {
    expect(foundItem(card({ price }))?.price).toBe(price);
  });

  it("is sold by its sold sticker", () => {
    expect(foundItem(card({ state: "sold_out" }))?.sellingStatus).toBe(2);
  });

  it("of an auction is no listing with a price", () => {
    const page = found([card({ isAuction: true }), card({ isAuction: true }), another]);
    expect(page).toMatchObject({ auctionIds: ["m00000000001"], complete: true, unparsedCells: 0 });
    expect(page.items.map(({ externalId }) => externalId)).toEqual(["m00000000002"]);
  });

  it("may have other class hashes, attribute orders, quotes and comments", () => {
    const usual = card({ name: "A > B" });
    const shuffled = usual
      .replaceAll("1f0c2a77", "9e8d7c6b")
      .replace(/<a ([^>]*)>/, (_, attributes: string) => `<a ${attributes.split(" ").reverse().join("\n")}>`)
      .replaceAll("<span>¥</span>", "<span>¥</span><!-- --> ");
    expect(foundItem(shuffled)).toEqual(foundItem(usual));
    expect(foundItem(usual.replaceAll(/="([^"']*)"/g, "='$1'"))).toEqual(foundItem(usual));
  });

  it.each([
    ["m00000000001", "/en/item/m00000000001?a=b&amp;c#d"],
    ["m00000000001", "https://jp.mercari.com/item/m00000000001/"],
    ["2JZZaaaaaaaaaaaaaaaaaa", "/shops/product/2JZZaaaaaaaaaaaaaaaaaa"],
  ])("is %s by the link %s, whatever its type attribute is", (externalId, href) => {
    expect(foundItem(card().replace('href="/item/m00000000001"', `href="${href}"`))?.externalId).toBe(externalId);
  });

  it("that links to another page is ignored", () => {
    const page = found([card().replace("/item/m00000000001", "https://ads.example/item/m1"), another]);
    expect(page).toMatchObject({ items: [{ externalId: "m00000000002" }], complete: true });
  });

  it("without a price or a name is counted", () => {
    const nameless = card({ name: " " });
    const priceless = card().replaceAll("12,800", "");
    const foreign = card({ id: "m00000000003" }).replaceAll("12,800円", "US$82.10").replaceAll("¥", "US$");
    expect(found([nameless, priceless, foreign, another])).toMatchObject({
      unparsedCells: 3,
      placeholderCells: 0,
      complete: false,
      items: [{ externalId: "m00000000002" }],
    });
  });

  it("that occurs twice is read once: the first counts", () => {
    const page = found([card({ price: 1000 }), another, card({ price: 2000 })]);
    expect(page.items.map(({ price }) => price)).toEqual([1000, 12_800]);
    expect(page.complete).toBe(true);
  });

  it.each([
    ['src="data:image/gif;base64,R0lGOD" data-src="//static.mercdn.net/x.webp"', "https://static.mercdn.net/x.webp"],
    ['data-src="/x.webp"', "https://jp.mercari.com/x.webp"],
    ['src="http://static.mercdn.net/x.webp?a&amp;b"', "https://static.mercdn.net/x.webp?a&b"],
    ['src=" "', "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg"],
    ['src=""', "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg"],
    ['src="data:image/gif;base64,R0lGOD"', "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg"],
  ])("with the image %s shows %s", (attributes, imageUrl) => {
    expect(foundItem(card().replace(/src="[^"]*"/, attributes))?.imageUrl).toBe(imageUrl);
  });

  it("of a shop without an image has no picture", () => {
    expect(foundItem(cardOf(shopsProduct(), layout).replace(/<img[^>]*>/, ""))?.imageUrl).toBe("");
  });
});

describe("a card of layout A", () => {
  const label = (text: string) => cardOf(listed(), "A").replace(/aria-label="カメラ[^"]*"/, `aria-label="${text}"`);
  const withoutCaption = (card: string) => card.replace(/<div class="caption.*?<\/div>/, "");

  it.each([
    ["カメラの画像 78,980円", { name: "カメラ", price: 78_980, sellingStatus: 1 }],
    ["カメラの画像 売り切れ 78,980円", { sellingStatus: 2 }],
    ["カメラの画像 78,980円 US$520.11", { price: 78_980 }],
    ["カメラの画像 78,980円 BRL2,629.22", { price: 78_980 }],
    ["カメラの画像 公開停止中 78,980円", { price: 78_980, sellingStatus: 1 }],
    ["カメラの画像 ￥78,980", { price: 78_980 }],
    ["作例の画像 3,000円の画像 売り切れ 500円", { name: "作例の画像 3,000円", price: 500, sellingStatus: 2 }],
    ["売り切れの画像 500円", { name: "売り切れ", price: 500, sellingStatus: 1 }],
    ["&quot;Q&amp;amp;A&quot;の画像 500円", { name: '"Q&amp;A"' }],
  ])("labelled %j is read from its label", (text, expected) => {
    expect(foundItem(withoutCaption(label(text)))).toMatchObject(expected);
  });

  it.each(["カメラの画像", "カメラの画像 US$520.11", "カメラの画像 1,329.22円", "カメラ 500円", "の画像 500円"])(
    "labelled %j is not read",
    (text) => {
      expect(found([withoutCaption(label(text)), another])).toMatchObject({ unparsedCells: 1, complete: false });
    },
  );

  it.each(["現在 500円", "売り切れ 現在 500円", "現在500円 US$3.10"])("labelled %j is an auction", (text) => {
    expect(found([label(`カメラの画像 ${text}`), another]).auctionIds).toEqual(["m00000000001"]);
  });

  it.each([
    ["売り切れ", 2],
    ["SOLD", 2],
    ["公開停止中", 1],
    ["売り切れ間近", 1],
    ["", 1],
  ])("with the sticker %j has the status %i", (text, status) => {
    const sticker = `<div data-testid="thumbnail-sticker" role="img" aria-label="${text}"></div>`;
    expect(foundItem(cardOf(listed(), "A").replace("</figure>", `${sticker}</figure>`))?.sellingStatus).toBe(status);
  });
});

describe("the result grid", () => {
  it("is the only part that is read", () => {
    const page = searchDocument("x", [cardOf(listed(), "A")], null);
    const beside = `<section><h2>おすすめ</h2><ul>${another}${placeholder}</ul></section></main>`;
    expect(readSearch(page.replace("</main>", beside))).toMatchObject({
      items: [{ externalId: "m00000000001" }],
      placeholderCells: 0,
    });
  });

  it("is found by either of its names", () => {
    const page = searchDocument("x", [another], null);
    for (const name of [' data-testid="search-item-grid"', ' id="item-grid"']) {
      expect(readSearch(page.replace(name, ""))).toMatchObject({ kind: "items", complete: true });
    }
  });

  it("counts the cards that no script has filled", () => {
    expect(found([another, placeholder, placeholder])).toMatchObject({ placeholderCells: 2, complete: false });
  });

  it("separates its cards when an element in one is never closed", () => {
    const broken = cardOf(listed({ price: 500 }), "A").replace("</figure>", "");
    const page = found([broken, another, cardOf(listed({ id: "m00000000003", state: "sold_out" }), "B")]);
    expect(page.items.map(({ price, sellingStatus }) => [price, sellingStatus])).toEqual([
      [500, 1],
      [12_800, 1],
      [12_800, 2],
    ]);
  });

  it("assigns the elements of a nested card to the inner card", () => {
    const inner = cardOf(listed({ id: "m00000000002", name: "レンズ" }), "B");
    const { items } = found([cardOf(listed(), "B").replace("カメラ</", `カメラ${inner}</`)]);
    expect(items.map(({ externalId, name }) => [externalId, name])).toEqual([
      ["m00000000001", "カメラ"],
      ["m00000000002", "レンズ"],
    ]);
  });

  it("with auctions only counts as read", () => {
    const card = cardOf(listed({ isAuction: true }), "B");
    expect(found([card])).toMatchObject({ items: [], auctionIds: ["m00000000001"], complete: true });
  });
});

describe("the next page", () => {
  it.each([
    ["/search?keyword=x&page_token=v1%3A1", "v1:1", false],
    ["/en/en/search?page_token=v1:7&keyword=y", "v1:7", false],
    ["https://jp.mercari.com/search?page_token=v1%3A1", "v1:1", false],
    ["/search?keyword=x", null, false],
    ["http://[", null, false],
    [null, null, true],
  ])("behind the link %j has the token %j, and this page is the last: %j", (next, nextPageToken, isLastPage) => {
    expect(found([another], next)).toMatchObject({ nextPageToken, isLastPage });
  });

  it("is not the target of another link", () => {
    const page = searchDocument("x", [another], null);
    const previous =
      '<div data-testid="pagination-prev-button"><a href="/search?page_token=v1%3A0">前へ</a></div></main>';
    expect(readSearch(page.replace("</main>", previous))).toMatchObject({ nextPageToken: null });
  });
});

describe("no results", () => {
  const said = (main: string) => readSearch(documentWith(`<h1>x の検索結果</h1>${main}`));

  it.each([
    ["in the site's own words", noResultsDocument("x")],
    ["with an empty grid", searchDocument("x", [], null).replace("</main>", `<p>${NO_RESULTS}</p></main>`)],
    ["beside recommended listings", noResultsDocument("x").replace("</main>", `<ul>${another}</ul></main>`)],
    ["with more text in the line", documentWith(`<p>${NO_RESULTS}。条件を変えてください</p>`)],
    ["in several elements", documentWith(`<div><span>出品された</span><b>商品が</b><!-- --><br> ありません</div>`)],
    ["before a line break", documentWith(`<div>${NO_RESULTS}<br>条件を変えてください</div>`)],
  ])("are stated by a page %s", (_name, html) => {
    expect(readSearch(html)).toEqual({ kind: "no_results" });
  });

  it.each([
    ["in a comment", `<!-- <p>${NO_RESULTS}</p> -->`],
    ["in an attribute", `<p title="${NO_RESULTS}" aria-label="${NO_RESULTS}">x</p>`],
    ["hidden", `<div hidden id="S:0"><p>${NO_RESULTS}</p></div>`],
    ["in the keyword", `<h2>「${NO_RESULTS}」の検索結果</h2><h2>${NO_RESULTS} の検索結果</h2>`],
    ["in the filters", `<aside><p>${NO_RESULTS}</p></aside><button>${NO_RESULTS}</button>`],
    ["in the name of a recommended listing", `<ul>${cardOf(listed({ name: NO_RESULTS }), "A")}</ul>`],
    ["in part only", "<p>出品された商品が</p><p>ありません</p>"],
  ])("are not stated %s", (_name, main) => {
    expect(said(main)).toEqual(errorOf("unrecognized"));
  });

  it("are not stated outside the main part", () => {
    const html = documentWith("<h1>x の検索結果</h1>").replace("<footer>", `<footer><p>${NO_RESULTS}</p>`);
    expect(readSearch(html)).toEqual(errorOf("unrecognized"));
  });

  it("are not accepted from a page with unfilled cells", () => {
    const page = (cell: string) => searchDocument("x", [cell], null).replace("</main>", `<p>${NO_RESULTS}</p></main>`);
    expect(readSearch(page(placeholder))).toEqual(errorOf("not_rendered"));
    expect(readSearch(page(cardOf(listed({ name: "" }), "B")))).toEqual(errorOf("unrecognized"));
  });

  it("are not accepted from a page with listings", () => {
    const html = searchDocument("x", [another], null).replace("</main>", `<p>${NO_RESULTS}</p></main>`);
    expect(readSearch(html)).toMatchObject({ kind: "items", complete: true });
  });
});

describe("a page that can't be used", () => {
  const whole = searchDocument("x", [another], null);

  it.each([
    ["blocked", 403, whole],
    ["blocked", 200, challengeDocument],
    ["rate_limited", 429, whole],
    ["http_error", 500, whole],
    ["http_error", 404, noResultsDocument("x")],
    ["truncated", 200, ""],
    ["truncated", 200, whole.slice(0, -1)],
    ["truncated", 200, noResultsDocument("x").replace("</html>", "")],
    ["not_rendered", 200, searchDocument("x", [placeholder], null)],
    ["not_rendered", 200, documentWith("")],
    ["not_rendered", 200, documentWith('<h1>x</h1><div class="merSkeleton"></div>')],
    ["unrecognized", 200, changedSearchDocument("x", [listed()])],
    ["unrecognized", 200, searchDocument("x", [], null)],
    ["unrecognized", 200, searchDocument("x", [cardOf(listed({ name: "" }), "A"), placeholder], null)],
    ["unrecognized", 200, searchDocument("x", [another.replace("/item/", "/catalog/")], null)],
    ["unrecognized", 200, itemDocument(listed(), [listed()])],
    ["unrecognized", 200, deletedDocument],
    ["unrecognized", 200, "<html><body>ただいまメンテナンス中です</body></html>"],
  ])("is %s, with status %i (%#)", (errorKind, status, html) => {
    expect(readSearch(html, { status })).toEqual(errorOf(errorKind, status));
  });

  it("is no challenge because Cloudflare checks the browser", () => {
    const script = '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script></body>';
    expect(readSearch(noResultsDocument("x").replace("</body>", script))).toEqual({ kind: "no_results" });
  });

  it("is a response whose type is not HTML", () => {
    expect(readSearch(whole, { headers: { "content-type": "application/json" } })).toEqual(errorOf("unrecognized"));
    expect(readSearch(whole, { headers: {} })).toMatchObject({ kind: "items" });
  });
});
