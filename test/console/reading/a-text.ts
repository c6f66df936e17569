import type { Bookmark, BookmarkContent } from "../../../client/index.ts";

/** When the pages of tests were read. */
export const READ_AT = "2026-11-02T11:30:00.000Z";

/** The kept text of a bookmark. */
export function textOf({ id, read_at: readAt }: Bookmark, fields: Partial<BookmarkContent> = {}): BookmarkContent {
  return {
    id,
    title: null,
    byline: null,
    language: "en",
    dir: "ltr",
    words: 4,
    read_at: readAt ?? READ_AT,
    read_from: "fetch",
    truncated: false,
    html: "<p>Sparrows live in the hedge.</p>",
    ...fields,
  };
}
