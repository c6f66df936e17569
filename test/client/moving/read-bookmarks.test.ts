import { describe, expect, it } from "vitest";
import type { BookmarkFormat, ReadEntry } from "../../../client/moving/index.ts";
import { readBookmarks } from "../../../client/moving/index.ts";
import { load } from "../../load.ts";
import { allOf } from "./all-of.ts";
import { entry, piecesOf, withoutColumns } from "./entry.ts";

async function read(text: string, format: BookmarkFormat | "auto" = "auto", chunk = text.length): Promise<ReadEntry[]> {
  return withoutColumns(await allOf(readBookmarks(piecesOf(text, chunk), format)));
}

const CHROME = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. <A HREF="https://comment.example/"> -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1700000000" LAST_MODIFIED="1700000001" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://birds.example/wren?a=1&amp;b=2" ADD_DATE="1700000000" ICON="data:image/png;base64,AA>A=">The &lt;wren&gt; &amp; &#39;others&#39; &#x9ce5;</A>
        <DT><H3 ADD_DATE="1700000000">Tea &amp; cake</H3>
        <DL><p>
            <DT><A HREF="https://tea.example/" ADD_DATE="0">Tea</A>
            <DT><H3>Green</H3>
            <DL><p>
                <DT><A HREF="https://tea.example/green">Green</A>
            </DL><p>
        </DL><p>
        <DT><A HREF="javascript:alert(1)" ADD_DATE="1700000000">A bookmarklet</A>
    </DL><p>
    <DT><A HREF="https://last.example/">Last</A>
</DL><p>
`;

const FIREFOX = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
    <DT><A HREF="place:sort=8&maxResults=10" ADD_DATE="1700000000">Most visited</A>
    <DT><H3 ADD_DATE="1700000000" UNFILED_BOOKMARKS_FOLDER="true">Other Bookmarks</H3>
    <DD>A folder's description
    <DL><p>
        <DT><A HREF="https://a.example/" ADD_DATE="1700000000" LAST_MODIFIED="1700000005" SHORTCUTURL="a" TAGS="tea,birds &amp; bees">A</A>
        <DD>A description &gt; none
        <HR>
        <DT><A HREF="https://b.example/" ADD_DATE="1700000000123">B</A>
        <DT><A HREF="https://c.example/" ADD_DATE="1700000000123456">C</A>
    </DL>
</DL>
`;

const SAFARI = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
\t<HTML>
\t<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
\t<Title>Bookmarks</Title>
\t<H1>Bookmarks</H1>
\t<DT><H3 FOLDED>Bob's reading</H3>
\t<DL><p>
\t\t<DT><A HREF="https://a.example/">A</A>
\t</DL><p>
\t<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>
\t<DL><p>
\t</DL><p>
</HTML>
`;

const LINKDING = [
  "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
  "<DL><p>",
  '<DT><A HREF="https://a.example/?x=1&copy=2" ADD_DATE="1700000000" PRIVATE="1" TOREAD="0" TAGS="tea,linkding:archived">A &quot;title&quot;</A>',
  "<DD>Described.[linkding-notes]First line\nSecond line[/linkding-notes]",
  "</DL><p>",
].join("\n\r");

const PINBOARD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><A HREF="https://a.example/" ADD_DATE="1700000000" PRIVATE="0" TOREAD="1" TAGS="tea,birds">A</A>
<DD>Extended
text
<DT><A HREF="https://b.example/" ADD_DATE="1700000000" TAGS="">B</A>
</DL></p>
`;

const POCKET_HTML = `<!DOCTYPE html>
<html><head><title>Pocket Export</title></head><body>
<h1>Unread</h1>
<ul>
<li><a href="https://a.example/" time_added="1700000000" tags="tea,birds">A</a></li>
<li><a href="https://b.example/" time_added="1700000000" tags="">https://b.example/</a></li>
</ul>
<h1>Read Archive</h1>
<ul>
<li><a href="https://c.example/" time_added="1700000000" tags="tea">The &lt;h1&gt; tag</a></li>
</ul></body></html>`;

const UNCLOSED = `<DL>
<DT><H3>One<DL>
<DT><A HREF=https://a.example/ ADD_DATE=1700000000>A
<DD>Note<BR>more
<DT><A HREF='https://b.example/'>B < C & D &bogus;
<DT><A HREF="https://c.example/"`;

const POCKET_CSV = `title,url,time_added,tags,status
"A, ""quoted""\ntitle",https://a.example/,1700000000,tea|birds,unread
https://b.example/,https://b.example/,1700000000,,archive
`;

