import type { ReadEntry, TextChunks } from "../file-entry.ts";
import { LONGEST_ENTRY } from "../file-entry.ts";

/** The first address in a line, with what stands before and after it. */
const LINE = /^(.*?)(https?:\/\/\S+)(.*)$/is;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]{0,50}:\S+/i;

/** Reads a list of addresses, one a line, with or without titles, e.g. `https://… | title` as OneTab writes it. */
export async function* readLines(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  let line = 1;
  let rest = "";
  const entry = (): ReadEntry | null => {
    const text = rest.trim();
    if (rest.length > LONGEST_ENTRY) return { line, unreadable: "too_long" };
    return text === "" ? null : entryOfLine(text, line);
  };
  for await (const chunk of chunks) {
    const [first = "", ...lines] = chunk.split("\n");
    if (rest.length <= LONGEST_ENTRY) rest += first;
    for (const next of lines) {
      const read = entry();
      if (read !== null) yield read;
      line += 1;
      rest = next;
    }
  }
  const last = entry();
  if (last !== null) yield last;
}

function entryOfLine(text: string, line: number): ReadEntry {
  const [, before = "", address = OTHER_SCHEME.exec(text)?.[0], after = ""] = LINE.exec(text) ?? [];
  if (address === undefined) return { line, unreadable: "no_address" };
  const isMarked = /[(<]$/.test(before) && /[)>]$/.test(address);
  const title = after.trim().replace(/^\|/, "").trim() || titleBefore(before.trim());
  return {
    line,
    url: isMarked ? address.slice(0, -1) : address,
    title,
    note: "",
    tags: [],
    savedAt: null,
    unread: false,
    starred: false,
    place: null,
    withoutZone: false,
    columns: { url: true, ...(title === "" ? {} : { title: true }) },
  };
}

/** A title before its address, without what separates both, also that of a link in Markdown. */
function titleBefore(text: string): string {
  if (text.endsWith("](")) return text.slice(0, -2).replace(/^(?:[-*+] )?\[/, "");
  return (/[|:<(-]$/.test(text) ? text.slice(0, -1) : text).replace(/^[-*+] /, "").trim();
}
