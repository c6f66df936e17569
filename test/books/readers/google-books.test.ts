import { describe, expect, it } from "vitest";
import type { VolumesQuery, VolumesResponse } from "../../../lambdas/books/readers/google-books.ts";
import { readVolumes, volumesRequest } from "../../../lambdas/books/readers/google-books.ts";
import { derivedId } from "../../../lambdas/shared/derived-id.ts";
import { response } from "../../shared/outbound/outbound-response.ts";

const question: VolumesQuery = {
  search: 'intitle:"a & b" OR 設計',
  startIndex: 120,
  maxResults: 30,
  options: { langRestrict: null, orderBy: null, printType: null, filter: null, country: null },
  apiKey: "k&y",
};

describe("volumesRequest", () => {
  it("requests one page, with the job's options only", () => {
    const { url, ...rest } = volumesRequest(question);
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe("https://www.googleapis.com/books/v1/volumes");
    expect(Object.fromEntries(searchParams)).toEqual({
      q: 'intitle:"a & b" OR 設計',
      startIndex: "120",
      maxResults: "30",
      key: "k&y",
    });
    expect(rest).toMatchObject({
      headers: { accept: "application/json" },
      maxBytes: 2_097_152,
      onTooLarge: "fail",
    });
  });

  it("sends every option by Google's name", () => {
    const options = {
      langRestrict: "ja",
      orderBy: "newest",
      printType: "books",
      filter: "paid-ebooks",
      country: "JP",
    } as const;
    const { searchParams } = new URL(volumesRequest({ ...question, options }).url);
    expect(Object.fromEntries(searchParams)).toMatchObject(options);
  });

  it("never sends the key to the target of a redirect", () => {
    expect(volumesRequest(question).followRedirect()).toBe(false);
  });
});

function read(answer: unknown, changes: Partial<VolumesResponse> = {}) {
  const body = typeof answer === "string" ? answer : JSON.stringify(answer);
  return readVolumes(response({ mediaType: "application/json", body, ...changes }));
}

const info = {
  title: "A title",
  subtitle: "Part 1",
  authors: ["Jane Doe", "山田太郎"],
  publisher: "A house",
  publishedDate: "2022-08-23",
  description: "What it is about.",
  industryIdentifiers: [
    { type: "ISBN_10", identifier: "0306406152" },
    { type: "ISBN_13", identifier: "9780306406157" },
  ],
  imageLinks: {
    smallThumbnail: "http://books.google.com/books/content?id=AAAAAAAAAAAA&zoom=5",
    thumbnail: "http://books.google.com/books/content?id=AAAAAAAAAAAA&zoom=1&edge=curl",
  },
  language: "pt-BR",
  infoLink: "http://books.google.com/books?id=AAAAAAAAAAAA&source=gbs_api",
};
const volume = (changes: object = {}, id: unknown = "AAAAAAAAAAAA") => ({
  kind: "books#volume",
  id,
  volumeInfo: { ...info, ...changes },
});
const book = {
  id: derivedId("isbn", "9780306406157"),
  isbn13: "9780306406157",
  isbn10: "0306406152",
  title: "A title",
  subtitle: "Part 1",
  authors: ["Jane Doe", "山田太郎"],
  publisher: "A house",
  publishedDate: "2022-08-23",
  description: "What it is about.",
  language: "pt-BR",
  thumbnailUrl: "https://books.google.com/books/content?id=AAAAAAAAAAAA&zoom=1",
  infoLink: "https://books.google.com/books?id=AAAAAAAAAAAA&source=gbs_api",
  volumeId: "AAAAAAAAAAAA",
};
const volumes = (items: unknown, totalItems: unknown = 2_918) => ({ kind: "books#volumes", totalItems, items });
/** The one book of a page with this item. */
function readOne(item: unknown) {
  const outcome = read(volumes([item]));
  if (outcome.kind !== "page") throw new Error(`read as ${outcome.kind}`);
  expect(outcome).toMatchObject({ returned: 1 });
  return outcome.books[0];
}

