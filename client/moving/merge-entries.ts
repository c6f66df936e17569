import { laterPlace } from "../../lambdas/shared/saved-items/changes-by-place.ts";
import { identityOfPage } from "../addresses/identity-of-page.ts";
import type { FileEntry, ReadEntry } from "./file-entry.ts";
import { entryMarks } from "./file-entry.ts";

/** What is saved for a page: one entry of the file, or several that are merged. */
export interface MergedEntry {
  /** The first of them, completed by the others. */
  entry: ReadEntry;
  /** The columns of each; empty for one that can't be read. */
  readonly columns: FileEntry["columns"][];
}

/** Limits of a merged entry, above those of the API: a file may have any number of entries of a page. */
const MOST_TAGS = 100;
const LONGEST_NOTE = 10_000;

/**
 * Merges the entries of a file that have one page, in the order of the first ones: the tags of all, their notes one below the
 * other, the first title, the earliest date, the marks of any. Programs write a page once for each of its folders.
 */
export async function mergeEntries(
  entries: AsyncIterable<ReadEntry> | Iterable<ReadEntry>,
): Promise<readonly MergedEntry[]> {
  const all: MergedEntry[] = [];
  const pages = new Map<string, MergedEntry>();
  for await (const entry of entries) {
    const columns = "unreadable" in entry ? {} : entry.columns;
    // Entries that are not pages of the web are refused one by one, with their lines.
    const page = "url" in entry && /^\s*https?:/i.test(entry.url) ? identityOfPage(entry.url) : null;
    const there = page === null ? undefined : pages.get(page);
    if (there === undefined || "unreadable" in there.entry || "unreadable" in entry) {
      const first: MergedEntry = { entry, columns: [columns] };
      all.push(first);
      if (page !== null) pages.set(page, first);
    } else {
      there.entry = merged(there.entry, entry);
      there.columns.push(columns);
    }
  }
  return all;
}

function merged(one: FileEntry, other: FileEntry): FileEntry {
  const isEarlier = other.savedAt !== null && (one.savedAt === null || other.savedAt < one.savedAt);
  const { savedAt, withoutZone } = isEarlier ? other : one;
  // Programs write the address instead of a missing title.
  const title = one.title === "" || one.title === one.url ? other.title || one.title : one.title;
  const marks = entryMarks((mark) => one[mark] || other[mark]);
  const place = laterPlace(one.place, other.place);
  const note = joinedNotes(one.note, other.note);
  return { ...one, ...marks, place, title, note, tags: joinedTags(one, other), savedAt, withoutZone };
}

function joinedTags({ tags }: FileEntry, other: FileEntry): readonly string[] {
  const more = other.tags.filter((tag) => !tags.includes(tag));
  return more.length === 0 || tags.length >= MOST_TAGS ? tags : [...tags, ...more];
}

function joinedNotes(note: string, other: string): string {
  if (note === "" || other.trim() === "") return note || other;
  return note.length > LONGEST_NOTE || note.includes(other.trim()) ? note : `${note}\n\n${other}`;
}
