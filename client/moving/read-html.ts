import { fileDate } from "./file-date.ts";
import type { FileEntry, ReadEntry, TextChunks } from "./file-entry.ts";
import { LONGEST_RAW_TAG } from "./file-tags.ts";
import type { MarkupPiece } from "./markup-pieces.ts";
import { CUT_OFF_TAG, decoded, markupPieces, rawAttributes, TOO_LONG_TAG } from "./markup-pieces.ts";
import type { RemarkCode } from "./remarks.ts";

/** The longest title, name of a folder or note that is kept, in code units before decoding. */
const LONGEST_TEXT = 100_000;
/** The deepest folder whose name becomes a tag. */
const DEEPEST_FOLDER = 64;

/** Folders that browsers make themselves: their names say nothing of the pages. */
const BROWSERS_FOLDERS = ["personal_toolbar_folder", "unfiled_bookmarks_folder"];

const UNREADABLE: Readonly<Record<string, RemarkCode>> = { [TOO_LONG_TAG]: "too_long", [CUT_OFF_TAG]: "cut_off" };

/** Tags inside of a title or a note; all others end it. */
const INLINE = new Set(["p", "br", "b", "i", "em", "strong", "span", "code", "font"]);

/**
 * Reads a Netscape bookmark file, as browsers, linkding, Karakeep and Pinboard write it, and Pocket's HTML. The names of
 * the folders around an entry become tags, before its own. No tag needs its end tag.
 */
export async function* readHtml(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  const reader = new HtmlReader();
  for await (const piece of markupPieces(chunks)) {
    const entry = reader.take(piece);
    if (entry !== null) yield entry;
    const unreadable = UNREADABLE[piece.tag ?? ""];
    if (unreadable !== undefined) yield { line: piece.line, unreadable };
  }
  const last = reader.end();
  if (last !== null) yield last;
}

class HtmlReader {
  /** The names of the open folders; empty for a folder whose name is no tag. */
  readonly #folders: string[] = [];
  /** How many more folders are open than those. */
  #deeper = 0;
  /** The folder that the next list is in. */
  #folder = "";
  #entry: Pick<MarkupPiece, "line" | "raw"> | null = null;
  #texts = { title: "", note: "", folder: "" };
  #collects: "title" | "note" | "folder" | null = null;
  /** Whether the latest heading is a browser's own folder. */
  #browsers = false;

  /** @returns an entry that this piece completes */
  take(piece: MarkupPiece): FileEntry | null {
    const { tag, raw } = piece;
    if (tag === null) {
      this.#collect(raw);
      return null;
    }
    if (INLINE.has(tag.replace("/", ""))) {
      if (tag === "br") this.#collect("\n");
      return null;
    }
    if (tag === "dd" && this.#entry !== null) {
      this.#collects = "note";
      return null;
    }
    if (tag === "/a" || tag === "/h3" || tag === "/dd" || tag === "/dt") {
      this.#endText();
      return null;
    }
    const entry = this.#ended();
    if (tag === "a") {
      this.#entry = piece;
      this.#collects = "title";
    } else if (tag === "h3") {
      const attributes = rawAttributes(raw);
      this.#browsers = BROWSERS_FOLDERS.some((name) => attributes.has(name));
      this.#collects = "folder";
    } else if (tag === "dl") this.#open();
    else if (tag === "/dl") this.#close();
    return entry;
  }

  /** @returns the last entry of the file */
  end(): FileEntry | null {
    return this.#ended();
  }

  #collect(raw: string): void {
    const to = this.#collects;
    if (to === null) return;
    this.#texts[to] += raw.slice(0, Math.max(0, LONGEST_TEXT - this.#texts[to].length));
  }

  #endText(): void {
    if (this.#collects === "folder") {
      this.#folder = this.#browsers ? "" : decoded(this.#texts.folder).trim().slice(0, LONGEST_RAW_TAG);
      this.#texts.folder = "";
    }
    this.#collects = null;
  }

  #ended(): FileEntry | null {
    this.#endText();
    const ended = this.#entry;
    if (ended === null) return null;
    const { title, note } = this.#texts;
    this.#entry = null;
    this.#texts = { title: "", note: "", folder: "" };
    const attributes = rawAttributes(ended.raw);
    const of = (name: string) => decoded(attributes.get(name) ?? "").trim();
    // Split before decoding: a comma inside a tag is written as a character reference.
    const own = (attributes.get("tags") ?? "").split(",").map((tag) => decoded(tag).trim());
    return {
      line: ended.line,
      url: of("href"),
      title: decoded(title).trim(),
      note: withoutMarkers(decoded(note)).trim(),
      tags: [...this.#folders, ...own].filter((tag) => tag !== ""),
      ...fileDate(of("saved_at"), of("add_date"), of("time_added")),
    };
  }

  #open(): void {
    if (this.#folders.length < DEEPEST_FOLDER) this.#folders.push(this.#folder);
    else this.#deeper += 1;
    this.#folder = "";
  }

  #close(): void {
    this.#folder = "";
    if (this.#deeper > 0) this.#deeper -= 1;
    else this.#folders.pop();
  }
}

/** Without the marks that linkding writes around the notes, after the description. */
function withoutMarkers(note: string): string {
  return note.replace("[linkding-notes]", "\n\n").replace("[/linkding-notes]", "");
}
