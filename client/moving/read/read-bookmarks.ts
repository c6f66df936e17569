import type { BookmarkFormat, ReadEntry, TextChunks } from "../file-entry.ts";
import { LONGEST_ENTRY } from "../file-entry.ts";
import { namesColumns, readCsv } from "./read-csv.ts";
import { readHtml } from "./read-html.ts";
import { readJson } from "./read-json.ts";
import { readLines } from "./read-lines.ts";

/**
 * Reads the bookmarks of a file while its text arrives, in its order. Of what programs write, `FORMATS` has the columns;
 * a text of another kind is read as a list of addresses, if its first line has one.
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
  return text.startsWith("{") || text.startsWith("[") ? "json" : "csv";
}

/** Whether a text is a list of addresses: no line `sep=`, no names of columns. */
function isList(text: string): boolean {
  const [line = ""] = text.split("\n", 1);
  return line.includes("://") && !namesColumns(line.trim());
}

/** The length of the first line that is looked at. */
const LONGEST_LINE = 4_096;

/** Text whose beginning is looked at before it is read. A byte order mark is left out. */
class Beginning {
  readonly #rest: AsyncGenerator<string, void, undefined>;
  #first = "";

  constructor(chunks: TextChunks) {
    this.#rest = each(chunks);
  }

  /** The first line that is not empty, or more, without white space before it; empty for an empty text. */
  async read(): Promise<string> {
    let visible = "";
    while (this.#first.length <= LONGEST_ENTRY && visible.length <= LONGEST_LINE && !visible.includes("\n")) {
      const { value, done } = await this.#rest.next();
      if (done) break;
      this.#first += value;
      visible = visible === "" ? value.replace(/^\ufeff/, "").trimStart() : visible + value;
    }
    return visible.slice(0, LONGEST_LINE);
  }

  async *all(): AsyncGenerator<string, void, undefined> {
    yield this.#first.replace(/^\ufeff/, "");
    yield* this.#rest;
  }
}

async function* each(chunks: TextChunks): AsyncGenerator<string, void, undefined> {
  yield* chunks;
}
