import { expect, it } from "vitest";
import type { Book, Bookmark, Stock } from "../../../client/index.ts";
import type { BookmarkFormat } from "../../../client/moving/index.ts";
import { exportBookmarks, exportBooks, exportStocks, readBookmarks } from "../../../client/moving/index.ts";
import { savedBookmark } from "../saved-bookmark.ts";
import { savedStock } from "../saved-stock.ts";
import { allOf } from "./all-of.ts";
import { withoutColumns } from "./entry.ts";

async function* streamed<T>(...items: T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}

const text = async (parts: AsyncIterable<string>) => (await allOf(parts)).join("");

const plain = savedBookmark({
  id: "b-1",
  url: "https://a.example/?x=1&copy;=2",
  source_hint: "other",
  status: "done",
  llm_status: "done",
  created_at: "2023-11-14T22:13:20.123Z",
  updated_at: "2023-11-15T00:00:00.000Z",
});
const odd: Bookmark = {
  ...plain,
  unread: false,
  starred: true,
  url: "https://b.example/'\"<>",
  title: '</A><DT><A HREF="javascript:alert(1)">\'&amp;,"|\\ 鳥\u{1f426}',
  note: "First line\n</DL> & \"second\", 'third'",
  gone_at: "2024-05-12T03:00:00.000Z",
  place: { block: 3, offset: 40, progress: 0.5, at: "2024-05-11T03:00:00.000Z" },
  tags: ["tea, green", "a|b\\", "birds & <bees>", "=1+1", "'quoted'"],
};

it.each<BookmarkFormat>(["html", "json", "csv"])(
  "%s is read back with all that it was written from",
  async (format) => {
    const written = await text(exportBookmarks(streamed(plain, odd), format));
    const read = withoutColumns(await allOf(readBookmarks([written])));
    expect(read).toEqual(
      [plain, odd].map(({ url, title, note, tags, unread, starred, place, created_at }) => ({
        line: expect.any(Number),
        url,
        // A link without a text would be invisible in a browser.
        title: title ?? (format === "html" ? url : ""),
        note: note ?? "",
        tags,
        unread,
        starred,
        // The other formats are for programs that have another text of the page.
        place: format === "json" ? place : null,
        savedAt: new Date(created_at),
        withoutZone: false,
        columns: {},
      })),
    );
  },
);

it("html is a Netscape bookmark file, in which no title or note becomes markup", async () => {
  const written = await text(exportBookmarks(streamed(plain, odd), "html"));
  expect(written).toMatch(/^<!DOCTYPE NETSCAPE-Bookmark-file-1>\n/);
  expect(written).toContain(
    '<DT><A HREF="https://a.example/?x=1&amp;copy;=2" ADD_DATE="1700000000" LAST_MODIFIED="1700006400" ',
  );
  expect(written).toContain('TAGS="tea&#44; green,a|b\\,birds &amp; &lt;bees&gt;,=1+1,&#39;quoted&#39;"');
  expect(written).toContain("    <DD>First line\n&lt;/DL&gt; &amp; &quot;second&quot;, &#39;third&#39;\n");
  expect(written.match(/<DT>/g)).toHaveLength(2);
});