const LINKDING_JSON = JSON.stringify({
  count: 1,
  next: null,
  previous: "https://linkding.example/api/bookmarks/?offset=0",
  results: [
    {
      id: 1,
      url: "https://a.example/",
      title: "A",
      description: "Described.",
      notes: "Noted.",
      is_archived: false,
      unread: true,
      tag_names: ["tea", "birds"],
      date_added: "2023-11-14T22:13:20.123456Z",
    },
  ],
});

const PINBOARD_JSON = `[{"href":"https:\\/\\/a.example\\/","description":"A","extended":"n","time":"2023-11-14T22:13:20Z","shared":"no","toread":"yes","tags":"tea birds"},
{"href":"https:\\/\\/b.example\\/","description":"B","extended":"","time":"2023-11-14T22:13:20Z","shared":"no","toread":"no","tags":""}]`;

const savedAt = new Date("2023-11-14T22:13:20.000Z");
const precise = new Date("2023-11-14T22:13:20.123Z");

const FILES: readonly [string, BookmarkFormat, string, readonly ReadEntry[]][] = [
  [
    "Chrome's HTML",
    "html",
    CHROME,
    [
      entry(9, "https://birds.example/wren?a=1&b=2", { title: "The <wren> & 'others' 鳥", savedAt }),
      entry(12, "https://tea.example/", { title: "Tea", tags: ["Tea & cake"] }),
      entry(15, "https://tea.example/green", { title: "Green", tags: ["Tea & cake", "Green"] }),
      entry(18, "javascript:alert(1)", { title: "A bookmarklet", savedAt }),
      entry(20, "https://last.example/", { title: "Last" }),
    ],
  ],
  [
    "Firefox's HTML",
    "html",
    FIREFOX,
    [
      entry(3, "place:sort=8&maxResults=10", { title: "Most visited", savedAt }),
      entry(7, "https://a.example/", {
        title: "A",
        note: "A description > none",
        tags: ["tea", "birds & bees"],
        savedAt,
      }),
      entry(10, "https://b.example/", { title: "B", savedAt: precise }),
      entry(11, "https://c.example/", { title: "C", savedAt: precise }),
    ],
  ],
  ["Safari's HTML", "html", SAFARI, [entry(8, "https://a.example/", { title: "A", tags: ["Bob's reading"] })]],
  [
    "linkding's HTML",
    "html",
    LINKDING,
    [
      entry(3, "https://a.example/?x=1&copy=2", {
        title: 'A "title"',
        note: "Described.\n\nFirst line\nSecond line",
        tags: ["tea", "linkding:archived"],
        savedAt,
      }),
    ],
  ],
  [
    "Pinboard's HTML",
    "html",
    PINBOARD,
    [
      entry(2, "https://a.example/", {
        title: "A",
        note: "Extended\ntext",
        tags: ["tea", "birds"],
        unread: true,
        savedAt,
      }),
      entry(5, "https://b.example/", { title: "B", savedAt }),
    ],
  ],
  [
    "Pocket's HTML",
    "html",
    POCKET_HTML,
    [
      entry(5, "https://a.example/", { title: "A", tags: ["tea", "birds"], unread: true, savedAt }),
      entry(6, "https://b.example/", { title: "https://b.example/", unread: true, savedAt }),
      entry(10, "https://c.example/", { title: "The <h1> tag", tags: ["tea"], savedAt }),
    ],
  ],
  [
    "HTML without end tags",
    "html",
    UNCLOSED,
    [
      entry(3, "https://a.example/", { title: "A", note: "Note\nmore", tags: ["One"], savedAt }),
      entry(5, "https://b.example/", { title: "B < C & D &bogus;", tags: ["One"] }),
      { line: 6, unreadable: "cut_off" },
    ],
  ],
  [
    "Pocket's CSV",
    "csv",
    POCKET_CSV,
    [
      entry(2, "https://a.example/", { title: 'A, "quoted"\ntitle', tags: ["tea", "birds"], unread: true, savedAt }),
      entry(4, "https://b.example/", { title: "https://b.example/", savedAt }),
    ],
  ],
  [
    "a page of linkding's API",
    "json",
    LINKDING_JSON,
    [
      entry(1, "https://a.example/", {
        title: "A",
        note: "Described.\n\nNoted.",
        tags: ["tea", "birds"],
        unread: true,
        savedAt: precise,
      }),
    ],
  ],
  [
    "Pinboard's JSON",
    "json",
    PINBOARD_JSON,
    [
      entry(1, "https://a.example/", { title: "A", note: "n", tags: ["tea", "birds"], unread: true, savedAt }),
      entry(2, "https://b.example/", { title: "B", savedAt }),
    ],
  ],
];

