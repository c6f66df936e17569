import { ok } from "../../shared/http/answer.ts";
import type { Operation } from "../../shared/http/http-api.ts";
import { byCreatedAt, decodeCursor, encodeCursor } from "../../shared/http/pagination.ts";
import type { bookmarksRoutes } from "../routes.ts";
import { bookmarkAnswer } from "./bookmark-answer.ts";
import type { BookmarksServices } from "./services.ts";

/** A page of the caller's bookmarks. */
export const listBookmarks: Operation<typeof bookmarksRoutes.listBookmarks, BookmarksServices> = async (
  { caller, query },
  { bookmarks },
) => {
  const list = ["bookmarks", caller.userId, query.status ?? ""];
  const page = await bookmarks.list(caller.userId, {
    status: query.status,
    limit: query.limit,
    position: decodeCursor(query.cursor, list, byCreatedAt),
  });
  return ok({ bookmarks: page.items.map(bookmarkAnswer), next_cursor: encodeCursor(page.position, list) });
};
