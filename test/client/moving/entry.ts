import type { ReadEntry } from "../../../client/moving/file-entry.ts";

/** An entry of a file without what the file leaves out, with these fields. */
export function entry(
  line: number,
  url: string,
  rest: Partial<Exclude<ReadEntry, { unreadable: unknown }>> = {},
): ReadEntry {
  return {
    line,
    url,
    title: "",
    note: "",
    tags: [],
    unread: false,
    starred: false,
    place: null,
    savedAt: null,
    withoutZone: false,
    columns: {},
    ...rest,
  };
}

/** The entries without their columns, for tests of what these say. */
export function withoutColumns(entries: readonly ReadEntry[]): ReadEntry[] {
  return entries.map((each) => ("unreadable" in each ? each : { ...each, columns: {} }));
}

/** A text in pieces of a length, as a file comes. */
export function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / (length || 1)) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
}
