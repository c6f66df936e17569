/**
 * The cells of the table in a document whose first column has this title, without its head.
 *
 * @throws Error when there is no such table
 */
export function rowsOf(document: string, title: string): readonly (readonly string[])[] {
  const lines = document.split("\n");
  const head = lines.findIndex((line) => new RegExp(`^\\| ${title} +\\|`).test(line));
  if (head < 0) throw new Error(`The document has no table of ${title}`);
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith("|"));
  return rest.slice(0, end).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.trim()),
  );
}

/** The code spans of a text. */
export const spansIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, span = ""]) => span);
