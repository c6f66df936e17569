import { expect, it } from "vitest";
import { sharedAddress } from "../../../console/share/shared-address.ts";

/** The address that is shared where it matters only that it is one. */
const PAGE = "https://a.example/x";
const OTHER = "https://b.example/y";

/** What was shared, and the address, title and note that the form has of it. */
interface Shared {
  readonly shared: Parameters<typeof sharedAddress>[0];
  readonly url?: string;
  readonly title?: string;
  readonly note?: string;
}

it.each<[name: string, Shared]>([
  ["a page of a browser that fills everything", { shared: { title: "A page", text: "", url: PAGE }, title: "A page" }],
  ["Android: the address is the text", { shared: { title: "A page", text: PAGE }, title: "A page" }],
  ["Android: the address is in the title", { shared: { title: PAGE, text: "" } }],
  ["words before the address become the title", { shared: { text: `A good read ${PAGE}` }, title: "A good read" }],
  [
    "words after it",
    { shared: { title: "T", text: `See ${PAGE}, it is good.` }, title: "T", note: "See , it is good." },
  ],
  ["the end of a sentence", { shared: { text: `See ${PAGE}.` }, title: "See ." }],
  ["brackets around it", { shared: { title: "T", text: `(${PAGE})` }, title: "T", note: "()" }],
  ["square brackets around it", { shared: { title: "T", text: `[${PAGE}]` }, title: "T", note: "[]" }],
  ["brackets in it", { shared: { title: "T", text: `${PAGE}_(y)` }, url: `${PAGE}_(y)`, title: "T" }],
  ["brackets that are closed twice", { shared: { text: `${PAGE}_(y)))` }, url: `${PAGE}_(y)`, title: "))" }],
  ["the last of several", { shared: { title: "T", text: `${PAGE}\n${OTHER}` }, url: OTHER, title: "T", note: PAGE }],
  [
    "a title and a text that are longer than the API takes",
    {
      shared: { title: "t".repeat(501), text: `${"n".repeat(4_999)}🌲`, url: PAGE },
      title: "t".repeat(500),
      note: "n".repeat(4_999),
    },
  ],
  ["as many words as a title has", { shared: { text: `${"w".repeat(500)} ${PAGE}` }, title: "w".repeat(500) }],
  ["more words than a title has", { shared: { text: `${"w".repeat(501)} ${PAGE}` }, note: "w".repeat(501) }],
  [
    "one that begins like an earlier one",
    { shared: { text: `After ${PAGE}/2 now ${PAGE}` }, title: `After ${PAGE}/2 now` },
  ],
  [
    "a longer one than the one that is given",
    { shared: { text: `Part of ${PAGE}/2`, url: PAGE }, title: `Part of ${PAGE}/2` },
  ],
  [
    "the same twice: the last one was taken",
    { shared: { text: `${PAGE}, that is ${PAGE}` }, title: `${PAGE}, that is` },
  ],
  ["Japanese text without spaces", { shared: { text: `これが面白い${PAGE}を読んだ` }, title: "これが面白いを読んだ" }],
  [
    "Japanese brackets",
    {
      shared: { title: "記事", text: `「${PAGE}/%E6%97%A5?q=1#s」` },
      url: `${PAGE}/%E6%97%A5?q=1#s`,
      title: "記事",
      note: "「」",
    },
  ],
  ["a quotation of several lines", { shared: { text: `one\ntwo\n${PAGE}` }, note: "one\ntwo" }],
  ["the title again in the text", { shared: { title: "T", text: `T ${PAGE}` }, title: "T" }],
  [
    "a fragment that marks the quotation",
    { shared: { text: `"said" ${PAGE}#:~:text=said` }, url: `${PAGE}#:~:text=said`, title: '"said"' },
  ],
  ["no address", { shared: { title: "T", text: "only words" }, url: "", title: "T", note: "only words" }],
  ["nothing", { shared: {}, url: "" }],
  [
    "code is no address",
    { shared: { url: "javascript:alert(1)", text: "data:text/html,x" }, url: "", title: "data:text/html,x" },
  ],
  [
    "a port and a user, for the person to see",
    { shared: { url: "http://u:p@a.example:8080/x" }, url: "http://u:p@a.example:8080/x" },
  ],
  [
    "an address in Japanese with spaces around it, as a program that encodes nothing gives it",
    { shared: { url: " http://ja.example/東京\n" }, url: "http://ja.example/東京" },
  ],
  ["words in the place of the address", { shared: { title: "T", url: `${PAGE} is good` }, title: "T" }],
  ["a host that is none", { shared: { text: "https://[ is no address" }, url: "", title: "https://[ is no address" }],
  ["a scheme without a host", { shared: { text: "https:// nothing" }, url: "", title: "https:// nothing" }],
])("finds the page in what was shared: %s", (_, { shared, url = PAGE, title = "", note = "" }) => {
  expect(sharedAddress(shared)).toEqual({ url, title, note });
});

