import type { Place } from "../answers.ts";
import type { RemarkCode } from "./remarks.ts";

/** The formats of files with bookmarks or stocks. */
export const BOOKMARK_FORMATS = ["html", "json", "csv"] as const;
export type BookmarkFormat = (typeof BOOKMARK_FORMATS)[number];

/** What a file says of an entry: that it is still to be read, and that it is a favourite. Of these, readers and imports follow. */
const ENTRY_MARKS = ["unread", "starred"] as const;
export type EntryMark = (typeof ENTRY_MARKS)[number];
type EntryMarks = Readonly<Record<EntryMark, boolean>>;

export function entryMarks(isMarked: (mark: EntryMark) => boolean): EntryMarks {
  return Object.fromEntries(ENTRY_MARKS.map((mark) => [mark, isMarked(mark)])) as EntryMarks;
}

/** One bookmark or stock as a file has it. An empty text means that the file has none. */
export interface FileEntry extends EntryMarks {
  /** Of the file, from 1: the line on which the entry begins. */
  readonly line: number;
  /** As it stands in the file; it may be no address of a page. */
  readonly url: string;
  readonly title: string;
  readonly note: string;
  readonly tags: readonly string[];
  /** Where its person is in its text; null in the files of other programs, which have other texts. */
  readonly place: Place | null;
  /** Null without a date, or with one that can't be read. */
  readonly savedAt: Date | null;
  /** Whether that date names no time zone: it is read as UTC. */
  readonly withoutZone: boolean;
  /** The file's columns (in JSON fields, in HTML attributes) that have a value in the entry: whether that value was read. */
  readonly columns: Readonly<Record<string, boolean>>;
}

/** A part of a file that can't be read as an entry. */
export interface UnreadableEntry {
  readonly line: number;
  readonly unreadable: RemarkCode;
}

/** What a reader of a file yields, in the order of the file. */
export type ReadEntry = FileEntry | UnreadableEntry;

/** Pieces of a file's text. A reader keeps no more than one entry of it. */
export type TextChunks = AsyncIterable<string> | Iterable<string>;

/** The longest entry that is read, in UTF-16 code units. Browsers write a page's icon into its entry. */
export const LONGEST_ENTRY = 1 << 20;
