import { act } from "preact/test-utils";
import { vi } from "vitest";
import type { Bookmark, NewQueueEntry } from "../../../client/index.ts";
import { BookmarksScreen } from "../../../console/bookmarks/bookmarks-screen.tsx";
import { ChangesApi } from "../../client/sync/changes-api.ts";
import { press, settled } from "./acts.ts";
import type { Page } from "./page.ts";
import { openPage } from "./page.ts";
import { article, texts } from "./shown.ts";

/** A site whose pages are saved. */
export const BLOG = "https://blog.example";

/** A bookmark by its title, which has been read. */
export type ShownBookmark = string | (Partial<Bookmark> & { readonly title: string });

/** The screen with bookmarks of these titles, the first one the newest, and with what waits to be sent. */
export async function openBookmarks(
  bookmarks: readonly ShownBookmark[],
  path = "bookmarks",
  entries: (api: ChangesApi) => readonly NewQueueEntry[] = () => [],
): Promise<Page> {
  const api = new ChangesApi();
  for (const each of bookmarks.toReversed()) {
    const fields = typeof each === "string" ? { title: each } : each;
    api.saveBookmark(`${BLOG}/${fields.title}`, { status: "done", ...fields });
  }
  const page = await openPage(entries(api), api);
  await page.open(BookmarksScreen, path);
  return page;
}

/** The titles of the list. */
export const headings = () => texts("article h2");

/** Selects a bookmark, or ends that, by its box. */
export async function check(title: string): Promise<void> {
  await act(() => {
    article(title).querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
  });
}

/** Opens the dialog of a bookmark's own fields, which is loaded then. */
export async function edit(within?: HTMLElement): Promise<void> {
  await press("Edit", within);
  await vi.dynamicImportSettled();
  await act(settled);
}
