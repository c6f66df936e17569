import type { ReadEntry, TextChunks } from "../file-entry.ts";
import { LONGEST_RAW_TAG } from "../file-tags.ts";
import type { RemarkCode } from "../remarks.ts";
import { entryOf } from "./entry-of.ts";
import { DEEPEST_FOLDER } from "./folders-of.ts";
import { columnName, formatOf, LONGEST_NAME } from "./formats.ts";
import type { MarkupPiece } from "./markup-pieces.ts";
import { CUT_OFF_TAG, decoded, markupPieces, rawAttributes, TOO_LONG_TAG } from "./markup-pieces.ts";
import { folderName, titleAndNote } from "./markup-texts.ts";

/** The most that is kept behind the tag of an entry or a folder, in code units before decoding. */
const LONGEST_TEXT = 200_000;

/** Folders that browsers make themselves: their names say nothing of the pages. */
const BROWSERS_FOLDERS = ["personal_toolbar_folder", "unfiled_bookmarks_folder"];

/** The attribute that no other program writes. */
const POCKETS = "time_added";
/** The title of the file that no other program writes. */
const INSTAPAPERS = /instapaper/i;

const UNREADABLE: Readonly<Record<string, RemarkCode>> = { [TOO_LONG_TAG]: "too_long", [CUT_OFF_TAG]: "cut_off" };

/**
 * Reads a Netscape bookmark file, as browsers, linkding, Karakeep and Pinboard write it, and Pocket's HTML. The names of
 * the folders around an entry become tags, before its own; the headings of Pocket's and Instapaper's HTML tell what is unread. No tag needs its end tag. In titles and notes a tag that has no
 * meaning there in the format is text: many programs write both without escaping them.
 */
export async function* readHtml(chunks: TextChunks): AsyncGenerator<ReadEntry, void, undefined> {
  const reader = new HtmlReader();
  for await (const piece of markupPieces(chunks)) {
    yield* reader.take(piece);
    const unreadable = UNREADABLE[piece.tag ?? ""];
    if (unreadable !== undefined) yield { line: piece.line, unreadable };
  }
  yield* reader.end();
}

/** An entry or a folder, and the text behind its tag so far. */
interface Item {
  readonly begun: MarkupPiece;
  readonly isFolder: boolean;
  /** Whether `<DT>` or `<LI>` precedes it. Then these also begin the next one. */
  readonly isMarked: boolean;
  text: string;
  /** Whether the name of the folder has ended. */
  isNamed: boolean;
  /** The lists in that text that are not closed. */
  lists: number;
}

class HtmlReader {
  /** The names of the open folders; empty for a folder whose name is no tag. */
  readonly #folders: string[] = [];
  /** How many more folders are open than those. */
  #deeper = 0;
  /** The folder that the next list is in. */
  #folder = "";
  #item: Item | null = null;
  /** A tag that ends the item, or is text, and what follows it up to the next piece, which decides. */
  #held: MarkupPiece[] = [];
  /** The latest heading: `Unread` or `Read Archive` in Pocket's HTML, the folder in Instapaper's. */
  #section = "";
  /** The title of the file. */
  #title = "";
  /** The open heading, or the open title. */
  #heading: "h1" | "title" | null = null;
  /** Whether the latest tag is `<DT>` or `<LI>`. */
  #isMarked = false;
  #found: ReadEntry[] = [];

  /** @returns the entries that this piece completes */
  take(piece: MarkupPiece): readonly ReadEntry[] {
    this.#found = [];
    const [held] = this.#held;
    if (held === undefined) this.#read(piece);
    else if (isBetween(piece)) this.#held.push(piece);
    else this.#decide(held, piece);
    return this.#found;
  }

  /** @returns the last entry of the file */
  end(): readonly ReadEntry[] {
    this.#found = [];
    this.#endItem();
    return this.#found;
  }