describe.each(FILES)("%s", (_name, format, text, entries) => {
  it("is read in the order of the file, with lines, tags, notes and dates", async () => {
    expect(await read(text)).toEqual(entries);
  });

  it("is read the same in any chunks, after a byte order mark, and by the name of its format", async () => {
    for (const chunk of [1, 7, 64]) expect(await read(text, "auto", chunk)).toEqual(entries);
    expect(await read(`\ufeff${text}`)).toEqual(entries);
    expect(await read(text, format)).toEqual(entries);
  });
});

describe("a broken file", () => {
  it.each([
    ["JSON that ends inside of an entry", '{"bookmarks":[{"url":"https://a.example/"},\n{"url":"https', 2, "cut_off"],
    ["JSON that ends between entries", '[{"url":"https://a.example/"},', 1, "cut_off"],
    ["an entry that is no JSON", '[{"url":"https://a.example/"},\n{url:1}]', 2, "no_object"],
    ["an entry that is no object", '[{"url":"https://a.example/"},7]', 1, "no_object"],
    ["CSV that ends inside of a cell", 'url,title\nhttps://a.example/,A\nhttps://b.example/,"B', 3, "cut_off"],
    ["an entry of several megabytes", `[{"url":"https://a.example/"},{"title":"${"x".repeat(3e6)}"}]`, 1, "too_long"],
    ["a tag of several megabytes", `<A HREF="https://a.example/">A</A>\n<A ${"x".repeat(3e6)}>`, 2, "too_long"],
    ["a record of several megabytes", `url,title\nhttps://a.example/,A\n"${"x".repeat(3e6)}"\n`, 3, "too_long"],
  ])("%s is reported with its line, and the entries before it are read", async (_name, text, line, reason) => {
    const entries = await read(text, "auto", 65_536);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ url: "https://a.example/" });
    expect(entries[1]).toEqual({ line, unreadable: reason });
  });

  it("without a column for the address is reported, and nothing of it read", async () => {
    expect(await read("one\ntwo\n")).toEqual([{ line: 1, unreadable: "no_url_column" }]);
  });

  it.each(["", " \n", "<", "<!--", "{}", "[]", '{"bookmarks":[]}', "<DL><p></DL>", '"'])(
    "%j has no entry",
    async (text) => {
      expect((await read(text)).filter((found) => !("unreadable" in found))).toEqual([]);
    },
  );
});

describe("a file of many entries and hostile files of up to two megabytes", () => {
  const repeated = (text: string) => text.repeat(Math.ceil(load(2e6, 2e5) / text.length));

  it("are read in time linear in them", async () => {
    const entries = load(50_000, 5_000);
    const many = Array.from({ length: entries }, (_, at) => `<DT><A HREF="https://a.example/${at}" TAGS="t">T</A>\n`);
    expect(await read(many.join(""), "html", 65_536)).toHaveLength(entries);
    const hostile: readonly [BookmarkFormat, string][] = [
      ["html", repeated("<")],
      ["html", repeated("<a ")],
      ["html", repeated('<a b="')],
      ["html", repeated("<!--")],
      ["html", repeated("<DL>")],
      ["html", `${repeated("<DL><H3>x")}${"<DT><A HREF=u>t</A>".repeat(1_000)}`],
      ["html", `<A ${repeated("a=' ")}>`],
      ["html", `<A HREF=u>${repeated("&#")}`],
      ["html", `<A HREF=u><DD>${repeated("[linkding-notes]")}`],
      ["json", repeated("[")],
      ["json", repeated('{"')],
      ["json", repeated("[,")],
      ["csv", `url,saved_at,tags\n${repeated('"')}`],
      ["csv", `url,saved_at,tags\n${repeated(",")}`],
      ["csv", `url,saved_at,tags\n,,${repeated("\\")}`],
      ["csv", repeated(" \n")],
    ];
    const began = process.cpuUsage();
    for (const [format, text] of hostile) await read(text, format, 65_536);
    const { user } = process.cpuUsage(began);
    // Quadratic work on 2 MB, the size in CI, would take minutes; linear work takes well under a second each.
    expect(user / 1e6).toBeLessThan(30);
  });
});
