import type { Bookmark, BookmarkContent } from "../../../client/index.ts";
import { ReadingScreen } from "../../../console/reading/reading-screen.tsx";
import { READ_AT, textOf } from "../reading/a-text.ts";
import { AnsweringApi } from "./answering-api.ts";
import type { Page } from "./page.ts";
import { openPage } from "./page.ts";

/** A page of the reading screen. */
export interface ReadingPage extends Page {
  readonly api: AnsweringApi;
  readonly bookmarks: readonly Bookmark[];
}

/**
 * Shows the text of the first of some bookmarks, which are listed in this order.
 *
 * @param text what its kept text has of its own
 * @param query of the list from which it was opened
 */
export async function openText(
  bookmarks: readonly Partial<Bookmark>[],
  text: Partial<BookmarkContent> = {},
  query = "",
): Promise<ReadingPage> {
  const api = new AnsweringApi();
  const saved = bookmarks
    .toReversed()
    .map((fields, index) =>
      api.saveBookmark(`https://www.blog.example/${index}`, { status: "done", words: 4, read_at: READ_AT, ...fields }),
    )
    .reverse();
  for (const each of saved) api.answer(`GET /v1/bookmarks/${each.id}/content`, () => textOf(each, text));
  const page = await openPage([], api);
  await showText(page, saved[0]?.id ?? "", query);
  return { ...page, api, bookmarks: saved };
}

/** Shows the text of a bookmark. */
export async function showText(page: Page, id: string, query = ""): Promise<void> {
  await page.open(ReadingScreen, `bookmarks/${id}/read${query}`, "bookmarks/:id/read");
}
