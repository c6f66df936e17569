import { decoded } from "./markup-pieces.ts";

/** The beginning of a note: behind the title's end, or at the beginning of a line. */
const NOTE = /<\/a\s*>\s*<dd>|(?:^|\n)[ \t]*<dd>/i;

/** The title and the note of an entry, by the markup behind its tag. */
export function titleAndNote(markup: string): { readonly title: string; readonly note: string } {
  const begun = NOTE.exec(markup);
  if (begun === null) return { title: shownText(before(markup, "</a")).trim(), note: "" };
  const title = markup.slice(0, begun.index);
  const note = markup.slice(begun.index + begun[0].length);
  const isClosed = begun[0].startsWith("<");
  return { title: shownText(isClosed ? title : before(title, "</a")).trim(), note: noteText(note) };
}

/** The name of a folder, by the markup behind its tag. */
export function folderName(markup: string): string {
  const [name = ""] = markup.split(/\n[ \t]*<dd>/i, 1);
  return shownText(before(name, "</h3")).trim();
}

/** A text up to its last end tag of a name; all of it without one. */
function before(markup: string, endTag: string): string {
  const end = markup.toLowerCase().lastIndexOf(endTag);
  return end === -1 ? markup : markup.slice(0, end);
}

/** Without the end tags behind it, and the marks that linkding writes around its notes, after the description. */
function noteText(markup: string): string {
  const note = markup.trimEnd().replace(/<\/d[dt]\s?>$/i, "");
  return shownText(note).replace("[linkding-notes]", "\n\n").replace("[/linkding-notes]", "").trim();
}

const PAIR = /<(b|i|u|em|strong|span|code|font)(?:\s[^<>]*)?>([^<]*)<\/\1\s?>/gi;
/** The most levels of nested pairs that are read. */
const PAIRS_DEEP = 3;

/** Markup as a reader sees it: pairs of tags within a line, and ends of lines and paragraphs. Any other tag is text. */
function shownText(markup: string): string {
  let text = markup;
  for (let deep = 0; deep < PAIRS_DEEP && text.includes("</"); deep += 1) text = text.replace(PAIR, "$2");
  text = text.replace(/( ?)<(br ?\/?|\/?p)>( ?)/gi, (all, space: string, tag: string, next: string) => {
    // Between spaces it is a word of a sentence.
    if (space !== "" && next !== "") return all;
    return space + (/^br/i.test(tag) ? "\n" : "") + next;
  });
  return decoded(text);
}