it("csv has no formula, and since when a page is gone, which an import does not take over", async () => {
  const written = await text(exportBookmarks(streamed({ ...odd, title: "=1+1" }), "csv"));
  expect(written).toMatch(/,gone_at\r\n[^,]+,'=1\+1,.*,2024-05-12T03:00:00\.000Z\r\n$/s);
});

it("json has the API's own fields, and an empty list is JSON, too", async () => {
  expect(JSON.parse(await text(exportBookmarks(streamed(plain, odd), "json")))).toEqual({ bookmarks: [plain, odd] });
  expect(JSON.parse(await text(exportBookmarks(streamed(), "json")))).toEqual({ bookmarks: [] });
});

const deck = savedStock({
  id: "s-1",
  original_url: "http://speakerdeck.com/ada/birds/",
  canonical_url: "https://speakerdeck.com/ada/birds",
  status: "ready",
  title: "=Birds, & <bees>",
  author_name: "Ada",
  memo: 'Read\n</DL> "again"',
  tags: ["tea, green", "a|b\\", "=1+1"],
  created_at: "2023-11-14T22:13:20.123Z",
});

it.each<BookmarkFormat>(["html", "json", "csv"])("stocks in %s are read back, the memo as the note", async (format) => {
  const untitled: Stock = { ...deck, title: null, memo: null, tags: [], status: "failed" };
  const written = await text(exportStocks(streamed(deck, untitled), format));
  const common = {
    line: expect.any(Number),
    url: deck.canonical_url,
    savedAt: new Date(deck.created_at),
    withoutZone: false,
    unread: true,
    starred: false,
    place: null,
    columns: {},
  };
  expect(withoutColumns(await allOf(readBookmarks([written])))).toEqual([
    { ...common, title: deck.title, note: deck.memo, tags: deck.tags },
    { ...common, title: format === "html" ? deck.canonical_url : "", note: "", tags: [] },
  ]);
});

it.each<BookmarkFormat>(["json", "csv"])("notes in %s are read back to the letter", async (format) => {
  const note = "  - first\r\n\t= second ;=x\n\n";
  const written = await text(exportBookmarks(streamed({ ...plain, note }), format));
  expect(await allOf(readBookmarks([written]))).toMatchObject([{ note }]);
});

const book: Book = {
  image_url: null,
  id: "id_1",
  isbn_13: "9780520283602",
  isbn_10: null,
  title: "Birds & {Bees}: 100% \\emph{wild}_life",
  subtitle: "Part #1",
  authors: ["A. Author", "Nest and Hedge, Ltd."],
  publisher: "Feather #1",
  published_date: "2022-05-01",
  description: "=Long",
  language: "en",
  thumbnail_url: null,
  info_link: "https://books.google.com/books?id=x&hl=en_GB{}",
  jobs: ["birds", "bees"],
  first_seen_at: "2026-11-20T01:00:00.000Z",
};

it("bibtex has an entry a book, in which no text is a command of TeX or unbalances a brace", async () => {
  const bare = {
    ...book,
    id: "2",
    isbn_13: null,
    subtitle: null,
    authors: [],
    publisher: null,
    published_date: null,
    language: null,
    info_link: null,
  };
  expect(await text(exportBooks(streamed<Book>(book, bare), "bibtex"))).toBe(`@book{id-1,
  title = {Birds \\& \\textbraceleft{}Bees\\textbraceright{}: 100\\% \\textbackslash{}emph\\textbraceleft{}wild\\textbraceright{}\\_life},
  subtitle = {Part \\#1},
  author = {A. Author and {Nest and Hedge, Ltd.}},
  publisher = {Feather \\#1},
  year = {2022},
  month = {5},
  isbn = {9780520283602},
  language = {en},
  url = {https://books.google.com/books?id=x&hl=en_GB%7B%7D},
}

@book{2,
  title = {Birds \\& \\textbraceleft{}Bees\\textbraceright{}: 100\\% \\textbackslash{}emph\\textbraceleft{}wild\\textbraceright{}\\_life},
}

`);
});

it.each<[Partial<Book>, string[]]>([
  [{ title: " A\n\t\u0000 ~^$ \\ " }, ["title = {A \\textasciitilde{}\\textasciicircum{}\\$ \\textbackslash{}}"]],
  [{ authors: ["Tom AND Jerry", "Anders Sandand"] }, ["author = {{Tom AND Jerry} and Anders Sandand}"]],
  [{ isbn_10: "0520283600" }, ["isbn = {0520283600}"]],
  [{ published_date: "1999" }, ["year = {1999}"]],
  [{ published_date: "1999-1" }, ["year = {1999}"]],
  [{ published_date: "ca. 1999-12" }, []],
  [{ info_link: "https://a.example/ {}\\%~" }, ["url = {https://a.example/%20%7B%7D%5C%~}"]],
])("bibtex of %j has the fields %j", async (fields, written) => {
  const no = { title: null, subtitle: null, authors: [], isbn_13: null, info_link: null };
  const none = { ...no, publisher: null, published_date: null, language: null };
  const entries = await text(exportBooks(streamed<Book>({ ...book, ...none, ...fields }), "bibtex"));
  expect(entries).toBe(`@book{id-1,\n${written.map((field) => `  ${field},\n`).join("")}}\n\n`);
});

it("html has no description for an empty note", async () => {
  const written = await text(exportBookmarks(streamed({ ...plain, note: "" }), "html"));
  expect(written).not.toContain("<DD>");
  expect(written).toContain(`<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n    <DT><A HREF=`);
  expect(written).toMatch(/<\/A>\n<\/DL><p>\n$/);
});

it("books have a record each in csv, and the API's own fields in json", async () => {
  const [head, record] = (await text(exportBooks(streamed(book), "csv"))).split("\r\n");
  expect(head).toBe(
    "\ufeffisbn_13,isbn_10,title,subtitle,publisher,published_date,language,info_link,first_seen_at,description,authors,jobs",
  );
  expect(record).toContain('2026-11-20T01:00:00.000Z,\'=Long,"A. Author|Nest and Hedge, Ltd.",birds|bees');
  expect(JSON.parse(await text(exportBooks(streamed(book), "json")))).toEqual({ books: [book] });
});
