import type { ReadEntry } from "../../../client/moving/file-entry.ts";

/** An entry of a file without what the file leaves out, with these fields. */
export function entry(
  line: number,
  url: string,
  rest: Partial<Exclude<ReadEntry, { unreadable: unknown }>> = {},
): ReadEntry {
  return { line, url, title: "", note: "", tags: [], savedAt: null, withoutZone: false, ...rest };
}
