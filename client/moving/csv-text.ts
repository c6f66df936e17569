import { plainCell } from "./magpie-csv.ts";
import { csvCell } from "./read/csv-records.ts";

/**
 * Writes a CSV text with a record an item, while the items arrive. No cell is a formula of a spreadsheet. It begins with a byte
 * order mark, without which Excel takes it for a text in the charset of its language.
 */
export async function* csvText<T>(
  columns: readonly string[],
  items: AsyncIterable<T>,
  cellsOf: (item: T) => readonly string[],
): AsyncGenerator<string, void, undefined> {
  yield `\ufeff${columns.join(",")}\r\n`;
  for await (const item of items) {
    yield `${cellsOf(item)
      .map((cell) => csvCell(plainCell(cell)))
      .join(",")}\r\n`;
  }
}
