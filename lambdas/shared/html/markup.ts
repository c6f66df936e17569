// A quote opens a value after an equals sign only: a stray one must not swallow the page.
const VALUE_OR_END = /=\s*(?:"[^"]*"|'[^']*')|>/g;

/** The first match at or after `from` of a global pattern, or the one right there of a sticky one. */
export function foundFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** Where the tag that `from` lies in ends, past its bracket; -1 if it never does. */
export function tagEnd(html: string, from: number): number {
  for (let at = from; ; at = VALUE_OR_END.lastIndex) {
    const piece = foundFrom(VALUE_OR_END, html, at);
    if (piece === null) return -1;
    if (piece[0] === ">") return VALUE_OR_END.lastIndex;
  }
}

/** Where a comment, doctype or the like that begins at `open` ends; -1 if it never does. */
export function declarationEnd(html: string, open: number): number {
  // `<!-->` is a whole comment.
  const [terminator, from] = html.startsWith("<!--", open) ? ["-->", open + 2] : [">", open + 1];
  const end = html.indexOf(terminator, from);
  return end === -1 ? -1 : end + terminator.length;
}

/** The end tag of an element whose inside is no markup, its start tag ending at `from`; null if it has none. */
export function closingTag(html: string, name: string, from: number): { start: number; end: number } | null {
  const found = foundFrom(new RegExp(`</${name}(?=[\\s/>])`, "gi"), html, from);
  if (found === null) return null;
  // Where the first one has no bracket after it, none of the others has: to search on from each would take the square of
  // the text's length.
  const bracket = html.indexOf(">", found.index + found[0].length);
  return bracket === -1 ? null : { start: found.index, end: bracket + 1 };
}
