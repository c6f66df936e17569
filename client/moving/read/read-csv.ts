import type { ReadEntry, TextChunks } from "../file-entry.ts";
import type { CsvRecord } from "./csv-records.ts";
import { csvRecords } from "./csv-records.ts";
import { entryOf } from "./entry-of.ts";
import { columnName, formatOf, LONGEST_NAME } from "./formats.ts";

/** The most columns that are reported: a file of another kind may have any number. */
const MOST_COLUMNS = 200;

/** The lines among which the names of the columns are looked for: some programs write a description above them. */
const FIRST_LINES = 8;

/**
 * Reads CSV in which one of the first records names the columns, one of them that of the address. Cells may be separated by
 * semicolons or tabs, as Excel does.
 *
 * @param beginning of the text, from which the separator is told
 */
export async function* readCsv(chunks: TextChunks, beginning: string): AsyncGenerator<ReadEntry, void, undefined> {
  let read: ((record: CsvRecord) => ReadEntry) | null = null;
  for await (const record of csvRecords(chunks, separatorOf(beginning))) {
    if (record.cells?.every((cell) => cell.trim() === "")) continue;
    if (read !== null) yield read(record);
    else read = readerOf(record.cells ?? []);
    if (read === null && record.line >= FIRST_LINES) break;
  }
  if (read === null) yield { line: 1, unreadable: "no_url_column" };
}

/** The first line of a text that names columns, one of them that of the address; null without one. */
export function lineOfColumns(beginning: string): string | null {
  const namesColumns = (line: string) =>
    readerOf(line.split(separatorIn(line)).map((name) => name.replace(/^"|"$/g, ""))) !== null;
  return beginning.split("\n", FIRST_LINES).find(namesColumns) ?? null;
}

function separatorOf(beginning: string): Separator {
  const told = /^sep=([;,\t])/.exec(beginning)?.[1];
  return told === undefined ? separatorIn(lineOfColumns(beginning) ?? beginning) : (told as Separator);
}

type Separator = "," | ";" | "\t";

function separatorIn(text: string): Separator {
  const [line = ""] = text.split("\n", 1);
  const count = (separator: string) => line.split(separator).length;
  if (count("\t") > count(",") && count("\t") > count(";")) return "\t";
  return count(";") > count(",") ? ";" : ",";
}

/** The reader of the records of a file with these columns; null without one for the address. */
function readerOf(header: readonly string[]): ((record: CsvRecord) => ReadEntry) | null {
  const names = header.map((name) => name.trim().slice(0, LONGEST_NAME));
  const keys = names.map(columnName);
  const format = formatOf("csv", new Set(keys));
  if (!format?.fields.url?.some((name) => keys.includes(name))) return null;
  const { cell = (text) => text } = format;
  return ({ line, cells, cutOff }) => {
    if (cutOff) return { line, unreadable: "cut_off" };
    if (cells === null) return { line, unreadable: "too_long" };
    const columns = new Map<string, { name: string; value: string }>();
    for (const [index, text] of cells.slice(0, MOST_COLUMNS).entries()) {
      const key = keys[index] ?? "";
      const hasValue = !/^(?:\[\s*\])?$/.test(text.trim());
      if (hasValue && !columns.has(key)) columns.set(key, { name: names[index] ?? "", value: cell(text) });
    }
    return entryOf(format, columns, line);
  };
}
