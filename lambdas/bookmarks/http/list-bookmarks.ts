import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import { searchTerms } from "../../shared/search/search-terms.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import type { BookmarksServices } from "./services.ts";

/** A page of the caller's bookmarks, of all or of those that a search finds. */
export const listBookmarks: Operation<typeof bookmarksRoutes.listBookmarks, BookmarksServices> = async (
  { caller, query },
  { bookmarks },
) => {
  const { status, limit, q, tag: tags = [] } = query;
  const isSearch = q !== undefined || tags.length > 0;
  const list = ["bookmarks", caller.userId, status ?? "", ...(isSearch ? [q ?? "", ...tags] : [])];
  const position = decodeCursor(query.cursor, list, byCreatedAt);
  const page = isSearch
    ? await bookmarks.search(
        caller.userId,
        { status, tags, terms: q === undefined ? [] : searchTerms(q) },
        { limit, position },
      )
    : await bookmarks.list(caller.userId, { status, limit, position });
  return ok({ bookmarks: page.items.map(bookmarkAnswer), next_cursor: encodeCursor(page.position, list) });
};
