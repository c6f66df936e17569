import type { CsvRecord } from "./csv-records.ts";
import { csvRecords } from "./csv-records.ts";
import { fileDate } from "./file-date.ts";
import type { ReadEntry, TextChunks } from "./file-entry.ts";
import { splitTags, unplainCell } from "./magpie-csv.ts";

/** Names of columns, the first that a file has counts. */
const NAMES = {
  url: ["url", "href", "link"],
  title: ["title", "name"],
  note: ["note", "notes", "description"],
  tags: ["tags"],
  savedAt: ["saved_at", "time_added", "created_at", "created", "date"],
} as const;

/**
 * Reads CSV whose first record names the columns: Magpie's own, Pocket's, and others with a column `url`. Tags are
 * separated by `|` in Magpie's and Pocket's, and by commas elsewhere.
 */
export async function* readCsv(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  let read: ((record: CsvRecord) => ReadEntry) | null = null;
  for await (const record of csvRecords(chunks)) {
    if (read !== null) yield read(record);
    else {
      read = readerOf((record.cells ?? []).map((name) => name.trim().toLowerCase()));
      if (read !== null) continue;
      yield { line: record.line, unreadable: "no_url_column" };
      return;
    }
  }
}

/** The reader of the records of a file with these columns; null without one for the address. */
function readerOf(columns: readonly string[]): ((record: CsvRecord) => ReadEntry) | null {
  const at = (field: keyof typeof NAMES) =>
    NAMES[field].map((name) => columns.indexOf(name)).find((index) => index !== -1) ?? -1;
  const [url, title, note, tags, savedAt] = [at("url"), at("title"), at("note"), at("tags"), at("savedAt")];
  if (url === -1) return null;
  const isMagpies = columns.includes("saved_at");
  const hasBars = isMagpies || columns.includes("time_added");
  return ({ line, cells, cutOff }) => {
    if (cutOff) return { line, unreadable: "cut_off" };
    if (cells === null) return { line, unreadable: "too_long" };
    const whole = (index: number) => (isMagpies ? unplainCell(cells[index] ?? "") : (cells[index] ?? ""));
    const cell = (index: number) => whole(index).trim();
    return {
      line,
      url: cell(url),
      title: cell(title),
      note: whole(note),
      tags: hasBars
        ? splitTags(cell(tags))
        : cell(tags)
            .split(",")
            .map((tag) => tag.trim())
            .filter(Boolean),
      ...fileDate(cell(savedAt)),
    };
  };
}
