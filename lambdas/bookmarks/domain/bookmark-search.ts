import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import type { SearchedTexts } from "../../shared/saved-items/saved-item-kind.ts";
import {
  FIELD_END,
  readableUrls,
  searchableFields,
  searchableTags,
  searchableText,
} from "../../shared/search/searchable-text.ts";
import type { TextSearch } from "../../shared/search/text-search.ts";
import { hasTags, isFoundIn } from "../../shared/search/text-search.ts";
import type { Bookmark, PageFacts } from "./bookmark.ts";

/** Begins a title of the user's, which may be empty, and hides the page's even so. */
const OWN_TITLE = "\t";

/** The user's title, note and address. */
export function ownTexts({ title, note, url }: Pick<Bookmark, "title" | "note" | "url">): string {
  const ownTitle = title === null ? "" : OWN_TITLE + searchableText(title);
  return [ownTitle, searchableFields([note, ...readableUrls(url)])].join(FIELD_END);
}

export function ownTagTexts({ userTags }: Pick<Bookmark, "userTags">): string | null {
  return userTags === null ? null : searchableTags(userTags);
}

/** What was read from the page: its title, the summary's tags, then the rest. */
export function fetchedTexts({ pageTitle, tags, siteName, author, summary }: PageFacts): string {
  const rest = searchableFields([siteName, author, summary]);
  return [searchableText(pageTitle ?? ""), searchableTags(tags), rest].join(FIELD_END);
}

/**
 * The words of a page's text as an item keeps them: packed to two fifths, since a search reads those of all bookmarks
 * (docs/decisions/0047-words-of-the-text.md).
 */
export function packedWords(words: readonly string[]): Uint8Array {
  return brotliCompressSync(searchableFields(words));
}

/**
 * Whether a bookmark of these texts is found. A title or tags of the user's hide those that were read. Words of the page's
 * text are unpacked only for a bookmark that is not found without them.
 */
export function isFound({ own, tags, read, words }: SearchedTexts, sought: TextSearch): boolean {
  const [ownTitle, ownRest] = splitTexts(own);
  const [readTitle, afterTitle] = splitTexts(read);
  const [readTags, readRest] = splitTexts(afterTitle);
  const fields = [ownTitle === "" ? readTitle : ownTitle, ownRest, readRest];
  const shownTags = tags ?? readTags;
  if (isFoundIn(fields, shownTags, sought)) return true;
  if (words === undefined || !hasTags(shownTags, sought)) return false;
  return isFoundIn([...fields, brotliDecompressSync(words).toString()], shownTags, sought);
}

/** The first field of a text, and the others. */
function splitTexts(texts: string): readonly [first: string, rest: string] {
  const end = texts.indexOf(FIELD_END);
  return [texts.slice(0, end), texts.slice(end + 1)];
}
