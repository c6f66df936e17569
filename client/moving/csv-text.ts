import { plainCell } from "./magpie-csv.ts";
import { csvCell } from "./read/csv-records.ts";

export type CsvCells<T> = Readonly<Record<string, (item: T) => string>>;

/**
 * Writes a CSV text with a record an item, while the items arrive. The columns are in the order of `cells`. No cell is a formula of a spreadsheet. It begins with a byte
 * order mark, without which Excel takes it for a text in the charset of its language.
 */
export async function* csvText<T>(
  cells: CsvCells<T>,
  items: AsyncIterable<T>,
): AsyncGenerator<string, void, undefined> {
  yield `\ufeff${Object.keys(cells).join(",")}\r\n`;
  for await (const item of items) {
    yield `${Object.values(cells)
      .map((cellOf) => csvCell(plainCell(cellOf(item))))
      .join(",")}\r\n`;
  }
}
