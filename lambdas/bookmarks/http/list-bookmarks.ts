import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { textSearch } from "../../shared/search/text-search.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import type { BookmarksServices } from "./services.ts";

/** A page of the caller's bookmarks, of all or of those that a search finds. */
export const listBookmarks: Operation<typeof bookmarksRoutes.listBookmarks, BookmarksServices> = async (
  { caller, query },
  { bookmarks },
) => {
  const { status, limit, q, tag: tags = [] } = query;
  const sought = textSearch(q, tags);
  const list = ["bookmarks", caller.userId, status ?? "", ...(sought === null ? [] : [q ?? "", ...tags])];
  const position = decodeCursor(query.cursor, list, byCreatedAt);
  const page =
    sought === null
      ? await bookmarks.list(caller.userId, { status, limit, position })
      : await bookmarks.search(caller.userId, { status, ...sought }, { limit, position });
  return ok({ bookmarks: page.items.map(bookmarkAnswer), next_cursor: encodeCursor(page.position, list) });
};
