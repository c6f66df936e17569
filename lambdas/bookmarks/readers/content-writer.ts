import { escaped } from "../../shared/html/escaped.ts";
import { BLOCKS } from "./content-elements.ts";

/** The largest content that is kept, in bytes of UTF-8. */
export const MAX_HTML_BYTES = 1_000_000;
/** Room for the end tags of the open elements, which are written after the cut. */
const ROOM_FOR_ENDS = 2_000;
/** The number of pieces that are kept separately. */
const MOST_PIECES = 2_000;
/** Replaces the number of pieces before a block that is not empty. */
const NOT_EMPTY = -2;
/** The limits of open blocks and open inline elements: browsers and readers take time that grows with the depth. */
const MAX_BLOCKS = 30;
const MAX_INLINE = 30;

/** A page's text as HTML that is safe to show. */
export interface ContentHtml {
  /** Only the elements and attributes of content-elements.ts, balanced; at most 1 MB; "" for a page without text. */
  readonly html: string;
  /** Whether the page's text is longer. */
  readonly truncated: boolean;
}

interface OpenBlock {
  readonly name: string;
  /** The number of pieces that were written before the block. */
  at: number;
  /** The number of open inline elements when the block began: those that begin in it end with it. */
  readonly inline: number;
}

/** An inline element. Its tag is made when text occurs in it: the address of a link that is not written is not parsed. */
class Inline {
  readonly name: string;
  readonly #makeTag: () => string | null;
  #tag: string | null | undefined;

  constructor(name: string, makeTag: () => string | null) {
    this.name = name;
    this.#makeTag = makeTag;
  }

  /** Null for an element that is not written: its end tag must not end another one. */
  get tag(): string | null {
    if (this.#tag === undefined) this.#tag = this.#makeTag();
    return this.#tag;
  }
}

/** Marks an element that ended in a block inside it. */
const ENDED = new Inline("", () => null);

// Controls, half surrogate pairs, noncharacters, and characters that override the direction of the text after them. Marks
// of direction and the zero-width space stay: scripts from right to left and without spaces need them.
const UNWANTED = /[^\P{Cc}\n\t]|[\p{Cs}\ufeff\u202a-\u202e\u2066-\u206f\ufdd0-\ufdef\ufffe\uffff]/gu;

/**
 * Writes a content from any order of start tags, end tags and texts, so that every element is closed and allowed by HTML at
 * its place, and no parser moves it. An inline element is written when text occurs in it, and again in each block.
 */
export class ContentWriter {
  /** Final output, in long parts: one string for each tag of a page takes many times the memory of its text. */
  readonly #parts: string[] = [];
  readonly #pieces: string[] = [];
  readonly #blocks: OpenBlock[] = [];
  /** The inline elements that are open on the page, and the number of those that are written as open. */
  readonly #wanted: Inline[] = [];
  readonly #written: Inline[] = [];
  #bytes = 0;
  /** The content up to the last complete block. */
  #safe: { readonly pieces: number; readonly open: readonly string[] } | null = null;
  /** A block that the content does not hold has begun or ended: text after it is a paragraph of its own. */
  #isBroken = false;
  /** No white space is written at the beginning of a block and after other white space. */
  #isAfterSpace = true;
  isFull = false;

  get inPreformatted(): boolean {
    return this.#blocks.at(-1)?.name === "pre";
  }

