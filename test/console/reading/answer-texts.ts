import type { BrowserContext } from "playwright-core";
import type { Bookmark, BookmarkContent } from "../../../client/index.ts";
import { bookmark } from "../bookmarks/a-bookmark.ts";
import { READ_AT, textOf } from "./a-text.ts";

/** A bookmark whose page was read, with what its kept text has of its own, and the place in it. */
export type AnsweredText = Partial<BookmarkContent> &
  Partial<Pick<Bookmark, "place">> & { readonly title: string; readonly html: string };

/**
 * Has the API answer with these bookmarks and their texts, the first one the newest, whatever it has itself: texts that the
 * worker would not have kept, or in a size that takes long to be read.
 *
 * @returns the id of the first
 */
export async function answerTexts(
  context: BrowserContext,
  api: string,
  texts: readonly AnsweredText[],
): Promise<string> {
  const items = texts.map(({ title, words = 100, language = "en", place = null }, index) => {
    const time = `2026-11-0${9 - index}T11:30:00.000Z`;
    return bookmark({
      id: `text-${index}`,
      url: `https://blog.example/${index}`,
      title,
      words,
      language,
      place,
      read_at: READ_AT,
      created_at: time,
      updated_at: time,
    });
  });
  const changes = items.map((item) => ({
    type: "bookmark",
    id: item.id,
    deleted: false,
    changed_at: item.updated_at,
    item,
  }));
  await context.route(`${api}/v1/changes*`, (route) =>
    route.fulfill({ json: { changes, next_cursor: "c", more: false } }),
  );
  await context.route(`${api}/v1/bookmarks/*/content`, (route) => {
    const index = items.findIndex(({ id }) => route.request().url().includes(`/${id}/`));
    return route.fulfill({ json: textOf(items[index] ?? bookmark(), texts[index]) });
  });
  return "text-0";
}
