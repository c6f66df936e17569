/** The columns of Magpie's own CSV of bookmarks. */
export const COLUMNS = ["url", "title", "note", "tags", "saved_at", "status", "summary"] as const;

/**
 * A text that a spreadsheet does not take for a formula: what begins like one gets an apostrophe before it. Titles come
 * from pages of others.
 */
export function plainCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text before `plainCell`. */
export function unplainCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** Tags in one cell, separated by vertical bars, as Pocket separates them; a bar inside of a tag has a backslash before it. */
export function joinedTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\|]/g, "\\$&")).join("|");
}

/** The tags of such a cell. A backslash before any other character stands for itself. */
export function splitTags(cell: string): readonly string[] {
  const tags = cell.match(/(?:\\[\\|]|[^|])+/g) ?? [];
  return tags.map((tag) => tag.replace(/\\([\\|])/g, "$1").trim()).filter(Boolean);
}
