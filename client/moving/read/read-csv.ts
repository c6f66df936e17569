import type { ReadEntry, TextChunks } from "../file-entry.ts";
import type { CsvRecord } from "./csv-records.ts";
import { csvRecords } from "./csv-records.ts";
import { entryOf } from "./entry-of.ts";
import { columnName, formatOf, LONGEST_NAME } from "./formats.ts";

/** The most columns that are reported: a file of another kind may have any number. */
const MOST_COLUMNS = 200;

/**
 * Reads CSV whose first record names the columns, one of them that of the address. Cells may be separated by semicolons or
 * tabs, as Excel does; its line `sep=;` before the columns is left out.
 *
 * @param beginning of the text, from which the separator is told
 */
export async function* readCsv(chunks: TextChunks, beginning: string): AsyncGenerator<ReadEntry, void, undefined> {
  let read: ((record: CsvRecord) => ReadEntry) | null = null;
  for await (const record of csvRecords(chunks, separatorOf(beginning))) {
    if (read !== null) yield read(record);
    else if (record.cells?.[0]?.startsWith("sep=") !== true) {
      read = readerOf(record.cells ?? []);
      if (read !== null) continue;
      yield { line: record.line, unreadable: "no_url_column" };
      return;
    }
  }
}

/** Whether a first line names columns, one of them that of the address. */
export function namesColumns(line: string): boolean {
  return readerOf(line.split(separatorOf(line)).map((name) => name.replace(/^"|"$/g, ""))) !== null;
}

function separatorOf(beginning: string): "," | ";" | "\t" {
  const told = /^sep=([;,\t])/.exec(beginning)?.[1];
  if (told === ";" || told === "," || told === "\t") return told;
  const [line = ""] = beginning.split("\n", 1);
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
