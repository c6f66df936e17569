import type { Book, Bookmark, Stock } from "../../../../client/answers.ts";
import { beginning } from "../tool.ts";

/** UTF-16 code units of a note, a summary or a description. */
const LONGEST_TEXT = 300;

/** The fields of a bookmark that an agent sees. */
export function shownBookmark({
  id,
  title,
  url,
  tags,
  note,
  summary,
  status,
  words,
  unread,
  starred,
  place,
  gone_at,
  created_at,
}: Bookmark) {
  const texts = { note: beginning(note, LONGEST_TEXT), summary: beginning(summary, LONGEST_TEXT) };
  return {
    type: "bookmark",
    id,
    title,
    url,
    tags,
    ...texts,
    status,
    unread,
    starred,
    words,
    /** The part of the text that the user has read, from 0 to 1. */
    progress: place?.progress ?? null,
    gone_at,
    saved_at: created_at,
  };
}

/** The fields of a deck that an agent sees. */
export function shownDeck(deck: Stock) {
  const { id, title, author_name: author, canonical_url: url, tags, status, unread, starred, created_at } = deck;
  const note = beginning(deck.memo, LONGEST_TEXT);
  return { type: "deck", id, title, author, url, tags, note, status, unread, starred, saved_at: created_at };
}

/** The fields of a book that an agent sees. */
export function shownBook(book: Book) {
  const { id, title, subtitle, authors, publisher, published_date, isbn_13 } = book;
  const description = beginning(book.description, LONGEST_TEXT);
  const about = { title, subtitle, authors, publisher, published_date, isbn_13, description };
  return { type: "book", id, ...about, url: book.info_link, found_at: book.first_seen_at };
}
