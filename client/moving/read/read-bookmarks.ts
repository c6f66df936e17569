import type { BookmarkFormat, ReadEntry, TextChunks } from "../file-entry.ts";
import { LONGEST_ENTRY } from "../file-entry.ts";
import { lineOfColumns, readCsv } from "./read-csv.ts";
import { readHtml } from "./read-html.ts";
import { readJson } from "./read-json.ts";
import { readLines } from "./read-lines.ts";

/**
 * Reads the bookmarks of a file while its text arrives, in its order. Of what programs write, `FORMATS` has the columns;
 * a text without columns is read as a list of addresses, if its beginning has one.
 *
 * @param chunks the text, e.g. of `fileText`
 * @param format `auto` tells it by the first character of the text
 */
export async function* readBookmarks(
  chunks: TextChunks,
  format: BookmarkFormat | "auto" = "auto",
): AsyncGenerator<ReadEntry, void, undefined> {
  const beginning = new Beginning(chunks);
  const text = await beginning.read();
  const known = format === "auto" ? formatOf(text) : format;
  if (known === "html") yield* readHtml(beginning.all());
  else if (known === "json") yield* readJson(beginning.all());
  else if (isList(text)) yield* readLines(beginning.all());
  else yield* readCsv(beginning.all(), text);
}

function formatOf(text: string): BookmarkFormat {
  if (text.startsWith("<")) return "html";
  // A line of Markdown may also begin with a bracket.
  return /^(?:\{|\[\s*(?:[\]{["]|$))/.test(text) ? "json" : "csv";
}

/**
 * Whether a text is a list of addresses, perhaps below a heading: no line names columns, and the first two lines are not the
 * names of columns and a record.
 */
function isList(text: string): boolean {
  const [first = "", second = ""] = text.split(/\n\s*/, 2);
  if (!text.includes("://") || first.startsWith("sep=") || lineOfColumns(text) !== null) return false;
  const cells = (line: string) => line.split(/[,;|\t]/).length;
  const isTable = cells(first) > 1 && cells(second) >= cells(first) && second.includes("://");
  return first.includes("://") || !isTable;
}

/** The length of the beginning that is looked at. */
const BEGINNING = 4_096;

/** Text whose beginning is looked at before it is read. A byte order mark is left out. */
class Beginning {
  readonly #rest: AsyncGenerator<string, void, undefined>;
  #first = "";
  #lineEnd = "\n";

  constructor(chunks: TextChunks) {
    this.#rest = each(chunks);
  }

  /** The beginning of the text, without white space before it; empty for an empty text. */
  async read(): Promise<string> {
    let visible = "";
    while (this.#first.length <= LONGEST_ENTRY && visible.length <= BEGINNING) {
      const { value, done } = await this.#rest.next();
      if (done) break;
      this.#first += value;
      visible = visible === "" ? value.replace(/^\ufeff/, "").trimStart() : visible + value;
    }
    const beginning = visible.slice(0, BEGINNING);
    // Spreadsheets on a Mac end a line with a carriage return alone.
    if (beginning.includes("\r") && !beginning.includes("\n")) this.#lineEnd = "\r";
    return this.#withLineFeeds(beginning);
  }

  #withLineFeeds(text: string): string {
    return this.#lineEnd === "\n" ? text : text.replaceAll(this.#lineEnd, "\n");
  }

  async *all(): AsyncGenerator<string, void, undefined> {
    yield this.#withLineFeeds(this.#first.replace(/^\ufeff/, ""));
    for await (const chunk of this.#rest) yield this.#withLineFeeds(chunk);
  }
}

async function* each(chunks: TextChunks): AsyncGenerator<string, void, undefined> {
  yield* chunks;
}
