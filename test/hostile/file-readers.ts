import { looksLikeDeck } from "../../client/addresses/deck-address.ts";
import type { Book, Bookmark } from "../../client/answers.ts";
import type { BookmarkFormat } from "../../client/moving/index.ts";
import {
  ArchiveFile,
  exportBookmarks,
  exportBooks,
  fileText,
  importBookmarks,
  readBookmarks,
  UnreadableCharset,
} from "../../client/moving/index.ts";
import { savedBookmark } from "../client/saved-bookmark.ts";
import type { Reader } from "./reader.ts";
import { LIMITS } from "./reader.ts";

const CLI = ["bin/cli.ts"];
/** As large as the pieces in which files are read. */
const CHUNK = 64 * 1_024;

const read = (name: string) => `read/${name}`;
const moving = (...names: string[]) => names.map((name) => `client/moving/${name}.ts`);

function* chunks(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}

/** Reads a file as an import does that sends nothing. */
function checked(text: string, format: BookmarkFormat | "auto") {
  return importBookmarks(null, readBookmarks(chunks(text), format), { now: new Date(0) });
}

async function* one<T>(item: T): AsyncGenerator<T, void, undefined> {
  yield item;
}

async function written(parts: AsyncIterable<string>): Promise<number> {
  let length = 0;
  for await (const part of parts) length += part.length;
  return length;
}

const TIME = "2026-01-01T00:00:00.000Z";
const SAVED = savedBookmark({
  id: "a",
  url: "https://a.example/",
  source_hint: "other",
  status: "done",
  llm_status: "done",
  created_at: TIME,
  updated_at: TIME,
});
const FOLDERS = Array.from({ length: 64 }, (_, at) => `<H3>${at}${"x".repeat(400)}</H3><DL>`).join("");
const IMPORTED = moving(
  "file-tags",
  "merge-entries",
  "new-bookmark",
  ...["entry-of", "file-date", "formats"].map(read),
);

/** The readers of files that a person imports, and of the texts that are exported: of strangers' pages. */
export const FILE_READERS: readonly Reader[] = [
  {
    name: "a bookmark file",
    functions: CLI,
    covers: [
      ...IMPORTED,
      ...moving(...["markup-pieces", "markup-texts", "read-bookmarks", "read-html", "tags-of"].map(read)),
      "client/addresses/deck-address.ts",
      "client/addresses/source-hint.ts",
    ],
    limit: LIMITS.file,
    tokens: [
      ...'<|>|"|\'|=|&|&#|&amp;|<a |<A HREF=u>|<A HREF=u TAGS="a,|,|<DD>|<DL>|</DL>|<H3>|<H3>#|</H3>|<!--|<br>|[linkding-notes]'.split(
        "|",
      ),
      ..." |\n|a|https://speakerdeck.com/|1700000000|2024-01-01T|#,".split("|"),
    ],
    frames: [
      ["<DL>", ""],
      ['<A HREF="https://', '">x</A>'],
      ['<A HREF=u TAGS="', '">x</A>'],
      ['<A HREF=u ADD_DATE="', '">x</A>'],
      ["<A HREF=u>", "</A>"],
      ["<A HREF=u>t</A><DD>", ""],
      ["<H3>", "</H3><DL><A HREF=u>t</A>"],
    ],
    records: [[["", ""], "<A HREF=u>", "</A>"]],
    cases: [
      // The first one took 841 MB: each entry had a remark on each of its folders.
      [FOLDERS, "<A HREF=u>"],
      ["<A HREF=u TAGS='", "#,"],
      ["<A ", "a=' "],
      ["<a b='", "x"],
    ],
    read: (text) => checked(text, "html"),
  },
  {
    name: "bookmarks in JSON",
    functions: CLI,
    covers: [...IMPORTED, ...moving(read("json-elements"))],
    limit: LIMITS.file,
    tokens: [
      "[",
      "{",
      "]",
      "}",
      ",",
      '"',
      "\\",
      '{"url":"u"},',
      '"a"',
      ":",
      " ",
      '"#",',
      "\n",
      '{"url":"javascript:"},',
    ],
    frames: [
      ["", ""],
      ['[{"url":"u","note":"', '"}]'],
      ['[{"url":"u","tags":"', '"}]'],
      ['[{"url":"u","tags":["', '"]}]'],
      ['[{"url":"u","created_at":"', '"}]'],
      ["[", "{}]"],
    ],
    cases: [["[", '{"url":"x:"},']],
    read: (text) => checked(text, "json"),
  },
  {
    name: "bookmarks in CSV",
    functions: CLI,
    covers: [...IMPORTED, ...moving("magpie-csv", ...["csv-records", "read-csv", "read-lines"].map(read))],
    limit: LIMITS.file,
    tokens: [..."u,n,a,b|\"|,|'|'=|;|;=|;'=|\\|=|a,|\t".split("|"), "|", "\\|", "\n", "\r\n", " ", "u\n", '""', "#|"],
    frames: [
      ["url,note,tags,saved_at\n", ""],
      ['url,note,tags,saved_at\nu,"', '"'],
      ["url,note,tags,saved_at\nu,n,", ""],
      ["url,note,tags,saved_at\nu,n,t,", ""],
      ["", ""],
    ],
    read: (text) => checked(text, "csv"),
  },
  {
    name: "a file in any charset",
    functions: CLI,
    covers: moving(...["file-text", "guessed-charset"].map(read)),
    limit: LIMITS.file,
    tokens: [
      "\x82\xa0",
      "\xa4\xa2",
      "\xe9",
      "\xff",
      "\xfe",
      "\0",
      "\x1b$B",
      "<meta ",
      "charset=",
      "utf-8",
      "x-#",
      ">",
      '"',
      "\n",
      "a",
    ],
    frames: [
      ["", ""],
      ["<meta charset=", ">"],
      ["\xff\xfe", ""],
    ],
    read: async (text) => {
      try {
        return await written(fileText(() => one(Buffer.from(text, "latin1"))));
      } catch (error) {
        if (error instanceof UnreadableCharset) return error.charset;
        if (error instanceof ArchiveFile) return error.message;
        throw error;
      }
    },
  },
  {
    name: "texts that are exported",
    functions: CLI,
    covers: [...moving("bibtex-entry", "read/csv-records", "magpie-csv", "netscape-text")],
    limit: LIMITS.body,
    tokens: ["=", ";", ";=", "'", '"', "\\", "{", "}", "&", "<", "|", ",", " ", "\n", "\x1b[31m", " and ", "a", "東"],
    frames: [
      ["", ""],
      [";", ""],
    ],
    read: async (text) => {
      const own = { title: text, note: text, tags: [text] };
      const bookmark: Bookmark = { ...SAVED, ...own, url: text };
      const book: Book = {
        id: text,
        title: text,
        subtitle: text,
        authors: [text],
        jobs: [text],
        info_link: text,
        description: text,
        isbn_13: text,
        isbn_10: null,
        publisher: text,
        published_date: text,
        language: text,
        thumbnail_url: null,
        image_url: null,
        first_seen_at: text,
      };
      for (const format of ["html", "csv"] as const) await written(exportBookmarks(one(bookmark), format));
      for (const format of ["bibtex", "csv"] as const) await written(exportBooks(one(book), format));
      return looksLikeDeck(text);
    },
  },
];
