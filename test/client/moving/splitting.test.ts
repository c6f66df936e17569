import { describe, expect, it } from "vitest";
import { LONGEST_ENTRY } from "../../../client/moving/file-entry.ts";
import { csvRecords } from "../../../client/moving/read/csv-records.ts";
import { jsonElements } from "../../../client/moving/read/json-elements.ts";
import {
  CUT_OFF_TAG,
  decoded,
  markupPieces,
  rawAttributes,
  TOO_LONG_TAG,
} from "../../../client/moving/read/markup-pieces.ts";
import { readLines } from "../../../client/moving/read/read-lines.ts";
import { allOf } from "./all-of.ts";
import { entry, piecesOf, withoutColumns } from "./entry.ts";

/** Of the pieces in which a text comes: what is split must not depend on it. */
const LENGTHS = [1, 3, 1_000];

describe("the records of a CSV", () => {
  const whole = (line: number, ...cells: string[]) => ({ line, cells, cutOff: false });

  it.each([
    ["a,b\r\nc,d", [whole(1, "a", "b"), whole(2, "c", "d")]],
    ["a,b\n", [whole(1, "a", "b")]],
    [",\n,", [whole(1, "", ""), whole(2, "", "")]],
    ["\n\r\na\n\n", [whole(3, "a")]],
    ['"a,b\r\nc",d\ne', [whole(1, "a,b\r\nc", "d"), whole(3, "e")]],
    ['"a""b",""', [whole(1, 'a"b', "")]],
    ['a"b",c"', [whole(1, 'a"b"', 'c"')]],
    ['"a"b,c\nd', [whole(1, "ab", "c"), whole(2, "d")]],
    ['"a"\n"b"', [whole(1, "a"), whole(2, "b")]],
    ['a\n"b\nc', [whole(1, "a"), { line: 2, cells: ["b\nc"], cutOff: true }]],
    ['"a""', [{ line: 1, cells: ['a"'], cutOff: true }]],
    ["", []],
  ])("of %j", async (text, records) => {
    for (const length of LENGTHS) expect(await allOf(csvRecords(piecesOf(text, length)))).toEqual(records);
  });

  it("are dropped from the first character beyond the longest entry, each alone", async () => {
    const longest = "x".repeat(LONGEST_ENTRY - 1);
    const lengths = (await allOf(csvRecords([`${longest}\n,${longest}\na`]))).map(({ line, cells }) => [
      line,
      cells?.map((cell) => cell.length),
    ]);
    expect(lengths).toEqual([
      [1, [LONGEST_ENTRY - 1]],
      [2, undefined],
      [3, [1]],
    ]);
    const screens = `${longest} 24" screens\n"a"`;
    expect(await allOf(csvRecords([screens]))).toEqual([{ line: 1, cells: null, cutOff: false }, whole(2, "a")]);
    const icons = "🐦".repeat(LONGEST_ENTRY / 2);
    expect(await allOf(csvRecords([icons]))).toEqual([whole(1, icons)]);
    expect(await allOf(csvRecords([`${icons}x`]))).toEqual([{ line: 1, cells: null, cutOff: false }]);
  });
});

