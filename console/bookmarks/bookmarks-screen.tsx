import { translations } from "../language/language.ts";
import type { ListKind } from "../saved-items/list-kind.ts";
import { SavedItemsScreen } from "../saved-items/saved-items-screen.tsx";
import { BookmarkItem } from "./bookmark-item.tsx";
import { FILTERS, LIST } from "./bookmark-query.ts";
import { bookmarkTexts } from "./bookmark-texts.ts";
import { ContinueReading } from "./continuing/continue-reading.tsx";
import { LoadedFirstRun } from "./loaded-first-run.tsx";
import { SaveForm } from "./save-form.tsx";

const BOOKMARKS: ListKind<"bookmark"> = {
  ...FILTERS,
  type: "bookmark",
  path: LIST,
  view: "listView",
  skeletonRows: "rows",
  title: "bookmarks",
  words: () => translations(bookmarkTexts),
  Field: SaveForm,
  Item: BookmarkItem,
  FirstRun: LoadedFirstRun,
  Above: ContinueReading,
};

/** The person's bookmarks. */
export function BookmarksScreen() {
  return <SavedItemsScreen kind={BOOKMARKS} />;
}
