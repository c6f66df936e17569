// The signs with which a formula begins, also those that Japanese Excel takes for them. Where the list separator is ";", as
// in most of Europe, Excel splits a record there, ends it at each line end, and knows no quotes but at the beginning of a
// part: a formula may begin after each of these, and after quotes.
const FORMULA = /(?<=^|[;\t\r\n])["']*[=+\-@＝＋－＠]|^["']*[\t\r]/g;
const PLAIN = /(?<=^|[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])|^'(?=["']*[\t\r])/g;

/**
 * A text of which a spreadsheet takes no part for a formula: what begins like one gets an apostrophe before it. Titles come
 * from pages of others.
 */
export function plainCell(text: string): string {
  return text.replace(FORMULA, "'$&");
}

/** The text before `plainCell`. */
export function unplainCell(cell: string): string {
  return cell.includes("'") ? cell.replace(PLAIN, "") : cell;
}

/** Tags in one cell, separated by vertical bars, as Pocket separates them; a bar inside of a tag has a backslash before it. */
export function joinedTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\|]/g, "\\$&")).join("|");
}

/** The tags of such a cell. A backslash before any other character stands for itself. */
export function splitTags(cell: string): readonly string[] {
  if (cell === "") return [];
  const tags = cell.match(/(?:\\[\\|]|[^|])+/g) ?? [];
  return tags.map((tag) => tag.replace(/\\([\\|])/g, "$1").trim()).filter(Boolean);
}
