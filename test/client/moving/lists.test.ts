import { expect, it } from "vitest";
import { readBookmarks } from "../../../client/moving/index.ts";
import { allOf } from "./all-of.ts";
import { entry, piecesOf, withoutColumns } from "./entry.ts";

const ONE = "https://tea.example/one";
const TWO = "https://tea.example/two";
const NONE = { unreadable: "no_address" } as const;

/** Texts, and what is read of their first line, or of both. */
const LISTS = [
  ["a heading above addresses", `My links:\n${ONE}`, [{ line: 1, ...NONE }, entry(2, ONE)]],
  ["a heading of Markdown", `# Tea, green\n\n${ONE}`, [{ line: 1, ...NONE }, entry(3, ONE)]],
  [
    "a file of one shortcut",
    `[InternetShortcut]\nURL=${ONE}`,
    [{ line: 1, ...NONE }, entry(2, ONE, { title: "URL=" })],
  ],
  ["a link of Markdown at the beginning", `[One](${ONE})`, [entry(1, ONE, { title: "One" })]],
  ["a link with a bracket in its text", `[One [1]](${ONE})`, [entry(1, ONE, { title: "One [1]" })]],
  ["a link with a tooltip", `* [One](${ONE} "hover")`, [entry(1, ONE, { title: "One" })]],
  [
    "a link with a description",
    `- [One](${ONE}) - Green, mild.`,
    [entry(1, ONE, { title: "One", note: "Green, mild." })],
  ],
  ["a link in angle brackets", `- [One](<${ONE}>)`, [entry(1, ONE, { title: "One" })]],
  ["a task", `- [ ] [One](${ONE})`, [entry(1, ONE, { title: "One" })]],
  ["a task that is done", `- [x] ${ONE}`, [entry(1, ONE)]],
  ["a numbered item", `1. One ${ONE}`, [entry(1, ONE, { title: "One" })]],
  ["an item with a bullet", `• ${ONE}`, [entry(1, ONE)]],
  ["an address with brackets, in brackets", `One (${ONE}_(tea)).`, [entry(1, `${ONE}_(tea)`, { title: "One" })]],
  ["an address in a sentence", `See ${ONE}, then more`, [entry(1, ONE, { title: "See", note: "then more" })]],
  ["an address alone, with a full stop that may be its own", `${ONE}.`, [entry(1, `${ONE}.`)]],
  ["several addresses in a line", `${ONE} ${TWO}`, [entry(1, ONE), entry(1, TWO)]],
  ["several addresses with commas", `${ONE},${TWO}, and`, [entry(1, ONE), entry(1, TWO)]],
  [
    "several links in a line",
    `[One](${ONE}), [Two](${TWO})`,
    [entry(1, ONE, { title: "One" }), entry(1, TWO, { title: "Two" })],
  ],
  ["a link of Org", `** [[${ONE}][One]]`, [entry(1, ONE, { title: "One" })]],
  ["a link of Org without a text", `- [[${ONE}]]`, [entry(1, ONE)]],
  ["a row of a table in Markdown", `| Two | [One](${ONE}) |`, [entry(1, ONE, { title: "One" })]],
  ["a row with an address alone", `| One | ${ONE} |`, [entry(1, ONE, { title: "One" })]],
  [
    "a whole table in Markdown",
    `| Title | Link |\n|---|---|\n| One | ${ONE} |`,
    [{ line: 1, ...NONE }, { line: 2, ...NONE }, entry(3, ONE, { title: "One" })],
  ],
  ["a tab whose title is an address", `${ONE} | ${TWO}`, [entry(1, ONE, { title: TWO })]],
  ["CSV without names of columns", `${ONE},One more`, [entry(1, ONE, { title: "One more" })]],
  ["quoted CSV without names of columns", `"${ONE}","One, more"`, [entry(1, ONE, { title: "One, more" })]],
  ["such a CSV with the title first", `One,${ONE}`, [entry(1, ONE, { title: "One" })]],
  ["an address with commas before a title", `${ONE},12.html One`, [entry(1, `${ONE},12.html`, { title: "One" })]],
] as const;

it.each(LISTS)("the entries of a list are read: %s", async (_what, text, entries) => {
  for (const length of [1, text.length]) {
    expect(withoutColumns(await allOf(readBookmarks(piecesOf(text, length))))).toEqual(entries);
  }
});

it.each([
  ["id,permalink\n7,https://tea.example/one"],
  ["address|title\nhttps://tea.example/one|One"],
  ["sep=;\naddress;title\nhttps://tea.example/one;One"],
])("a table without a known column of addresses is refused, and not read as a list: %j", async (text) => {
  expect(await allOf(readBookmarks([text]))).toEqual([{ line: 1, unreadable: "no_url_column" }]);
});
