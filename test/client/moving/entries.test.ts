import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentKey } from "../../../client/moving/content-key.ts";
import type { FileEntry } from "../../../client/moving/file-entry.ts";
import { LONGEST_ENTRY } from "../../../client/moving/file-entry.ts";
import { joinedTags, plainCell, splitTags, unplainCell } from "../../../client/moving/magpie-csv.ts";
import { newBookmark } from "../../../client/moving/new-bookmark.ts";
import { fileDate } from "../../../client/moving/read/file-date.ts";
import { readBookmarks } from "../../../client/moving/read/read-bookmarks.ts";
import { allOf } from "./all-of.ts";
import { entry, withoutColumns } from "./entry.ts";

const read = async (...chunks: string[]) => withoutColumns(await allOf(readBookmarks(chunks)));

it.each([
  [1_700_000_000, "2023-11-14T22:13:20.000Z"],
  [" 1700000000.5 ", "2023-11-14T22:13:20.500Z"],
  ["99999999999", "5138-11-16T09:46:39.000Z"],
  ["100000000000", "1973-03-03T09:46:40.000Z"],
  [99_999_999_999_999, "5138-11-16T09:46:39.999Z"],
  [100_000_000_000_000, "1973-03-03T09:46:40.000Z"],
  ["17000000000000000", "2508-09-16T06:13:20.000Z"],
  ["2023-11-14", "2023-11-14T00:00:00.000Z"],
  ["2023-11-14T22:13:20+09:00", "2023-11-14T13:13:20.000Z"],
  [0, null],
  ["0", null],
  ["", null],
  [-1, null],
  [1e21, null],
  ["1e9", null],
  ["1.", null],
  ["170000000000000000", null],
  ["1700000000.1234567890", null],
  ["x1700000000", null],
  ["1700000000x", null],
  ["2023-13-45", null],
  ["23-11-14", null],
  ["on 2023-11-14", null],
  ["November 14, 2023", null],
  [true, null],
  [null, null],
  [{}, null],
])("the date %j is %s", (written, time) => {
  expect(fileDate(written).savedAt?.toISOString() ?? null).toBe(time);
});

// Nobody knows in which zone a file was written, and the key of an entry has its date in it.
it.each([
  ["2023-11-14", "2023-11-14T00:00:00.000Z", true],
  ["2023-11-14T22:13:20", "2023-11-14T22:13:20.000Z", true],
  ["2023-11-14 22:13", "2023-11-14T22:13:00.000Z", true],
  ["2023-11-14T22:13:20.1234567", "2023-11-14T22:13:20.123Z", true],
  ["2023-11-14t22:13:20z", "2023-11-14T22:13:20.000Z", false],
  ["2023-11-14 22:13:20 UTC", "2023-11-14T22:13:20.000Z", false],
  ["2023-11-14 22:13:20 -0930", "2023-11-15T07:43:20.000Z", false],
  ["2023-11-14T22:13:20+09", "2023-11-14T13:13:20.000Z", false],
  ["1700000000", "2023-11-14T22:13:20.000Z", false],
  ["2024-02-29", "2024-02-29T00:00:00.000Z", true],
])("the date %j is %s on every device", (written, time, withoutZone) => {
  expect(fileDate(written)).toEqual({ savedAt: new Date(time), withoutZone });
});

it("a time is the same to the millisecond, with however many digits its second is written", () => {
  const instant = fc.integer({ min: 0, max: 4_102_444_799 });
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(
      instant,
      digits,
      fc.constantFrom(".", ","),
      fc.constantFrom("Z", " UTC", ""),
      (second, all, sign, zone) => {
        const fraction = all.join("");
        const written = new Date(second * 1_000).toISOString().replace(".000Z", `${sign}${fraction}${zone}`);
        expect(fileDate(written).savedAt?.getTime()).toBe(second * 1_000 + Math.floor(Number(`0.${fraction}`) * 1_000));
      },
    ),
  );
});

it.each([
  "2024-02-31",
  "2023-02-29T00:00:00Z",
  "2023-11-14T24:00:00Z",
  "2023-11-14T22:60:00Z",
  "2023-11-14T22:13:20+25:00",
])("%s is no date", (written) => {
  expect(fileDate(written)).toEqual({ savedAt: null, withoutZone: false });
});

