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
