import { describe, expect, it } from "vitest";
import {
  cardOf,
  documentWith,
  noResultsDocument,
  placeholder,
  searchDocument,
} from "../../../lib/local/sites/mercari-pages.ts";
import { errorOf, listed, readSearch } from "./page-answers.ts";

const another = cardOf(listed({ id: "m00000000002" }), "A");
const [cardA, cardB] = [cardOf(listed(), "A"), cardOf(listed(), "B")];
const read = (card: string, next: string | null = null) => readSearch(searchDocument("x", [card, another], next));

/** The only listing of a page beside another one. */
function item(card: string) {
  const page = read(card);
  return page.kind === "items" ? page.items.find(({ externalId }) => externalId !== "m00000000002") : page;
}

const LINK = 'href="/item/m00000000001"';
const link = (href: string, more = "") => `<a href="${href}" ${more}></a>`;

describe("the link of a card", () => {
  const untold = cardB.replace('data-testid="thumbnail-link"', "");

  it.each([
    ["the first one to a listing", untold.replace("<div>", `<div>${link("/x")}${link("/item/m5")}`), "m5"],
    ["the only one that is marked", cardB.replace("<div>", `<div>${link("/item/m5")}`), "m00000000001"],
    ["no address of another element", untold.replace("<div>", '<div><p href="/item/m5"></p>'), "m00000000001"],
    ["not an empty one", untold.replace("<div>", `<div>${link(" ")}`), "m00000000001"],
  ])("is %s", (_what, card, externalId) => {
    expect(item(card)).toMatchObject({ externalId });
  });

  it("that is marked decides, even if it leads elsewhere", () => {
    const card = cardB.replace(LINK, 'href="/x"').replace("<div>", `<div>${link("/item/m5")}`);
    expect(read(card)).toMatchObject({ items: [{ externalId: "m00000000002" }], complete: true, placeholderCells: 0 });
  });

  it("that is empty leaves a placeholder", () => {
    expect(read(cardB.replace(LINK, 'href=" "'))).toMatchObject({ placeholderCells: 1, complete: false });
  });
});