// The same file sends the same keys in every version of the client: what an earlier one has imported is found.
it.each([
  ["/v1/bookmarks", { url: "https://a.example/" }, "dce534fc-f40b-808e-8a12-fc895a93906b"],
  ["/v1/stocks", { url: "https://a.example/" }, "f232b04f-7bd3-84ef-9801-d9997757fb91"],
  ["/v1/bookmarks", { url: "https://a.example/", title: "鳥" }, "0bb6457f-f2b0-8754-a39a-d7600af57d1a"],
  ["/v1/bookmarks", { url: "https://e.example/" }, "7b68ba04-9ac4-84b4-a739-61857dc74f73"],
])("the key of %s with %j stays", async (path, body, key) => {
  expect(await contentKey(path, body)).toBe(key);
});

it.each([
  ["=1", "'=1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@x", "'@x"],
  ["\tx", "'\tx"],
  ["\rx", "'\rx"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
  ["a=1", "a=1"],
  ["'a=1", "'a=1"],
  ["", ""],
  ["＝1", "'＝1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠x", "'＠x"],
  ["a;=1;＝1;b", "a;'=1;'＝1;b"],
  ["- a\n- b\r=1\t@x", "'- a\n'- b\r'=1\t'@x"],
  ['"=1;"=1', `'"=1;'"=1`],
  ["a - b, =1 (=)", "a - b, =1 (=)"],
])("%j is %j for a spreadsheet, and read back", (text, cell) => {
  expect(plainCell(text)).toBe(cell);
  expect(unplainCell(cell)).toBe(text);
});

// LibreOffice 7.4 was the judge of these texts once, by hand: read with the separators "," and ";" and tab, each alone and
// all together, and with formulas evaluated, a file of all of them (with each sign, after each separator and line end, and
// within quotes) had no formula. Unescaped, those with "=" were formulas.
it("whatever a text has, no part of its cell begins like a formula, and it is read back", () => {
  const text = fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠;,\t\r\n'\" a") });
  fc.assert(
    fc.property(text, (written) => {
      const cell = plainCell(written);
      for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/);
      expect(unplainCell(cell)).toBe(written);
    }),
  );
});

it.each([
  [["tea", "birds & bees"], "tea|birds & bees"],
  [["a|b", "c\\", "\\|"], "a\\|b|c\\\\|\\\\\\|"],
  [["c\\d"], "c\\\\d"],
  [[], ""],
])("the tags %j are the cell %s", (tags, cell) => {
  expect(joinedTags(tags)).toBe(cell);
  expect(splitTags(cell)).toEqual(tags);
});

it("a cell of tags may have spaces, empty tags, and backslashes that stand for themselves", () => {
  expect(splitTags(" tea || \\green |\\")).toEqual(["tea", "\\green", "\\"]);
});

describe("the bookmark to save", () => {
  const now = new Date("2026-11-20T03:00:00.000Z");
  const made = (fields: Partial<FileEntry>) =>
    newBookmark({ ...(entry(1, "https://a.example/") as FileEntry), ...fields }, now);
  const bookmark = { url: "https://a.example/", created_from: "import", source_hint: "other" };

  it("has all that the API takes, up to its limits", () => {
    const tags = ["🐦".repeat(50), ...Array.from({ length: 19 }, (_, at) => `tag ${at}`)];
    const title = "t".repeat(500);
    const note = "n".repeat(5_000);
    expect(made({ title, note, tags, savedAt: now })).toEqual({
      bookmark: { ...bookmark, title, note, tags, saved_at: now.toISOString() },
      leftOut: [],
    });
  });

  it.each<[string, Partial<FileEntry>, object, string[]]>([
    ["the address as the title", { title: "https://a.example/" }, {}, []],
    ["a date in the future", { savedAt: new Date(now.getTime() + 1) }, {}, ["future_date"]],
    [
      "texts that would be cut within a character or after a space",
      { title: `${"t".repeat(499)}🐦`, note: `${"n".repeat(4_999)} n` },
      { title: "t".repeat(499), note: "n".repeat(4_999) },
      ["title_cut", "note_cut"],
    ],
    [
      "a half of a character in the middle",
      { title: `\ud83d${"t".repeat(500)}` },
      { title: `\ud83d${"t".repeat(499)}` },
      ["title_cut"],
    ],
    ["a long tag", { tags: ["x".repeat(51), "🐦".repeat(51)] }, {}, ["long_tag"]],
    ["an endless tag", { tags: [`tea${" ".repeat(497)}x`] }, { tags: ["tea"] }, []],
    ["tags that are alike", { tags: [" Tea\u0000\n tea ", "ＴＥＡ Tea", "", " "] }, { tags: ["Tea tea"] }, []],
  ])("has not %s", (_what, fields, kept, leftOut) => {
    expect(made(fields)).toEqual({
      bookmark: { ...bookmark, ...kept },
      leftOut: leftOut.map((code) => ({ code, detail: "" })),
    });
  });

  it.each([
    ["HTTP://a.example/", null],
    ["Chrome-Extension://x", "chrome-extension:"],
    ["web+a.1:x", "web+a.1:"],
    ["1:x", null],
    ["see place:x", null],
    ["a b:c", null],
  ])("of the address %j is refused for its scheme %j", (url, scheme) => {
    const refused = { refused: { code: "not_web", detail: scheme } };
    expect(made({ url })).toEqual(scheme === null ? expect.objectContaining({ leftOut: [] }) : refused);
  });
});

