import { expect, it } from "vitest";
import { wholeSentences } from "../../../lambdas/bookmarks/summary/whole-sentences.ts";

const sentences = (text: string) => [...wholeSentences(text)];

it.each([
  ["a", 29, 0],
  ["a", 30, 1],
  ["a", 300, 1],
  ["a", 301, 0],
  ["語", 11, 0],
  ["語", 12, 1],
  ["ア", 12, 1],
  ["あ", 12, 1],
  ["말", 12, 1],
  ["語", 301, 0],
])("a sentence of %s in %i code units counts: %i", (letter, length, count) => {
  expect(sentences(`${letter.repeat(length - 1)}.`)).toHaveLength(count);
});

it.each([".", "!", "?", "…", "。", "．", "！", "？", ".”", '."', ".'", ".)", "。」", ".」』"])(
  "a sentence may end with %s",
  (end) => {
    const sentence = `This is a sentence of thirty-odd letters${end}`;
    expect(sentences(` ${sentence} \n`)).toEqual([sentence]);
  },
);

it.each(["", ":", ";", ". or so", ".5"])("a sentence does not end with %j", (end) => {
  expect(sentences(`This is a sentence of thirty-odd letters${end}`)).toEqual([]);
});

it.each(["Mr", "Mrs", "Ms", "Dr", "Prof", "St", "vs", "e.g", "i.e", "No", "Fig"])(
  "a sentence goes on after %s.",
  (abbreviation) => {
    const sentence = `The second part of this begins after ${abbreviation}. Example and goes on.`;
    expect(sentences(sentence)).toEqual([sentence]);
  },
);

it("a sentence ends after a word that ends like an abbreviation", () => {
  const two = ["This is what was said in the summer by Adr.", "It was a very long summer in that city."];
  expect(sentences(two.join(" "))).toEqual(two);
});

it.each([
  [
    "ends with a paragraph, and with the end of another sentence",
    "A sentence that ends here with some length.\nAnother one that ends here with some length. Short. And one more at the end of the text.",
    [
      "A sentence that ends here with some length.",
      "Another one that ends here with some length.",
      "And one more at the end of the text.",
    ],
  ],
  [
    "ends with a paragraph also within a quotation",
    "彼は「待つ。それから運ぶと\n次の文章はとても長いのです。",
    ["次の文章はとても長いのです。"],
  ],
  [
    "holds the sentences of a quotation, also of one in another",
    "彼は「待つ。それから（走る。）運ぶ。」と言いました。次の文章はとても長いのです。",
    ["彼は「待つ。それから（走る。）運ぶ。」と言いました。", "次の文章はとても長いのです。"],
  ],
  [
    "ends with a quotation after which no particle stands",
    "彼女はとても静かに『待つ。』彼は何も言わずにそこで待ちました。",
    ["彼女はとても静かに『待つ。』", "彼は何も言わずにそこで待ちました。"],
  ],
  ["is too long in an endless quotation", `「${"あいうえおかきくけこ。".repeat(40)}`, []],
  [
    "ends after an endless quotation",
    `「${"あいうえおかきくけこ。".repeat(30)}この文章はもう一つの文章です。`,
    ["この文章はもう一つの文章です。"],
  ],
])("a sentence %s", (_what, text, found) => {
  expect(sentences(text)).toEqual(found);
});
