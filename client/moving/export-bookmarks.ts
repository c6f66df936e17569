import type { Bookmark } from "../answers.ts";
import { csvText } from "./csv-text.ts";
import type { BookmarkFormat } from "./file-entry.ts";
import { jsonText } from "./json-text.ts";
import { COLUMNS, joinedTags } from "./magpie-csv.ts";
import { netscapeText } from "./netscape-text.ts";

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
  return format === "csv"
    ? csvText(COLUMNS, bookmarks, cellsOf)
    : netscapeText("Bookmarks", bookmarks, (bookmark) => bookmark);
}

function cellsOf({ url, title, note, tags, created_at, status, summary }: Bookmark): readonly string[] {
  return [url, title ?? "", note ?? "", joinedTags(tags), created_at, status, summary ?? ""];
}