describe("a file's format", () => {
  const found = [entry(1, "https://a.example/")];

  it.each([
    ["HTML", "<A HREF=https://a.example/>"],
    ["JSON", '[{"url":"https://a.example/"}]'],
    ["JSON", '{"bookmarks":[{"url":"https://a.example/"}]}'],
  ])("is %s by the first character that can be seen", async (_format, text) => {
    expect(await read(" \t", "", ` ${text}`)).toEqual(found);
    expect(await read("\ufeff", text)).toEqual(found);
  });

  it("is CSV after a megabyte without one, and for any other character", async () => {
    const spaces = " ".repeat(LONGEST_ENTRY + 1);
    expect(await read(spaces, "<A HREF=https://a.example/>")).toEqual([{ line: 1, unreadable: "no_url_column" }]);
    expect(await read("url\n(\n")).toEqual([entry(2, "(")]);
  });
});

describe("a CSV", () => {
  const savedAt = new Date("2023-11-14T22:13:20.000Z");

  it.each([
    ["URL , Title,Note,Tags,Saved_At", "u,t,n,a|b,1700000000", { title: "t", note: "n", tags: ["a", "b"], savedAt }],
    ["href,name,notes,time_added,tags", "u,t,n,1700000000,a|b", { title: "t", note: "n", tags: ["a", "b"], savedAt }],
    ["link,description,created_at,tags", 'u,n,1700000000,"a, b,,c|d"', { note: "n", tags: ["a", "b", "c|d"], savedAt }],
    [
      "description,name,date,notes,title,url,href,created",
      " d , n ,1,m,t,u,h,1700000000",
      { title: "t", note: " d \n\nm", savedAt },
    ],
    ["url,date", "u,1700000000", { savedAt }],
    ["title,url,tags", "'=t,u", { title: "'=t" }],
    ["title,url,saved_at", "'=t,u,", { title: "=t" }],
  ])("with the columns %s has its fields by their names", async (columns, record, rest) => {
    expect(await read(`${columns}\n${record}`)).toEqual([entry(2, "u", rest)]);
  });

  it("and a JSON have a note to the letter, white space included", async () => {
    const note = " \tA\r\n  b\u3000 \n";
    const quoted = `"${note}"`;
    expect(await read(`url,note\nu,${quoted}`)).toEqual([entry(2, "u", { note })]);
    for (const field of ["note", "notes", "memo"]) {
      expect(await read(JSON.stringify([{ url: "u", [field]: note }]))).toEqual([entry(1, "u", { note })]);
    }
  });

  it("whose first record is too long has no columns", async () => {
    const record = `url,${"x".repeat(LONGEST_ENTRY)}\nu`;
    expect(await allOf(readBookmarks([record], "csv"))).toEqual([{ line: 1, unreadable: "no_url_column" }]);
  });
});