  /** Begins a block. A block that is not allowed here, or is too deep, only ends the paragraph. */
  startBlock(name: string, tag: string): void {
    const block = BLOCKS.get(name);
    if (block !== undefined && this.#makePlace(block.within)) this.#open(name, tag);
    else this.breakParagraph();
  }

  /** Ends the nearest block of this name. An end tag in a cell ends no block outside the cell. */
  endBlock(name: string): void {
    const at = this.#nearest([name]);
    if (at === -1) this.breakParagraph();
    else this.#closeTo(at);
    this.#isBroken = true;
  }

  /** Ends the paragraph, or the line in a preformatted text. */
  breakParagraph(): void {
    if (this.inPreformatted) {
      if (!this.#isAfterSpace) this.#writeText("\n", true);
      return;
    }
    // In a heading and a caption, the blocks of the page become text of the heading or caption.
    if (this.#blocks.at(-1)?.name === "p") this.#closeTo(this.#blocks.length - 1);
    this.#isBroken = true;
  }

  startInline(name: string, makeTag: () => string | null): void {
    if (name === "a" || name === "ruby") this.endInline(name);
    const isPartOfRuby = name === "rb" || name === "rp" || name === "rt";
    if (isPartOfRuby) {
      const ruby = this.#wanted.findLastIndex((inline) => inline.name === "ruby");
      if (ruby === -1) return;
      const part = this.#wanted.findIndex((inline, at) => at > ruby && /^r[bpt]$/.test(inline.name));
      if (part !== -1) this.#endFrom(part);
    }
    if (this.#wanted.length < MAX_INLINE) this.#wanted.push(new Inline(name, makeTag));
  }

  endInline(name: string): void {
    const at = this.#wanted.findLastIndex((inline) => inline.name === name);
    if (at !== -1) this.#endFrom(at);
  }

  /** Ends an inline element, and those inside it. */
  #endFrom(at: number): void {
    // The open block has counted the elements that began outside it: none of them is removed.
    const from = Math.min(this.#blocks.at(-1)?.inline ?? 0, this.#wanted.length);
    if (at < from) this.#wanted.fill(ENDED, at, from);
    this.#wanted.length = Math.max(at, from);
  }

  text(raw: string): void {
    // A longer text can't be kept.
    const clean = raw.slice(0, MAX_HTML_BYTES + 1).replace(UNWANTED, "");
    if (this.inPreformatted) {
      // A parser drops a line feed at the beginning.
      this.#writeText(this.#isEmptyBlock() ? clean.replace(/^\n+/, "") : clean, true);
    } else {
      const text = clean.replace(/[ \t\n\f\r]+/g, " ");
      this.#writeText(this.#isAfterSpace || this.#isBroken ? text.replace(/^ /, "") : text, false);
    }
  }

  /** Writes an image, where text may stand. */
  image(tag: string): void {
    if (this.#blocks.at(-1)?.name !== "figure") this.#openForText();
    this.#writeInline();
    this.#push(tag);
    this.#isAfterSpace = false;
  }

  lineBreak(): void {
    // At the beginning of a block it only adds distance.
    if (this.#isEmptyBlock()) return;
    if (this.inPreformatted) this.#writeText("\n", true);
    else if (!this.#isBroken) {
      this.#writeInline();
      this.#push("<br>");
      this.#isAfterSpace = true;
    }
  }

  rule(): void {
    if (!this.#makePlace([])) return;
    this.#endWritten();
    this.#push("<hr>");
    this.#markSafe();
    this.#isBroken = true;
  }

  end(): ContentHtml {
    if (!this.isFull) this.#closeTo(0);
    return { html: this.#parts.join("") + this.#pieces.join(""), truncated: this.isFull };
  }

  /** Closes and opens elements to make place for a block; false if the block is not allowed here. */
  #makePlace(within: readonly string[]): boolean {
    if (this.inPreformatted || this.#blocks.length >= MAX_BLOCKS) return false;
    if (within.length > 0) {
      const at = this.#nearest(within);
      if (at !== -1) {
        this.#closeTo(at + 1);
        return true;
      }
      // A cell or a row without the parts around it, which HTML allows.
      const parent = within.at(-1) ?? "";
      if (!isOfTable(parent) || parent === "table" || !this.#makePlace(BLOCKS.get(parent)?.within ?? [])) return false;
      this.#open(parent, `<${parent}>`);
      return true;
    }
    const last = this.#blocks.at(-1);
    if (last !== undefined && BLOCKS.get(last.name)?.holds === "text") {
      if (last.name === "caption") return false;
      this.#closeTo(this.#blocks.length - 1);
    }
    this.#openParts();
    return true;
  }

  /** If text or a block is not allowed directly in the open block, opens the parts that can hold it, at any depth. */
  #openParts(): void {
    for (let block = this.#lastBlock(); block?.holds === "parts" && block.textIn; block = this.#lastBlock()) {
      this.#open(block.textIn, `<${block.textIn}>`);
    }
  }

  #lastBlock() {
    return BLOCKS.get(this.#blocks.at(-1)?.name ?? "");
  }

  /** The nearest open block of these names within the innermost table. */
  #nearest(names: readonly string[]): number {
    for (let at = this.#blocks.length - 1; at >= 0; at -= 1) {
      const { name } = this.#blocks[at] as OpenBlock;
      if (names.includes(name)) return at;
      if (name === "table") return -1;
    }
    return -1;
  }

  #open(name: string, tag: string): void {
    this.#endWritten();
    const at = this.#pieces.length;
    this.#push(tag);
    this.#blocks.push({ name, at, inline: this.#wanted.length });
    this.#isBroken = false;
    this.#isAfterSpace = true;
  }

  #closeTo(depth: number): void {
    if (this.#blocks.length <= depth) return;
    this.#endWritten();
    while (this.#blocks.length > depth) {
      const { name, at, inline } = this.#blocks.pop() as OpenBlock;
      this.#wanted.length = Math.min(this.#wanted.length, inline);
      if (!this.isFull && this.#pieces.length === at + 1 && BLOCKS.get(name)?.keepsPlace !== true) {
        this.#bytes -= Buffer.byteLength(this.#pieces.pop() ?? "");
        continue;
      }
      this.#pushEnd(name);
      this.#markSafe();
    }
    const from = this.#blocks.at(-1)?.inline ?? 0;
    while (this.#wanted.length > from && this.#wanted.at(-1)?.name === ENDED.name) this.#wanted.pop();
    this.#isAfterSpace = true;
  }

  #isEmptyBlock(): boolean {
    return this.#pieces.length === (this.#blocks.at(-1)?.at ?? -1) + 1;
  }

  #writeText(text: string, isPreformatted: boolean): void {
    if (text === "") return;
    if (!isPreformatted) {
      if (text.trim() === "" && this.#isBlockPlace()) return;
      this.#openForText();
    }
    this.#writeInline();
    this.#push(escapedText(text));
    this.#isAfterSpace = /\s$/.test(text);
  }

  /** Whether the next text would begin a block: white space at that place belongs to the markup. */
  #isBlockPlace(): boolean {
    const block = this.#lastBlock();
    return this.#isBroken || this.#isEmptyBlock() || block === undefined || block.textIn !== undefined;
  }

  #openForText(): void {
    this.#openParts();
    const last = this.#lastBlock();
    const isAfterBreak = this.#isBroken && !this.#isEmptyBlock();
    if (last === undefined || last.textIn === "p" || (isAfterBreak && last.holds === "flow")) this.#open("p", "<p>");
    else if (isAfterBreak && !this.#isAfterSpace) this.#push(" ");
    this.#isBroken = false;
  }

  /** Writes the start tags of the inline elements that are open on the page. */
  #writeInline(): void {
    const same = this.#written.findIndex((inline, at) => inline !== this.#wanted[at]);
    if (same !== -1) this.#endWritten(same);
    for (const inline of this.#wanted.slice(this.#written.length)) {
      if (inline.tag !== null) this.#push(inline.tag);
      this.#written.push(inline);
    }
  }

  #endWritten(depth = 0): void {
    while (this.#written.length > depth) {
      const inline = this.#written.pop() as Inline;
      if (inline.tag !== null) this.#pushEnd(inline.name);
    }
  }

  #markSafe(): void {
    if (this.isFull) return;
    if (this.#pieces.length > MOST_PIECES) {
      this.#parts.push(this.#pieces.join(""));
      this.#pieces.length = 0;
      // The block has content, so that no block around it is empty.
      for (const block of this.#blocks) block.at = NOT_EMPTY;
    }
    this.#safe = { pieces: this.#pieces.length, open: this.#blocks.map(({ name }) => name) };
  }

  #push(piece: string): void {
    if (this.isFull) return;
    const bytes = Buffer.byteLength(piece);
    if (this.#bytes + bytes > MAX_HTML_BYTES - ROOM_FOR_ENDS) this.#cut(piece);
    else {
      this.#pieces.push(piece);
      this.#bytes += bytes;
    }
  }

  /** Writes an end tag, for which room is reserved. */
  #pushEnd(name: string): void {
    if (this.isFull) return;
    this.#pieces.push(`</${name}>`);
    this.#bytes += name.length + 3;
  }

  /** Ends the content after its last complete block, or inside the text if the first block is too long. */
  #cut(piece: string): void {
    this.isFull = true;
    const safe = this.#safe;
    if (safe !== null) this.#pieces.length = safe.pieces;
    else if (!piece.startsWith("<")) this.#pieces.push(cutText(piece, MAX_HTML_BYTES - ROOM_FOR_ENDS - this.#bytes));
    const inline = safe === null ? this.#written.filter(({ tag }) => tag !== null).map(({ name }) => name) : [];
    const open = [...(safe?.open ?? this.#blocks.map(({ name }) => name)), ...inline];
    this.#pieces.push(...open.reverse().map((name) => `</${name}>`));
  }
}

/** Whether an element is a table or a part of one other than its caption. */
const isOfTable = (name: string): boolean => /^t(?:able|body|head|[dhr])$/.test(name);

const escapedText = (text: string): string => text.replace(/[&<>]/g, escaped);

/** The beginning of an escaped text within a number of bytes, without a part of a character or of a character reference. */
function cutText(text: string, bytes: number): string {
  const cut = Buffer.from(text).subarray(0, Math.max(0, bytes)).toString();
  return cut.replace(/(?:&[a-z]*|\ufffd)$/, "");
}
