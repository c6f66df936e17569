import type { Bookmark } from "../answers.ts";
import { csvCell } from "./csv-records.ts";
import type { BookmarkFormat } from "./file-entry.ts";
import { jsonText } from "./json-text.ts";
import { COLUMNS, joinedTags, plainCell } from "./magpie-csv.ts";

/**
 * Writes bookmarks as a file, while they arrive: each yielded text is at most one of them.
 *
 * @param format `html`: a Netscape bookmark file; `json`: the API's own fields; `csv`: one record a bookmark
 */
export function exportBookmarks(
  bookmarks: AsyncIterable<Bookmark>,
  format: BookmarkFormat,
): AsyncGenerator<string, void, undefined> {
  if (format === "json") return jsonText("bookmarks", bookmarks);
  return format === "csv" ? csvText(bookmarks) : htmlText(bookmarks);
}

async function* csvText(bookmarks: AsyncIterable<Bookmark>): AsyncGenerator<string, void, undefined> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const { url, title, note, tags, created_at, status, summary } of bookmarks) {
    const cells = [url, title ?? "", note ?? "", joinedTags(tags), created_at, status, summary ?? ""];
    yield `${cells.map((cell) => csvCell(plainCell(cell))).join(",")}\r\n`;
  }
}

const HTML_HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;

async function* htmlText(bookmarks: AsyncIterable<Bookmark>): AsyncGenerator<string, void, undefined> {
  yield HTML_HEAD;
  for await (const bookmark of bookmarks) yield htmlEntry(bookmark);
  yield "</DL><p>\n";
}

function htmlEntry({ url, title, note, tags, created_at, updated_at }: Bookmark): string {
  const attributes = {
    HREF: escaped(url),
    ADD_DATE: seconds(created_at),
    LAST_MODIFIED: seconds(updated_at),
    // The format has whole seconds only. Other programs leave out the attribute that they don't know.
    SAVED_AT: created_at,
    // Readers split at commas; Magpie's splits before it decodes.
    ...(tags.length === 0 ? {} : { TAGS: tags.map((tag) => escaped(tag).replaceAll(",", "&#44;")).join(",") }),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  const entry = `    <DT><A ${written.join(" ")}>${escaped(title ?? url)}</A>\n`;
  return note === null || note === "" ? entry : `${entry}    <DD>${escaped(note)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

function seconds(time: string): string {
  return String(Math.floor(Date.parse(time) / 1_000));
}