describe("a page of volumes", () => {
  it("is read with all its fields", () => {
    expect(read(volumes([volume(), volume({}, "BBBBBBBBBBBB")]))).toEqual({
      kind: "page",
      totalItems: 2_918,
      returned: 2,
      books: [book, { ...book, volumeId: "BBBBBBBBBBBB" }],
    });
  });

  it.each([
    ["nothing found", { kind: "books#volumes", totalItems: 0 }, 0],
    ["past the end", { kind: "books#volumes", totalItems: 300 }, 300],
    ["an empty list", volumes([], 5), 5],
    ["no total either", { kind: "books#volumes" }, null],
  ])("may be without items: %s", (_name, body, totalItems) => {
    expect(read(body)).toEqual({ kind: "page", totalItems, returned: 0, books: [] });
  });

  it.each([[undefined], [null], ["300"], [-1], [{}]])("has no total when it is %j", (totalItems) => {
    expect(read({ items: [volume()], totalItems })).toMatchObject({ kind: "page", totalItems: null, returned: 1 });
  });

  it("is read up to 400 items, and counts all", () => {
    const outcome = read(volumes(Array.from({ length: 401 }, () => volume())));
    expect(outcome).toMatchObject({ kind: "page", returned: 401 });
    expect(outcome.kind === "page" && outcome.books.length).toBe(400);
  });

  it("counts items that are no books", () => {
    const broken = [null, 7, "x", [], {}, { id: "AAAAAAAAAAAA" }, { volumeInfo: info }, volume({}, ""), volume({}, 5)];
    const outcome = read(volumes([...broken, volume()]));
    expect(outcome).toMatchObject({ kind: "page", returned: 10, books: [book] });
  });

  it.each([["application/json"], ["text/json"], ["application/vnd.api+json"], [""]])(
    "may be sent as %j",
    (mediaType) => {
      expect(read(volumes([volume()]), { mediaType })).toMatchObject({ kind: "page" });
    },
  );

  it("may begin with a byte order mark", () => {
    expect(read(`\ufeff${JSON.stringify(volumes([volume()]))}`)).toMatchObject({ kind: "page", books: [book] });
  });

  it.each([
    ["HTML", "<!doctype html><title>Sign in</title>", { mediaType: "text/html" }],
    ["HTML that is called JSON", "<!doctype html><title>Sign in</title>", {}],
    ["volumes that are called HTML", volumes([volume()]), { mediaType: "text/html" }],
    ["half of the JSON", JSON.stringify(volumes([volume()])).slice(0, -9), {}],
    ["nothing", "", {}],
    ["a list", [volume()], {}],
    ["null", "null", {}],
    ["a string", '"volumes"', {}],
    ["items that are no list", volumes({ 0: volume() }), {}],
    ["items that are null", volumes(null), {}],
    ["a string in place of items", volumes("none"), {}],
    ["volumes with status 206", volumes([volume()]), { status: 206 }],
    ["nothing with status 204", "", { status: 204, mediaType: "" }],
    ["a redirect", "", { status: 302, mediaType: "text/html" }],
    ["a missing page", "<title>404</title>", { status: 404, mediaType: "text/html" }],
  ])("is not parsed from %s", (_name, body, changes) => {
    expect(read(body, changes)).toMatchObject({
      kind: "error",
      code: "google_unexpected_answer",
      message: expect.stringContaining("cursor is kept"),
    });
  });

  it("names the received format in the error", () => {
    expect(read("")).toHaveProperty("message", expect.stringContaining("something that is no JSON"));
    expect(read([])).toHaveProperty("message", expect.stringContaining("JSON that is no list of volumes"));
    expect(read("", { status: 302 })).toHaveProperty("message", expect.stringContaining("the status 302"));
  });
});

