import type { FileEntry, ReadEntry, TextChunks } from "../file-entry.ts";
import { entryMarks, LONGEST_ENTRY } from "../file-entry.ts";

const ADDRESS = /https?:\/\/(?:(?![,;]https?:)[^\s<>"])+/gi;
const OTHER_SCHEME = /^[a-z][a-z\d+.-]{0,50}:\S+/i;
/** What begins an item of a list, also of a list of tasks in Markdown. */
const ITEM = /^\s*(?:[-*+•]|\d{1,5}[.)])?\s*(?:\[[ x]\]\s)?\s*/i;
/** Behind the address of an entry with nothing else: a title, which may be an address again. */
const BEFORE_TITLE = /^\s*[|\t]/;

/**
 * Reads a list of addresses: one a line, with or without a title, e.g. `https://… | title` as OneTab writes it, links in
 * Markdown and Org, and text with addresses in it.
 */
export async function* readLines(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  let line = 1;
  let rest = "";
  const entries = (): readonly ReadEntry[] => {
    const text = rest.trim();
    if (rest.length > LONGEST_ENTRY) return [{ line, unreadable: "too_long" }];
    return text === "" ? [] : entriesOfLine(text, line);
  };
  for await (const chunk of chunks) {
    const [first = "", ...lines] = chunk.split("\n");
    if (rest.length <= LONGEST_ENTRY) rest += first;
    for (const next of lines) {
      yield* entries();
      line += 1;
      rest = next;
    }
  }
  yield* entries();
}

function entriesOfLine(text: string, line: number): readonly ReadEntry[] {
  const found = Array.from(text.matchAll(ADDRESS));
  const [only] = found;
  if (only === undefined) {
    const other = OTHER_SCHEME.exec(text)?.[0];
    return [other === undefined ? { line, unreadable: "no_address" } : entry(line, { url: other })];
  }
  const isTitled = BEFORE_TITLE.test(text.slice(only.index + only[0].length));
  const shown = isTitled ? [only] : found;
  const entries: FileEntry[] = [];
  let end = 0;
  for (const match of shown) {
    const before = text.slice(end, match.index).replace(ITEM, "");
    const url = before === "" && match.index + match[0].length === text.length ? match[0] : addressIn(match[0]);
    end = match.index + url.length;
    const ownTitle = shown.length > 1 ? "" : strip(before, "|*[\"'", "|:,;<([-–—\"'");
    entries.push(entry(line, { url, title: /\]\(<?$/.test(before) ? labelOf(before) : ownTitle }));
  }
  const [first] = entries;
  if (first === undefined || entries.length > 1) return entries;
  const rest = text.slice(end);
  // The text of a link in Org stands behind the address, in brackets.
  const after = rest.startsWith("]")
    ? strip(rest, "][", "]")
    : strip(rest.replace(/^>?(?:\s+"[^"]*")?\)/, ""), "|:,;.>)-–—\"'", "|,;\"'");
  if (after === "") return entries;
  return [entry(line, first.title === "" ? { ...first, title: after } : { ...first, note: after })];
}

/**
 * An address in a text without what follows it there: a word behind a comma, as in CSV, brackets that it does not open, and
 * punctuation at its end.
 */
function addressIn(found: string): string {
  const comma = found.search(/[,;]/);
  const text = comma > 0 && /^.\p{L}[^./?=&]*$/u.test(found.slice(comma)) ? found.slice(0, comma) : found;
  let end = 0;
  for (let open = 0; end < text.length; end += 1) {
    const sign = text.charAt(end);
    if ("([".includes(sign)) open += 1;
    if (")]".includes(sign) && open === 0) break;
    if (")]".includes(sign)) open -= 1;
  }
  while (".,;:!?'、。".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text of a link in Markdown, by what stands before its address. */
function labelOf(before: string): string {
  const begin = before.startsWith("[") ? 0 : before.lastIndexOf("[");
  return before
    .slice(begin + 1)
    .replace(/\]\(<?$/, "")
    .trim();
}

/** A text without white space, and without some signs, at its ends. */
function strip(text: string, atBegin: string, atEnd: string): string {
  let [begin, end] = [0, text.length];
  const isIn = (signs: string, at: number) => text.charAt(at).trim() === "" || signs.includes(text.charAt(at));
  while (begin < end && isIn(atBegin, begin)) begin += 1;
  while (begin < end && isIn(atEnd, end - 1)) end -= 1;
  return text.slice(begin, end);
}

function entry(
  line: number,
  { url, title = "", note = "" }: { url: string; title?: string; note?: string },
): FileEntry {
  return {
    line,
    url,
    title,
    note,
    tags: [],
    savedAt: null,
    ...entryMarks(() => false),
    place: null,
    withoutZone: false,
    columns: { url: true, ...(title === "" ? {} : { title: true }), ...(note === "" ? {} : { note: true }) },
  };
}
