import type { FileEntry } from "./file-entry.ts";

/** How much was read of a column of a file. */
export interface ColumnCount {
  /** As the file names it, at most its first 60 characters; empty for cells behind the last column. */
  readonly name: string;
  /** How many of its values were read, and how many were not. */
  readonly read: number;
  readonly notRead: number;
}

/** Columns that are counted: a file of another kind may have any number. */
const MOST_COLUMNS = 200;

/** Adds the columns of an entry to counts, which stay in the order in which columns were found. */
export function countColumns(counts: ColumnCount[], columns: FileEntry["columns"]): void {
  for (const [name, isRead] of Object.entries(columns)) {
    const place = counts.findIndex((count) => count.name === name);
    const { read, notRead } = counts[place] ?? { read: 0, notRead: 0 };
    const count = { name, read: read + Number(isRead), notRead: notRead + Number(!isRead) };
    if (place !== -1) counts[place] = count;
    else if (counts.length < MOST_COLUMNS) counts.push(count);
  }
}
