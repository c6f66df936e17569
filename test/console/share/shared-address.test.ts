import { expect, it } from "vitest";
import { sharedAddress } from "../../../console/share/shared-address.ts";

/** The address that is shared where it matters only that it is one. */
const PAGE = "https://a.example/x";

it.each([
  ["a page of a browser that fills everything", { title: "A page", text: "", url: PAGE }, PAGE, "A page", ""],
  ["Android: the address is the text", { title: "A page", text: PAGE }, PAGE, "A page", ""],
  [
    "an address in Japanese, as a program that encodes nothing gives it",
    { title: "東京", text: "", url: "https://ja.wikipedia.org/wiki/東京" },
    "https://ja.wikipedia.org/wiki/東京",
    "東京",
    "",
  ],
  ["Android: the address is in the title", { title: PAGE, text: "" }, PAGE, "", ""],
  ["words before the address become the title", { text: "A good read https://a.example/x" }, PAGE, "A good read", ""],
  ["words after it", { title: "T", text: "See https://a.example/x, it is good." }, PAGE, "T", "See , it is good."],
  ["the end of a sentence", { text: "See https://a.example/x." }, PAGE, "See .", ""],
  ["brackets around it", { title: "T", text: "(https://a.example/x)" }, PAGE, "T", "()"],
  ["brackets in it", { title: "T", text: "https://a.example/x_(y)" }, "https://a.example/x_(y)", "T", ""],
  [
    "the last of several",
    { title: "T", text: "https://a.example/quoted\nhttps://b.example/shared" },
    "https://b.example/shared",
    "T",
    "https://a.example/quoted",
  ],
  ["square brackets around it", { title: "T", text: "[https://a.example/x]" }, PAGE, "T", "[]"],
  [
    "brackets that are closed twice",
    { title: "T", text: "https://a.example/x_(y)))" },
    "https://a.example/x_(y)",
    "T",
    "))",
  ],
  ["as many words as a title has", { text: `${"w".repeat(500)} https://a.example/x` }, PAGE, "w".repeat(500), ""],
  ["more words than a title has", { text: `${"w".repeat(501)} https://a.example/x` }, PAGE, "", "w".repeat(501)],
  [
    "one that begins like an earlier one",
    { title: "T", text: "After https://a.example/x/2 now https://a.example/x" },
    PAGE,
    "T",
    "After https://a.example/x/2 now",
  ],
  [
    "a longer one than the one that is given",
    { title: "T", text: "Part of https://a.example/x/2", url: PAGE },
    PAGE,
    "T",
    "Part of https://a.example/x/2",
  ],
  [
    "the same twice: the last one was taken",
    { title: "T", text: "https://a.example/x, that is https://a.example/x" },
    PAGE,
    "T",
    "https://a.example/x, that is",
  ],
  [
    "Japanese text without spaces",
    { text: "これが面白いhttps://a.example/xを読んだ" },
    PAGE,
    "これが面白いを読んだ",
    "",
  ],
  [
    "Japanese brackets",
    { title: "記事", text: "「https://a.example/%E6%97%A5?q=1#s」" },
    "https://a.example/%E6%97%A5?q=1#s",
    "記事",
    "「」",
  ],
  ["a quotation of several lines", { text: "one\ntwo\nhttps://a.example/x" }, PAGE, "", "one\ntwo"],
  ["the title again in the text", { title: "T", text: "T https://a.example/x" }, PAGE, "T", ""],
  [
    "a fragment that marks the quotation",
    { text: '"said" https://a.example/x#:~:text=said' },
    "https://a.example/x#:~:text=said",
    '"said"',
    "",
  ],
  ["no address", { title: "T", text: "only words" }, "", "T", "only words"],
  ["nothing", {}, "", "", ""],
  ["code is no address", { url: "javascript:alert(1)", text: "data:text/html,x" }, "", "data:text/html,x", ""],
  [
    "a port and a user are kept for the person to see",
    { url: "http://u:p@a.example:8080/x" },
    "http://u:p@a.example:8080/x",
    "",
    "",
  ],
  [
    "an address in Japanese with spaces around it",
    { title: "東京", url: " http://ja.example/東京\n" },
    "http://ja.example/東京",
    "東京",
    "",
  ],
  ["words in the place of the address", { title: "T", url: "https://a.example/x is good" }, PAGE, "T", ""],
  ["a host that is none", { text: "https://[ is no address" }, "", "https://[ is no address", ""],
  ["a scheme without a host", { text: "https:// nothing" }, "", "https:// nothing", ""],
])("finds the page in what was shared: %s", (_, shared, url, title, note) => {
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