  /** Decides what a held tag is by the piece behind it. */
  #decide(held: MarkupPiece, next: MarkupPiece): void {
    const between = this.#held;
    this.#held = [];
    const isBroken = between.some(({ tag, raw }) => tag === null && raw.includes("\n"));
    const closes = isBroken || (next.tag !== null && next.tag !== "/a" && next.tag !== "/h3");
    if (isMark(held) ? begins(next) || next.raw === "" : closes) {
      this.#endItem();
      this.#read(held);
    } else for (const each of between) this.#append(each.raw);
    this.#read(next);
  }

  #read(piece: MarkupPiece): void {
    if (this.#item === null) this.#readOutside(piece);
    else if (!this.#endsItem(this.#item, piece)) this.#append(piece.raw);
    else if (this.#held.length === 0) {
      this.#endItem();
      this.#readOutside(piece);
    }
  }

  /** Whether a piece ends the item, or may end it and is held until that is known. */
  #endsItem(item: Item, piece: MarkupPiece): boolean {
    const { tag, beginsLine } = piece;
    const mayEnd = !item.isMarked || beginsLine;
    // In the name of a folder, too, a list may be a word.
    item.isNamed ||= tag === "/h3";
    const isWord = tag === "dl" && !beginsLine && !item.isNamed;
    if (isMark(piece) || (tag === "/dl" && item.lists === 0 && !beginsLine)) this.#held = [piece];
    else if (tag === "/dl" && item.lists > 0) item.lists -= 1;
    else if (isWord && item.isFolder) this.#held = [piece];
    else if (tag === "dl" && !item.isFolder) item.lists += 1;
    else if (tag === "hr") return mayEnd;
    else if (tag === "a" || tag === "h3") return !item.isMarked && begins(piece);
    else if (tag === "h1") return INSTAPAPERS.test(this.#title) || isOfPocket(item.begun);
    else return tag === "dl" || tag === "/dl" || tag === TOO_LONG_TAG || tag === CUT_OFF_TAG;
    return this.#held.length > 0;
  }

  #readOutside(piece: MarkupPiece): void {
    const { tag, raw } = piece;
    if (tag === "a" || tag === "h3") {
      this.#item = {
        begun: piece,
        isFolder: tag === "h3",
        isMarked: this.#isMarked,
        text: "",
        isNamed: false,
        lists: 0,
      };
    } else if (tag === "dl") this.#open();
    else if (tag === "/dl") this.#close();
    if (tag === "h1") this.#section = "";
    if (tag !== null) this.#heading = tag === "h1" || tag === "title" ? tag : null;
    else if (this.#heading === "h1") this.#section = (this.#section + raw).slice(0, LONGEST_NAME);
    else if (this.#heading === "title") this.#title = (this.#title + raw).slice(0, LONGEST_NAME);
    if (tag !== null || raw.trim() !== "") this.#isMarked = isMark(piece);
  }

  #append(raw: string): void {
    const item = this.#item;
    if (item !== null) item.text += raw.slice(0, Math.max(0, LONGEST_TEXT - item.text.length));
  }

  #endItem(): void {
    const item = this.#item;
    this.#item = null;
    if (item === null) return;
    const attributes = rawAttributes(item.begun.raw);
    if (item.isFolder) {
      const isBrowsers = BROWSERS_FOLDERS.some((name) => attributes.has(name));
      this.#folder = isBrowsers ? "" : folderName(item.text).slice(0, LONGEST_RAW_TAG);
    } else this.#found.push(this.#entry(item.begun.line, attributes, item.text));
  }

  #entry(line: number, attributes: ReadonlyMap<string, string>, text: string): ReadEntry {
    const columns = new Map<string, { name: string; value: unknown }>();
    const add = (name: string, value: string | readonly string[]) => {
      if (value.length > 0) columns.set(columnName(name), { name: name.slice(0, LONGEST_NAME), value });
    };
    for (const [name, raw] of attributes) {
      // Split before decoding: a comma inside a tag is written as a character reference.
      if (name === "tags")
        add(
          name,
          raw
            .split(",")
            .map((tag) => decoded(tag).trim())
            .filter(Boolean),
        );
      else if (name !== "a") add(name, decoded(raw).trim());
    }
    if (attributes.has(POCKETS)) add("section", this.#section);
    if (INSTAPAPERS.test(this.#title)) add("folder", decoded(this.#section).trim());
    const { title, note } = titleAndNote(text);
    add("title", title);
    add("note", note);
    const folders = this.#folders.filter(Boolean);
    const format = formatOf("html", columns);
    if (format === null) throw new Error("There is no format of HTML.");
    const entry = entryOf(format, columns, line, folders);
    return folders.length === 0 ? entry : { ...entry, columns: { ...entry.columns, folder: true } };
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

/** Whether the tag of an entry is one of Pocket, whose headings tell what is unread. */
const isOfPocket = ({ raw }: MarkupPiece): boolean => rawAttributes(raw).has(POCKETS);

/** Whether the piece stands before an entry or a folder. */
const isMark = ({ tag }: MarkupPiece): boolean => tag === "dt" || tag === "li";

/** Whether the piece begins an entry or a folder. */
const begins = ({ tag, raw }: MarkupPiece): boolean => tag === "h3" || (tag === "a" && /\shref\s*=/i.test(raw));

/** Whether the piece leaves open what the tag before it is. */
const isBetween = ({ tag, raw }: MarkupPiece): boolean =>
  tag === null ? raw.trim() === "" : tag === "p" || tag === "/p";
