import { withSourceHint } from "../addresses/source-hint.ts";
import type { NewBookmark } from "../answers.ts";
import type { FileEntry } from "./file-entry.ts";
import { entryMarks } from "./file-entry.ts";
import { TagReader } from "./file-tags.ts";
import type { Remark, RemarkCode } from "./remarks.ts";

/** The API's limits, which remarks name, in UTF-16 code units. */
const LONGEST_TITLE = 500;
const LONGEST_NOTE = 5_000;

/** The bookmark to save for an entry of a file. */
export interface PreparedBookmark {
  readonly bookmark: NewBookmark;
  /** The parts of the entry that are left out because of the API's limits; mostly empty. */
  readonly leftOut: readonly Remark[];
}

/** Why an entry is no bookmark. */
export interface RefusedEntry {
  readonly refused: Remark;
}

/**
 * Makes the bookmark to save for an entry: the same one whenever the file is read.
 *
 * @param now a date after it is left out, since the API refuses it
 * @param reader that of the entries before, which have many tags in common
 */
export function newBookmark(
  entry: FileEntry,
  now: Date,
  reader: TagReader = new TagReader(),
): PreparedBookmark | RefusedEntry {
  const { url, savedAt } = entry;
  if (url === "") return { refused: { code: "no_address", detail: "" } };
  // Browsers have no longer ones, and the API refuses them.
  const scheme = /^[a-z][a-z\d+.-]{0,50}:/i.exec(url)?.[0].toLowerCase();
  if (scheme !== undefined && scheme !== "http:" && scheme !== "https:") {
    return { refused: { code: "not_web", detail: scheme } };
  }
  const leftOut: Remark[] = [];
  // Programs write the address instead of a missing title.
  const title = entry.title === url ? "" : cut(entry.title, LONGEST_TITLE, "title_cut", leftOut);
  const note = cut(entry.note, LONGEST_NOTE, "note_cut", leftOut);
  const { tags, left } = reader.read(entry.tags);
  for (const code of left) leftOut.push({ code, detail: "" });
  const isPast = savedAt !== null && savedAt <= now;
  if (savedAt !== null && !isPast) leftOut.push({ code: "future_date", detail: "" });
  const bookmark: NewBookmark = {
    url,
    ...(title === "" ? {} : { title }),
    ...(note === "" ? {} : { note }),
    // Without tags, those of the summary will be shown.
    ...(tags.length === 0 ? {} : { tags }),
    ...Object.fromEntries(Object.entries(entryMarks((mark) => entry[mark])).filter(([, isMarked]) => isMarked)),
    ...(entry.place === null ? {} : { place: entry.place }),
    ...(isPast ? { saved_at: savedAt.toISOString() } : {}),
    created_from: "import",
  };
  return { bookmark: withSourceHint(bookmark), leftOut };
}

function cut(text: string, longest: number, code: RemarkCode, leftOut: Remark[]): string {
  if (text.length <= longest) return text;
  leftOut.push({ code, detail: "" });
  // Half of a surrogate pair is no character.
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}
