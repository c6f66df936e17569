import type { Stock } from "../answers.ts";
import type { CsvCells } from "./csv-text.ts";
import { csvText } from "./csv-text.ts";
import type { BookmarkFormat } from "./file-entry.ts";
import { jsonText } from "./json-text.ts";
import { joinedTags } from "./magpie-csv.ts";
import type { NetscapeEntry } from "./netscape-text.ts";
import { netscapeText } from "./netscape-text.ts";

/** The columns of a CSV of stocks; the first ones are those of bookmarks. */
const CELLS: CsvCells<Stock> = {
  url: ({ canonical_url }) => canonical_url,
  title: ({ title }) => title ?? "",
  note: ({ memo }) => memo ?? "",
  tags: ({ tags }) => joinedTags(tags),
  saved_at: ({ created_at }) => created_at,
  status: ({ status }) => status,
  author: ({ author_name }) => author_name ?? "",
  provider: ({ provider }) => provider,
  unread: ({ unread }) => String(unread),
  starred: ({ starred }) => String(starred),
};

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
  return format === "csv" ? csvText(CELLS, stocks) : netscapeText("Slides", stocks, entryOf);
}

function entryOf({ canonical_url, memo, ...stock }: Stock): NetscapeEntry {
  return { ...stock, url: canonical_url, note: memo };
}
