import type { TextChunks } from "../file-entry.ts";
import { LONGEST_ENTRY } from "../file-entry.ts";

export interface CsvRecord {
  readonly line: number;
  /** Null when the record is longer than an entry may be. */
  readonly cells: readonly string[] | null;
  /** Whether the text ends inside of a quoted cell. */
  readonly cutOff: boolean;
}

/**
 * Splits a CSV text into records; empty lines are left out. A quoted cell may hold line ends.
 *
 * @param separator of cells; where the list separator is ";", as in most of Europe, Excel writes that
 */
export async function* csvRecords(
  chunks: TextChunks,
  separator: "," | ";" | "\t" = ",",
): AsyncGenerator<CsvRecord, void, undefined> {
  let line = 1;
  let begunAt = 1;
  let cells: string[] = [];
  let cell = "";
  let length = 0;
  let quoted = false;
  /** Whether the latest character was a quote inside of a quoted cell: its end, or the first half of a quote. */
  let afterQuote = false;

  const taken = (cutOff = false): CsvRecord | null => {
    const isEmpty = cells.length === 0 && cell === "";
    const tooLong = length > LONGEST_ENTRY;
    const record = { line: begunAt, cells: tooLong ? null : [...cells, cell], cutOff };
    cells = [];
    cell = "";
    length = 0;
    quoted = false;
    afterQuote = false;
    return isEmpty && !tooLong ? null : record;
  };

  for await (const chunk of chunks) {
    for (const character of chunk) {
      length += character.length;
      if (character === "\n") line += 1;
      if (afterQuote) {
        afterQuote = false;
        if (character === '"') {
          cell += character;
          continue;
        }
        quoted = false;
      }
      if (length > LONGEST_ENTRY) {
        // The text is dropped, but read to the record's end. A quote opens a cell only where the cell begins.
        cells = [];
        cell = cell.slice(0, 1);
      }
      if (quoted) {
        if (character === '"') afterQuote = true;
        else cell += character;
      } else if (character === '"' && cell === "") quoted = true;
      else if (character === separator) {
        cells.push(cell);
        cell = "";
      } else if (character === "\n") {
        const record = taken();
        if (record !== null) yield record;
        begunAt = line;
      } else if (character !== "\r") cell += character;
    }
  }
  const last = taken(quoted && !afterQuote);
  if (last !== null) yield last;
}

/** A cell as a record has it. Spreadsheets may also split a record at semicolons and tabs. */
export function csvCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
