/** UTF-16 code units of a page: about 2,000 tokens of a language model in English, up to 8,000 in Japanese. */
const LONGEST_PAGE = 8_000;

/** Where a page may end, the best first: after a paragraph, a line, or a word. */
const ENDS = ["\n\n", "\n", " "];

/**
 * Splits a text into pages, which together are the whole text. Each ends after a paragraph, a line or a word, if its second
 * half contains such an end.
 */
export function textPages(text: string, longest = LONGEST_PAGE): readonly string[] {
  const pages: string[] = [];
  let start = 0;
  while (text.length - start > longest) {
    const end = start + pageLength(text.slice(start, start + longest));
    pages.push(text.slice(start, end));
    start = end;
  }
  return [...pages, text.slice(start)];
}

function pageLength(page: string): number {
  for (const end of ENDS) {
    const at = page.lastIndexOf(end);
    if (at >= page.length / 2) return at + end.length;
  }
  // Half of a surrogate pair is no character.
  return /[\ud800-\udbff]$/.test(page) ? page.length - 1 : page.length;
}