describe("the texts of a card", () => {
  const name = (text: string) => `<p data-testid="thumbnail-item-name">${text}</p>`;
  const named = (texts: readonly string[]) =>
    cardB.replace('<p data-testid="thumbnail-item-name">カメラ</p>', texts.map(name).join(""));

  it("are the first that are not empty", () => {
    expect(item(named(["", " ", "", "カメラ"]))).toMatchObject({ name: "カメラ" });
    expect(item(named(["レンズ", "カメラ"]))).toMatchObject({ name: "レンズ" });
  });

  it("are read up to the fourth", () => {
    expect(read(named(["", "", "", "", "カメラ"]))).toMatchObject({ unparsedCells: 1 });
  });

  const sticker = (text: string) => `<i data-testid="item-tile-sticker">${text}</i>`;
  const stuck = (texts: readonly string[]) => cardB.replace("</picture>", `</picture>${texts.map(sticker).join("")}`);

  it.each([
    [["", "", "", " SOLD\n"], 2],
    [["", "", "", "", "SOLD"], 1],
    [["SOLD OUT"], 1],
  ])("with the stickers %j say the state %i", (texts, sellingStatus) => {
    expect(item(stuck(texts))).toMatchObject({ sellingStatus });
  });

  it("are not those of a card inside it", () => {
    const inner = cardOf(listed({ id: "m00000000003", state: "sold_out" }), "B");
    const card = stuck([inner]);
    expect(item(card)).toMatchObject({ externalId: "m00000000001", sellingStatus: 1 });
  });

  const label = (text: string) => cardA.replace('role="img" aria-label=""', `role="img" aria-label="${text}"`);

  it("are those of the first label with a price", () => {
    const nameless = label("レンズの画像 公開停止中 500円").replace(/カメラの画像 12,800円/, "カメラの画像");
    expect(item(nameless.replace(/<div class="caption.*?<\/div>/, ""))).toMatchObject({ name: "レンズ", price: 500 });
  });

  it.each(["公開停止中 売り切れ", "公開停止中  売り切れ", "売り切れ 公開停止中"])("are all of a label: %s", (marks) => {
    const card = cardA.replace("の画像 12,800円", `の画像 ${marks} 500円`);
    expect(item(card)).toMatchObject({ price: 500, sellingStatus: 2 });
  });

  it("are trimmed in a label", () => {
    const card = cardA.replace('aria-label="カメラの画像 ', 'aria-label=" カメラ の画像  ');
    expect(item(card.replace(/<div class="caption.*?<\/div>/, ""))).toMatchObject({ name: "カメラ", price: 12_800 });
  });
});

it("an auction is recognized by its shown price alone, and a listing without one is not an auction", () => {
  const shown = '<span class="merPrice">';
  expect(read(cardA.replace(shown, `${shown}現在 `))).toMatchObject({ auctionIds: ["m00000000001"] });
  expect(item(cardA.replace(shown, "<span>"))).toMatchObject({ price: 12_800 });
});

it("the picture of a card is its first image that has one", () => {
  const before = '<picture><video src="/v.mp4"></video><img src="data:x">';
  expect(item(cardB.replace("<picture>", before))).toMatchObject({
    imageUrl: "https://static.mercdn.net/thumb/item/webp/m00000000001_1.jpg?1790000000",
  });
});

it.each([
  [[cardA], "A"],
  [[cardA, placeholder], "A"],
  [[cardB], "B"],
  [[cardA, cardOf(listed({ id: "m00000000003" }), "B")], "mixed"],
] as const)("the layout of a page is that of its cards (%#)", (cards, layout) => {
  expect(readSearch(searchDocument("x", cards, null))).toMatchObject({ layout });
});

describe("the next page", () => {
  const token = (length: number) => "t".repeat(length);
  const button = (inside: string) =>
    readSearch(
      searchDocument("x", [another], null).replace(
        "</main>",
        `<div data-testid="pagination-next-button">${inside}</div></main>`,
      ),
    );

  it.each([
    [200, token(200)],
    [201, null],
  ])("has a token of at most 200 characters: %i", (length, nextPageToken) => {
    expect(read(cardA, `/search?page_token=${token(length)}`)).toMatchObject({ nextPageToken, isLastPage: false });
  });

  it("is that of the first link with a token", () => {
    const links = `${link("/search")}<p href="/search?page_token=no"></p><b>${link("/search?page_token=yes")}</b>`;
    expect(button(links)).toMatchObject({ nextPageToken: "yes", isLastPage: false });
  });

  it("is linked by the button itself", () => {
    const itself = `<a data-testid="pagination-next-button" href="/search?page_token=yes"></a></main>`;
    expect(readSearch(searchDocument("x", [another], null).replace("</main>", itself))).toMatchObject({
      nextPageToken: "yes",
    });
  });

  it("is none after a button without a link", () => {
    expect(button("<p>次へ</p>")).toMatchObject({ nextPageToken: null, isLastPage: true });
  });
});

describe("a page", () => {
  const challenge = { headers: { "cf-mitigated": "challenge" } };

  it("with listings is no challenge, whatever its headers say", () => {
    expect(readSearch(searchDocument("x", [another], null), challenge)).toMatchObject({ kind: "items" });
  });

  it.each([
    ["without results", noResultsDocument("x")],
    ["with unfilled cells", searchDocument("x", [placeholder], null)],
    ["that was cut off", "<html>"],
  ])("%s is a challenge by its headers", (_what, html) => {
    expect(readSearch(html, challenge)).toEqual(errorOf("blocked"));
  });

  it.each([
    [199, "http_error"],
    [200, "no_results"],
    [299, "no_results"],
    [300, "http_error"],
  ])("with status %i is %s", (status, kind) => {
    const outcome = readSearch(noResultsDocument("x"), { status });
    expect(outcome.kind === "error" ? outcome.errorKind : outcome.kind).toBe(kind);
  });

  it("has no cells outside its grid", () => {
    expect(readSearch(documentWith(`<ul>${another}</ul>`))).toEqual(errorOf("unrecognized"));
  });
});
