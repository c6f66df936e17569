import type { BookmarkFormat, ReadEntry, TextChunks } from "./file-entry.ts";
import { LONGEST_ENTRY } from "./file-entry.ts";
import { readCsv } from "./read-csv.ts";
import { readHtml } from "./read-html.ts";
import { readJson } from "./read-json.ts";

const READERS = { html: readHtml, json: readJson, csv: readCsv } as const;

/**
 * Reads the bookmarks of a file, in its order, while its text arrives: no more than one entry is kept.
 *
 * @param chunks the text, e.g. `file.stream().pipeThrough(new TextDecoderStream())` in a browser
 * @param format `auto` tells it by the first character of the text
 */
export async function* readBookmarks(
  chunks: TextChunks,
  format: BookmarkFormat | "auto" = "auto",
): AsyncGenerator<ReadEntry, void, undefined> {
  const beginning = new Beginning(chunks);
  const known = format === "auto" ? formatOf(await beginning.read()) : format;
  yield* READERS[known](beginning.all());
}

function formatOf(text: string): BookmarkFormat {
  if (text.startsWith("<")) return "html";
  return text.startsWith("{") || text.startsWith("[") ? "json" : "csv";
}

/** Text whose first characters are looked at before it is read. A byte order mark is left out. */
class Beginning {
  readonly #rest: AsyncGenerator<string, void, undefined>;
  #first = "";
  #visible = "";

  constructor(chunks: TextChunks) {
    this.#rest = each(chunks);
  }

  /** The beginning without white space; empty for an empty text. */
  async read(): Promise<string> {
    while (this.#visible === "" && this.#first.length <= LONGEST_ENTRY) {
      const { value, done } = await this.#rest.next();
      if (done) break;
      this.#first += value;
      this.#visible = value.replace(/^\ufeff/, "").trimStart();
    }
    return this.#visible;
  }

  async *all(): AsyncGenerator<string, void, undefined> {
    await this.read();
    yield this.#first.replace(/^\ufeff/, "");
    yield* this.#rest;
  }
}

async function* each(chunks: TextChunks): AsyncGenerator<string, void, undefined> {
  yield* chunks;
}
