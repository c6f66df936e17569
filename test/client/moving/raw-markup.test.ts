import { expect, it } from "vitest";
import type { FileEntry } from "../../../client/moving/file-entry.ts";
import type { ReadEntry } from "../../../client/moving/index.ts";
import { readBookmarks } from "../../../client/moving/index.ts";
import { allOf } from "./all-of.ts";
import { entry, withoutColumns } from "./entry.ts";

/** An entry in the folder of each file. */
const inFolder = (line: number, url: string, rest: Partial<FileEntry> = {}) =>
  entry(line, url, { tags: ["F"], ...rest });

// Many programs write titles, notes and names of folders without escaping them.
it.each<[string, string, readonly ReadEntry[]]>([
  ["an empty tag as the title", '<DT><A HREF="u"><teaXML/></A>\n', [inFolder(3, "u", { title: "<teaXML/>" })]],
  [
    "tags of the format in a title",
    '<DT><A HREF="u">How the <dl>, the </dl> and the <h3> are used</A>\n<DT><A HREF="v">V</A>',
    [inFolder(3, "u", { title: "How the <dl>, the </dl> and the <h3> are used" }), inFolder(4, "v", { title: "V" })],
  ],
  [
    "parameters of types",
    '<DT><A HREF="u">Vec<T>, Option<T> & Map<K, V<W>></A>',
    [inFolder(3, "u", { title: "Vec<T>, Option<T> & Map<K, V<W>>" })],
  ],
  [
    "a script in a note",
    '<DT><A HREF="u">T</A>\n<DD>It tells of <script> and more.\n<DT><A HREF="v">V</A>',
    [inFolder(3, "u", { title: "T", note: "It tells of <script> and more." }), inFolder(5, "v", { title: "V" })],
  ],
  [
    "a link in a note, at the beginning of a line",
    '<DT><A HREF="u">T</A>\n<DD>first\n<a href="https://n.example/">second</a> and <a>third</a>\n</DL><p>\n<DT><A HREF="v">V</A>',
    [
      inFolder(3, "u", { title: "T", note: 'first\n<a href="https://n.example/">second</a> and <a>third</a>' }),
      entry(7, "v", { title: "V" }),
    ],
  ],
  [
    "a list in a note",
    '<DT><A HREF="u">T</A>\n<DD>So:\n<dl>\n<dt>term</dt>\n</dl>\nend\n<DT><A HREF="v">V</A>',
    [inFolder(3, "u", { title: "T", note: "So:\n<dl>\n<dt>term</dt>\n</dl>\nend" }), inFolder(9, "v", { title: "V" })],
  ],
  [
    "a tag that has no end, and a quote that has none",
    '<DT><A HREF="u">if x <y then</A>\n<DD>a <b c="d\n<DT><A HREF="v">V</A>',
    [inFolder(3, "u", { title: "if x <y then", note: 'a <b c="d' }), inFolder(5, "v", { title: "V" })],
  ],
  [
    "the beginning of a comment",
    '<DT><A HREF="u">What <!-- is</A>\n<DT><A HREF="v">V</A>',
    [inFolder(3, "u", { title: "What <!-- is" }), inFolder(4, "v", { title: "V" })],
  ],
  [
    "words that name tags, and a pair that is markup",
    '<DT><A HREF="u">The <br> and the <b> and <i>slanted</i></A>',
    [inFolder(3, "u", { title: "The <br> and the <b> and slanted" })],
  ],
  [
    "tags in the name of a folder",
    '<DT><H3>The <dl> of vector<T></H3>\n<DD>Its <h3> is described\n<DL><p>\n<DT><A HREF="u">T</A>\n</DL><p>\n<DT><A HREF="v">V</A>',
    [entry(6, "u", { title: "T", tags: ["F", "The <dl> of vector<T>"] }), inFolder(8, "v", { title: "V" })],
  ],
])("%s is text", async (_what, text, entries) => {
  for (const ending of ["", "\n</DL><p>\n"]) {
    const file = `<DT><H3>F</H3>\n<DL><p>\n${text}${ending}`;
    expect(withoutColumns(await allOf(readBookmarks([file])))).toEqual(entries);
  }
});
