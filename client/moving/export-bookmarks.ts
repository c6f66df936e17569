import type { Bookmark } from "../answers.ts";
import type { CsvCells } from "./csv-text.ts";
import { csvText } from "./csv-text.ts";
import type { BookmarkFormat } from "./file-entry.ts";
import { jsonText } from "./json-text.ts";
import { joinedTags } from "./magpie-csv.ts";
import { netscapeText } from "./netscape-text.ts";

const CELLS: CsvCells<Bookmark> = {
  url: ({ url }) => url,
  title: ({ title }) => title ?? "",
  note: ({ note }) => note ?? "",
  tags: ({ tags }) => joinedTags(tags),
  saved_at: ({ created_at }) => created_at,
  status: ({ status }) => status,
  summary: ({ summary }) => summary ?? "",
  unread: ({ unread }) => String(unread),
  starred: ({ starred }) => String(starred),
  gone_at: ({ gone_at }) => gone_at ?? "",
};

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
  return format === "csv" ? csvText(CELLS, bookmarks) : netscapeText("Bookmarks", bookmarks, (bookmark) => bookmark);
}