it.each([
  // One address, in any characters.
  ["https://ja.example/wiki/お茶", "https://ja.example/wiki/お茶", ""],
  ["https://日本語.example/", "https://日本語.example/", ""],
  ["https://ja.example/検索?q=お茶#入れ方", "https://ja.example/検索?q=お茶#入れ方", ""],
  ["https://ja.example/wiki/Xの悲劇", "https://ja.example/wiki/Xの悲劇", ""],
  ["https://ja.example/wiki/モーニング娘。", "https://ja.example/wiki/モーニング娘。", ""],
  ["https://ja.example/wiki/お茶（飲料）", "https://ja.example/wiki/お茶（飲料）", ""],
  // In a text.
  ["お茶\nhttps://ja.example/wiki/お茶", "https://ja.example/wiki/お茶", "お茶"],
  ["C言語 https://ja.example/wiki/C言語", "https://ja.example/wiki/C言語", "C言語"],
  ["見てhttps://お茶.example/", "https://お茶.example/", "見て"],
  ["siehe https://bücher.example/Käse.", "https://bücher.example/Käse", "siehe ."],
  ["Чай: https://ru.example/вики/Чай, вот", "https://ru.example/вики/Чай", "Чай: , вот"],
  ["茶（https://ja.example/ジョン・レノン）", "https://ja.example/ジョン・レノン", "茶（）"],
  ["「https://ja.example/お茶」を読む", "https://ja.example/お茶", "「」を読む"],
  ["[お茶](https://ja.example/お茶)", "https://ja.example/お茶", "[お茶]()"],
  ["読む→https://ja.example/お茶！", "https://ja.example/お茶", "読む→！"],
  ["お茶 https://ja.example/お茶〜、", "https://ja.example/お茶", "お茶 〜、"],
  // Text that follows an address at once.
  ["https://a.example/x、面白い", "https://a.example/x", "、面白い"],
  ["https://a.example/x。", "https://a.example/x", "。"],
  ["https://ja.example/お茶」", "https://ja.example/お茶", "」"],
  ["面白い https://a.example/xを読んだ", "https://a.example/x", "面白い を読んだ"],
  ["見て https://a.example/を", "https://a.example/", "見て を"],
  ["보세요 https://a.example/x에서", "https://a.example/x", "보세요 에서"],
  ["看https://a.example/x很好", "https://a.example/x", "看很好"],
  ["記事https://a.example参照", "https://a.example", "記事参照"],
])("finds an address in %j", (text, url, title) => {
  expect(sharedAddress({ text })).toEqual({ url, title, note: "" });
});

it("takes time linear in a text of a megabyte", () => {
  const hostile = [
    "https://a.example/".concat(")".repeat(500_000)),
    "https://".repeat(120_000),
    "(".repeat(500_000),
    "https://a.example/".concat("（".repeat(300_000), "）".repeat(300_001)),
    "x https://".concat("aあ".repeat(300_000)),
    "、https://a.example/を".repeat(40_000),
  ];
  for (const text of hostile) expect(sharedAddress({ text }).url.length).toBeLessThanOrEqual(text.length);
});
