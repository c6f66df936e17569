import { csvCell } from "./csv-records.ts";
import { plainCell } from "./magpie-csv.ts";

/** Writes a CSV text with a record an item, while the items arrive. No cell is a formula of a spreadsheet. */
export async function* csvText<T>(
  columns: readonly string[],
  items: AsyncIterable<T>,
  cellsOf: (item: T) => readonly string[],
): AsyncGenerator<string, void, undefined> {
  yield `${columns.join(",")}\r\n`;
  for await (const item of items) {
    yield `${cellsOf(item)
      .map((cell) => csvCell(plainCell(cell)))
      .join(",")}\r\n`;
  }
}
