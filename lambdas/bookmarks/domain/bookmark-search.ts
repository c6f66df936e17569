import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { lazy } from "../../shared/lazy.ts";
import type { SearchedTexts } from "../../shared/saved-items/saved-item-kind.ts";
import type { SearchedItem } from "../../shared/search/matches-search.ts";
import {
  FIELD_END,
  readableUrls,
  searchableFields,
  searchableTags,
  searchableText,
} from "../../shared/search/searchable-text.ts";
import { siteOf } from "../../shared/search/site.ts";
import type { Bookmark, PageFacts } from "./bookmark.ts";

/** Precedes a title by the user, which hides the page's title even if it is empty. */
const OWN_TITLE = "\t";

/** The user's title, the site, then the note and the address. */
export function ownTexts({ title, note, url }: Pick<Bookmark, "title" | "note" | "url">): string {
  const ownTitle = title === null ? "" : OWN_TITLE + searchableText(title);
  return [ownTitle, siteOf(url), searchableFields([note, ...readableUrls(url)])].join(FIELD_END);
}

export function ownTagTexts({ userTags }: Pick<Bookmark, "userTags">): string | null {
  return userTags === null ? null : searchableTags(userTags);
}

/** The texts that were read from the page: its title, the summary's tags, then the others. */
export function fetchedTexts({ pageTitle, tags, siteName, author, summary }: PageFacts): string {
  const rest = searchableFields([siteName, author, summary]);
  return [searchableText(pageTitle ?? ""), searchableTags(tags), rest].join(FIELD_END);
}

/**
 * The words of a page's text as an item stores them: compressed to two fifths, since a search reads those of all bookmarks
 * (docs/decisions/0026-past-one-partition.md).
 */
export function packedWords(words: readonly string[]): Uint8Array {
  return brotliCompressSync(searchableFields(words));
}

/**
 * The fields that a search compares, from a bookmark's texts. The user's title and tags hide those that were read. The
 * words of the page's text are unpacked only when the other fields do not decide.
 */
export function searched({ own, tags, read, words }: SearchedTexts): Omit<SearchedItem, "createdAt" | "states"> {
  const [ownTitle, afterOwnTitle] = splitTexts(own);
  const [site, ownRest] = splitTexts(afterOwnTitle);
  const [readTitle, afterTitle] = splitTexts(read);
  const [readTags, readRest] = splitTexts(afterTitle);
  const title = ownTitle === "" ? readTitle : ownTitle.slice(OWN_TITLE.length);
  const shownTags = tags ?? readTags;
  return {
    title,
    site,
    tags: shownTags,
    text: [title, ownRest, readRest, shownTags].join(FIELD_END),
    words: words === undefined ? undefined : lazy(() => brotliDecompressSync(words).toString()),
  };
}

/** The first field of a text, and the rest. */
function splitTexts(texts: string): readonly [first: string, rest: string] {
  const end = texts.indexOf(FIELD_END);
  return [texts.slice(0, end), texts.slice(end + 1)];
}