describe("a JSON", () => {
  const savedAt = new Date("2023-11-14T22:13:20.000Z");

  it.each<[object, Partial<FileEntry>]>([
    [
      { url: " u ", href: "h" },
      { title: "", note: "" },
    ],
    [
      { url: "u", href: 1, title: " t ", description: "d", notes: " ", note: "n", memo: "m" },
      { title: "t", note: "d\n\nn\n\nm" },
    ],
    [
      { href: "u", title: "t", description: "d", extended: "e", note: "n" },
      { title: "d", note: "e" },
    ],
    [{ canonical_url: "u" }, {}],
    [{ content: { url: "u" }, url: null }, {}],
    [{ url: "u", content: "c" }, {}],
    [{ url: "u", tags: " a  b " }, { tags: ["a", "b"] }],
    [{ url: "u", tags: ["a b", { name: " c " }, null, 7, "", {}] }, { tags: ["a b", "c"] }],
    [{ url: "u", tags: { a: 1 }, tag_names: ["b"] }, { tags: ["b"] }],
    [{ url: "u", createdAt: 1_700_000_000 }, { savedAt }],
    [{ url: "u", date_added: "2023-11-14T22:13:20Z", created_at: "" }, { savedAt }],
    [{ url: "u", saved_at: "2023-11-14T22:13:20Z", time: 1 }, { savedAt }],
    [{ url: "u", time: 1_700_000_000 }, { savedAt }],
  ])("%j has its fields by their names", async (fields, rest) => {
    expect(await read(JSON.stringify([fields]))).toEqual([entry(1, "u", rest)]);
  });

  it("has entries in its lists of bookmarks and stocks only, and says which are no objects", async () => {
    const lists = { lists: [{ url: "l" }], results: [{ url: "r" }, null], stocks: [{ url: "s" }], bookmarks: [[]] };
    const none = { line: 1, unreadable: "no_object" };
    expect(await read(JSON.stringify(lists))).toEqual([entry(1, "r"), none, entry(1, "s"), none]);
  });
});

describe("an HTML", () => {
  it.each([
    [
      "entities and inline tags in a title",
      "<A HREF=u>a <b>&lt;b</b>&gt;<br>c</A>d",
      [entry(1, "u", { title: "a <b>\nc" })],
    ],
    ["a note that ends", "<A HREF=u>t</A><DD>n<HR>m", [entry(1, "u", { title: "t", note: "n" })]],
    [
      "a note that is closed",
      "<A HREF=u>t</A><DD>n</DD>\n<DT><A HREF=v>",
      [entry(1, "u", { title: "t", note: "n" }), entry(2, "v")],
    ],
    ["a description without an entry", "<DD>n<A HREF=u>t", [entry(1, "u", { title: "t" })]],
    ["no address", "<A>t</A>", [entry(1, "", { title: "t" })]],
    [
      "the date with milliseconds, then the others",
      '<A HREF=u TIME_ADDED=3 ADD_DATE=2 SAVED_AT="1970-01-01T00:00:01.500Z"><A HREF=v TIME_ADDED=3 ADD_DATE=2><A HREF=w TIME_ADDED=3>',
      [
        entry(1, "u", { savedAt: new Date(1_500) }),
        entry(1, "v", { savedAt: new Date(2_000) }),
        entry(1, "w", { savedAt: new Date(3_000) }),
      ],
    ],
    [
      "tags with spaces, empty ones and references",
      '<A HREF=u TAGS=" a ,,b&#44;c">',
      [entry(1, "u", { tags: ["a", "b,c"] })],
    ],
    [
      "folders that are closed, one without a name and one of the browser",
      "<H3>a &amp; b</H3><DL><A HREF=u></DL><DL><A HREF=v></DL><H3 UNFILED_BOOKMARKS_FOLDER=true>c</H3><DL><A HREF=w></DL></DL><H3>d<DL><A HREF=x>",
      [entry(1, "u", { tags: ["a & b"] }), entry(1, "v"), entry(1, "w"), entry(1, "x", { tags: ["d"] })],
    ],
  ])("may have %s", async (_what, text, entries) => {
    expect(await read(text)).toEqual(entries);
  });

  it("has the names of its 64 outer folders as tags, and none too many after those inside of them", async () => {
    const [depth, most] = [66, 64];
    const names = Array.from({ length: depth }, (_, at) => `f${at}`);
    const text = `${names.map((name) => `<H3>${name}</H3><DL>`).join("")}<A HREF=u></DL></DL><A HREF=v></DL><A HREF=w>`;
    expect(await read(text)).toEqual([
      entry(1, "u", { tags: names.slice(0, most) }),
      entry(1, "v", { tags: names.slice(0, most) }),
      entry(1, "w", { tags: names.slice(0, most - 1) }),
    ]);
  });

  it("has at most 200,000 characters of a title and a note together", async () => {
    const [text, more] = ["x".repeat(60_000), "y".repeat(60_000)];
    const note = text + "y".repeat(20_000 - "</A><DD>".length);
    expect(await read(`<A HREF=u>${text}`, more, `</A><DD>${text}`, more, "z")).toEqual([
      entry(1, "u", { title: text + more, note }),
    ]);
  });
});
