// A quote begins a value only after an equals sign: a stray quote must not hide the rest of the page.
const VALUE_OR_END = /=\s*(?:"[^"]*"|'[^']*')|>/g;

/** The first match of a global pattern at or after `from`; of a sticky pattern, the match exactly at `from`. */
export function foundFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** The index after the `>` of the tag that contains `from`; -1 if the tag has no end. */
export function tagEnd(html: string, from: number): number {
  for (let at = from; ; at = VALUE_OR_END.lastIndex) {
    const piece = foundFrom(VALUE_OR_END, html, at);
    if (piece === null) return -1;
    if (piece[0] === ">") return VALUE_OR_END.lastIndex;
  }
}

/** The end of a comment, doctype or the like that begins at `open`; -1 if it has no end. */
export function declarationEnd(html: string, open: number): number {
  // `<!-->` is a complete comment.
  const [terminator, from] = html.startsWith("<!--", open) ? ["-->", open + 2] : [">", open + 1];
  const end = html.indexOf(terminator, from);
  return end === -1 ? -1 : end + terminator.length;
}

/**
 * The end tag of an element whose content is not parsed as markup and whose start tag ends at `from`; null if there is none.
 */
export function closingTag(html: string, name: string, from: number): { start: number; end: number } | null {
  const found = foundFrom(new RegExp(`</${name}(?=[\\s/>])`, "gi"), html, from);
  if (found === null) return null;
  // If no bracket follows the first match, none follows the others. Searching on after each would take time quadratic in the
  // text's length.
  const bracket = html.indexOf(">", found.index + found[0].length);
  return bracket === -1 ? null : { start: found.index, end: bracket + 1 };
}