describe("the elements of a JSON", () => {
  const isList = (path: string) => ["", "a", "a.b", "c"].includes(path);
  /** The line of each element, the path of its list, and the element or why it is none. */
  const of = async (text: string, length: number) =>
    (await allOf(jsonElements(piecesOf(text, length), isList))).map((element) => {
      const { line, path } = element;
      return `${line} ${path} ${"object" in element ? JSON.stringify(element.object.fields) : element.unreadable}`;
    });

  it.each<[string, string[]]>([
    ['[{"x": 1}, {"y": "2"}]', ['1  {"x":1}', '1  {"y":"2"}']],
    ['[\n{"x": [1, {"y": null}]},\n\n {"z": "]},{"}\n]', ['2  {"x":[1,{"y":null}]}', '4  {"z":"]},{"}']],
    ["[1, [2], {}]", ["1  no_object", "1  no_object", "1  {}"]],
    ["[ ] [{}]", ["1  {}"]],
    ['{"x":1}\n{"x":2}\n', ['1  {"x":1}', '2  {"x":2}']],
    ['{"a":[{"b":[{"x":1}]}],"c":[{}],"d":[{"x":1}]}', ['1 a.b {"x":1}', "1 a {}", "1 c {}", '1  {"d":[{"x":1}]}']],
    ['{"a":[{"a":[{"a":[{"x":1}]}]}]}', ['1 a {"x":1}', "1 a {}", "1 a {}", "1  {}"]],
    [
      '[{x:1},{"x":"\\"\\\\"},{"x" 1},{"x":nul}]',
      ["1  no_object", '1  {"x":"\\"\\\\"}', "1  no_object", "1  no_object"],
    ],
    ['[{"__proto__":{"x":1}}]', ['1  {"__proto__":{"x":1}}']],
    ["[", ["1  cut_off"]],
    ["[{},\n", ["1  {}", "2  cut_off"]],
    ['[{},\n{"x":\n', ["1  {}", "2 * cut_off"]],
    ['{"x":1,\n"a":', ["2  cut_off"]],
    ["7", []],
  ])("of %s", async (text, elements) => {
    for (const length of LENGTHS) expect(await of(text, length)).toEqual(elements);
  });

  it("are dropped beyond the longest entry, each alone, also around entries", async () => {
    const long = `"${"x".repeat(LONGEST_ENTRY)}"`;
    for (const length of [65_536, 3 * LONGEST_ENTRY]) {
      expect(await of(`[{"x":${long}},\n {"x":2}]`, length)).toEqual(["1  too_long", '2  {"x":2}']);
      const around = await of(`{"a":[{"x":1}],"d":[{"x":${long}}]}`, length);
      expect(around).toEqual(['1 a {"x":1}', expect.stringMatching(/^1 {2}\{/)]);
    }
  });

  it("know what is around them, when the text has been read", async () => {
    const text = '{"a":[{"b":[{"x":1}],"name":"folder"}],"name":"all"}';
    const [inner] = await allOf(jsonElements([text], isList));
    const object = inner !== undefined && "object" in inner ? inner.object : null;
    expect([object?.parent?.fields.name, object?.parent?.parent?.fields.name]).toEqual(["folder", "all"]);
  });
});

describe("the pieces of markup", () => {
  /** The line of each piece, its tag and its text, without the ends of texts, which depend on the pieces that come in. */
  async function found(text: string, length: number) {
    const all: [number, string, string][] = [];
    for (const { line, tag, raw } of await allOf(markupPieces(piecesOf(text, length)))) {
      const last = all.at(-1);
      if (tag === null && last?.[1] === "-") last[2] += raw;
      else all.push([line, tag ?? "-", raw]);
    }
    return all.map((piece) => piece.join(" "));
  }

  it.each<[string, string[]]>([
    ["a\n<B c>d</B>\n", ["1 - a\n", "2 b <B c>", "2 - d", "2 /b </B>", "2 - \n"]],
    ["<h3\nx>", ["1 h3 <h3\nx>"]],
    ["<!-- <a>\n--><!DOCTYPE x>\n<?xml ?><a>", ["2 - \n", "3 a <a>"]],
    ["<!--> <a> --><p>", ["1 p <p>"]],
    ["1 < 2 <3 <", ["1 - 1 < 2 <3 "]],
    ["<<a>", ["1 - <", "1 a <a>"]],
    ['<a b=">" c = \'>"\'>d', ['1 a <a b=">" c = \'>"\'>', "1 - d"]],
    ["<h3 x Bob's>d", ["1 h3 <h3 x Bob's>", "1 - d"]],
    ["</ a></><a/>", ["1 a <a/>"]],
    ['a<b c="\n>', ["1 - a", `1 ${CUT_OFF_TAG} `]],
    ["<!-- b", []],
    ["a</b", ["1 - a"]],
    // What begins like markup within a text.
    ["a <!-- b --> c <?d> <!e>", ["1 - a <!-- b --> c <?d> <!e>"]],
    ["a <b and\n<DT>", ["1 - a <b and\n", "2 dt <DT>"]],
    ['a <b c="\n<DT>', ['1 - a <b c="\n', "2 dt <DT>"]],
  ])("%j", async (text, expected) => {
    for (const length of LENGTHS) expect(await found(text, length)).toEqual(expected);
  });

  it("are dropped beyond the longest entry, each alone, with their lines counted", async () => {
    const longest = `<a ${"x\n".repeat(LONGEST_ENTRY / 2 - 2)}`;
    expect(longest).toHaveLength(LONGEST_ENTRY - 1);
    const kept = await allOf(markupPieces([`${longest}x`, ">"]));
    expect(kept.map(({ line, tag, raw }) => [line, tag, raw.length])).toEqual([[1, "a", LONGEST_ENTRY + 1]]);
    const dropped = await allOf(markupPieces([`${longest}xx`, "b<p>"]));
    expect(dropped.map(({ line, tag, raw }) => ({ line, tag, raw }))).toEqual([
      { line: 1, tag: TOO_LONG_TAG, raw: "" },
      { line: LONGEST_ENTRY / 2 - 1, tag: null, raw: "b" },
      { line: LONGEST_ENTRY / 2 - 1, tag: "p", raw: "<p>" },
    ]);
  });
});

it("attributes are quoted, bare or empty, and the first of a name counts", () => {
  const attributes = rawAttributes(`<A HREF="x>1" href='y' b=c/d E = 'f "g"' h = i TAGS="" j>`);
  expect([...attributes]).toEqual([
    ["a", ""],
    ["href", "x>1"],
    ["b", "c/d"],
    ["e", 'f "g"'],
    ["h", "i"],
    ["tags", ""],
    ["j", ""],
  ]);
});

it.each([
  ["&amp;&lt;&gt;&quot;&apos;&AMP;", "&<>\"'&"],
  ["1990&ndash;2000 &copy;&eacute;&hellip;&nbsp;&CounterClockwiseContourIntegral;", "1990–2000 ©é…\u00a0∳"],
  ["&#65;&#x42;&#X4a;&#x4A;", "ABJJ"],
  ["&#1114111;&#x10ffff;", "\u{10ffff}\u{10ffff}"],
  ["&amp;amp;", "&amp;"],
  ["&#0; &#x110000; &#xd800;", "\ufffd \ufffd \ufffd"],
  ["?a=1&amp=2&copy=3 &bogus; &; &#; &#x;", "?a=1&amp=2&copy=3 &bogus; &; &#; &#x;"],
])("the references in %s are %s", (raw, text) => {
  expect(decoded(raw)).toBe(text);
});

it("the lines of a list do not depend on the pieces in which it comes", async () => {
  const [one, two] = ["https://tea.example/one", "https://tea.example/two"];
  for (const length of LENGTHS) {
    const read = await allOf(readLines(piecesOf(`One ${one}\r\n\n${two}`, length)));
    expect(withoutColumns(read)).toEqual([entry(1, one, { title: "One" }), entry(3, two)]);
  }
});
