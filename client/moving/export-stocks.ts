import type { Stock } from "../answers.ts";
import { csvText } from "./csv-text.ts";
import type { BookmarkFormat } from "./file-entry.ts";
import { jsonText } from "./json-text.ts";
import { joinedTags } from "./magpie-csv.ts";
import type { NetscapeEntry } from "./netscape-text.ts";
import { netscapeText } from "./netscape-text.ts";

/** The columns of a CSV of stocks; the first ones are those of bookmarks. */
const COLUMNS = ["url", "title", "note", "tags", "saved_at", "status", "author", "provider"] as const;

/**
 * Writes stocks (saved slide decks) as a file, while they arrive: each yielded text is at most one of them. `readBookmarks`
 * reads each format, the memo as the note.
 *
 * @param format `html`: a Netscape bookmark file; `json`: the API's own fields; `csv`: one record a stock
 */
export function exportStocks(
  stocks: AsyncIterable<Stock>,
  format: BookmarkFormat,
): AsyncGenerator<string, void, undefined> {
  if (format === "json") return jsonText("stocks", stocks);
  return format === "csv" ? csvText(COLUMNS, stocks, cellsOf) : netscapeText("Slides", stocks, entryOf);
}

function entryOf({ canonical_url, title, memo, tags, created_at, updated_at }: Stock): NetscapeEntry {
  return { url: canonical_url, title, note: memo, tags, created_at, updated_at };
}

function cellsOf(stock: Stock): readonly string[] {
  const { canonical_url, title, memo, tags, created_at, status, author_name, provider } = stock;
  return [canonical_url, title ?? "", memo ?? "", joinedTags(tags), created_at, status, author_name ?? "", provider];
}