describe("a volume", () => {
  it("needs only its id", () => {
    expect(readOne({ id: "AAAAAAAAAAAA", volumeInfo: {} })).toEqual({
      id: derivedId("volume", "AAAAAAAAAAAA"),
      isbn13: null,
      isbn10: null,
      title: null,
      subtitle: null,
      authors: [],
      publisher: null,
      publishedDate: null,
      description: null,
      language: null,
      thumbnailUrl: null,
      infoLink: null,
      volumeId: "AAAAAAAAAAAA",
    });
  });

  it("is kept without fields of another type", () => {
    const wrong = Object.fromEntries(Object.keys(info).map((name) => [name, 7]));
    expect(readOne(volume(wrong))).toEqual(readOne({ id: "AAAAAAAAAAAA", volumeInfo: {} }));
  });

  it.each([
    ["an OTHER alone", [{ type: "OTHER", identifier: "UOM:39015076106452" }], null],
    ["an ISBN that is called something else", [{ type: "OTHER", identifier: "9780306406157" }], null],
    ["an ISSN", [{ type: "ISSN", identifier: "03178471" }], null],
    ["an ISBN-10 alone", [{ type: "ISBN_10", identifier: "080442957X" }], "9780804429573"],
    ["an ISBN with a wrong check digit", [{ type: "ISBN_13", identifier: "9780306406158" }], null],
    ["broken entries before it", [null, { type: "ISBN_13" }, info.industryIdentifiers[1]], "9780306406157"],
  ])("is identified by its ISBN or by Google's id: %s", (_name, industryIdentifiers, isbn13) => {
    const id = isbn13 === null ? derivedId("volume", "AAAAAAAAAAAA") : derivedId("isbn", isbn13);
    expect(readOne(volume({ industryIdentifiers }))).toMatchObject({ id, isbn13 });
  });

  it.each([
    ["2022", "2022"],
    ["2022-08", "2022-08"],
    ["2022-08-23", "2022-08-23"],
    [" 1999 ", "1999"],
    ["19??", null],
    ["18??", null],
    ["199?", null],
    ["1990s", null],
    ["n.d.", null],
    ["2022-13", "2022"],
    ["2004-13-45", "2004"],
    ["2023-02-29", "2023"],
    ["1998-00-00", "1998"],
    ["2022-8-3", "2022-08-03"],
    ["2022/08/23", "2022-08-23"],
    ["20220823", "2022-08-23"],
    ["2016-09-15T00:00:00+02:00", "2016-09-15"],
    ["2022-08-23T23:59:59.000Z", "2022-08-23"],
    ["August 2022", "2022"],
    ["12/05/1999", "1999"],
    ["31-12-1999", "1999"],
    ["Dec-1999", "1999"],
    ["19??-1999", null],
    ["-1999", null],
    ["978-1999", null],
    // What programs write for no date.
    ["0000-00-00", null],
    ["0101-01-01", null],
    ["9999-12-31", null],
    ["99990101", null],
    ["0001年1月1日", null],
    ["2099-12-31", "2099-12-31"],
    ["2100-01-01", null],
    ["1000", "1000"],
    ["2004*", "2004"],
    ["[1988]", "1988"],
    ["c1999", "1999"],
    ["©2001, 1998", "2001"],
    ["1998-99", "1998"],
    ["2004年5月12日", "2004-05-12"],
    ["２００４年", "2004"],
    ["平成16年5月", "2004-05"],
    ["昭和63", "1988"],
    ["令和元年", "2019"],
    ["昭和63[1988]", "1988"],
    ["", null],
  ])("published %j is kept as %j", (publishedDate, kept) => {
    expect(readOne(volume({ publishedDate }))).toMatchObject({ publishedDate: kept });
  });

  it.each([
    ["http://books.google.com/books?id=A", "https://books.google.com/books?id=A"],
    ["https://play.google.com/store/books/details?id=A", "https://play.google.com/store/books/details?id=A"],
    ["http://books.google.com:80/x", "https://books.google.com/x"],
    [
      "http://books.google.com/books?id=A&dq=a+b&hl=&cd=3&source=gbs_api",
      "https://books.google.com/books?id=A&hl=&source=gbs_api",
    ],
    ["http://books.google.com:8080/x", null],
    ["http://user:word@books.google.com/x", null],
    ["javascript:alert(1)", null],
    ["//books.google.com/x", null],
    ["ftp://books.google.com/x", null],
    ["http://user@books.google.com/x", null],
    ["http://:word@books.google.com/x", null],
    [`https://b.example/${"x".repeat(2_048 - 18)}`, `https://b.example/${"x".repeat(2_048 - 18)}`],
    [`https://b.example/${"x".repeat(2_048 - 17)}`, null],
    ["https://books.google.com/books?id=A%20B", "https://books.google.com/books?id=A%20B"],
    [`http://books.google.com/${"x".repeat(2_100)}`, null],
    ["", null],
  ])("links to %s as %s", (infoLink, kept) => {
    expect(readOne(volume({ infoLink }))).toMatchObject({ infoLink: kept });
  });

  it("has the small picture if there is no other", () => {
    const imageLinks = { smallThumbnail: info.imageLinks.smallThumbnail };
    expect(readOne(volume({ imageLinks }))?.thumbnailUrl).toMatch(/^https:.*zoom=5$/);
  });

  it.each([
    ["ja", "ja"],
    ["zh-Hant-TW", "zh-Hant-TW"],
    ["<b>", null],
    ["", null],
  ])("in the language %j is kept as %j", (language, kept) => {
    expect(readOne(volume({ language }))).toMatchObject({ language: kept });
  });

  it("has clean texts of one line, and authors in order", () => {
    const changed = volume({
      title: " A\u202e \n title\u0000 ",
      authors: ["B\tb", " ", 7, null, "A"],
      publisher: "\u200b",
    });
    expect(readOne(changed)).toMatchObject({ title: "A title", authors: ["B b", "A"], publisher: null });
  });

  it.each([
    [`"O'Reilly Media, Inc."`, "O'Reilly Media, Inc."],
    [` "A house" `, "A house"],
    ['""', null],
    ['"A" & "B"', '"A" & "B"'],
    ['The "A" house', 'The "A" house'],
    ['"A house', '"A house'],
  ])("published by %j is kept as by %j", (publisher, kept) => {
    expect(readOne(volume({ publisher }))).toMatchObject({ publisher: kept });
  });

  it("is limited, so that it can be stored whatever Google sends", () => {
    const long = "あ".repeat(30_000);
    const huge = volume({ title: long, authors: Array(300).fill(long), publisher: long, description: long });
    const read = readOne(huge);
    expect(read?.authors).toHaveLength(50);
    expect(read?.description).toHaveLength(5_000);
    expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThan(100_000);
  });

  it.each([
    ["<p>One</p><p>Two<br>three</p>", "One Two three"],
    ["<b>bo</b>ld <I>it</I>alic<br/>x", "bold italic x"],
    ["Q&amp;A &quot;x&quot; &#39;y&#39; &mdash; &lt;b&gt;", `Q&A "x" 'y' — <b>`],
    ["&amp;lt; once", "&lt; once"],
    ["1 < 2 and 3 > 2, a <3", "1 < 2 and 3 > 2, a <3"],
    ["a<!-- hidden -->b<script>alert(1)</script> c<style>p{}</style>", "ab c"],
    ['<a href="https://books.example/">link</a>', "link"],
    ["<p>cut <b", "cut"],
    ["<!-- never ends", null],
    ["<p> &nbsp; </p>", null],
    // https://github.com/AndrewBennet/ReadingListV1/issues/39
    [
      "&lt;p&gt;&lt;b&gt;Winner&lt;/b&gt; of a prize.&lt;/p&gt;&lt;br /&gt;It&#39;s about tea.",
      "Winner of a prize. It's about tea.",
    ],
    [
      "On the tags &lt;b&gt; and &lt;div&gt;, and when to use them.",
      "On the tags <b> and <div>, and when to use them.",
    ],
    ["<p>How to close &lt;/b&gt; well.</p>", "How to close </b> well."],
  ])("described as %j is kept as %j", (description, kept) => {
    expect(readOne(volume({ description }))).toMatchObject({ description: kept });
  });
});

it("tries again if the end of an answer is missing, and reads one of which only its coding's end is", () => {
  expect(read('{"totalItems":', { truncated: true })).toMatchObject({ kind: "transient", code: "network" });
  expect(read('{"totalItems":')).toMatchObject({ kind: "error" });
  expect(read({ totalItems: 0 }, { truncated: true })).toMatchObject({ kind: "page", totalItems: 0 });
});
