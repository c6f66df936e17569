import * as z from "zod/mini";
import { bookmarksRoutes } from "../bookmarks/routes.ts";
import { pageQuery } from "../shared/http/pagination.ts";
import type { Routes } from "../shared/http/route.ts";
import { slidesRoutes } from "../slides/routes.ts";

const params = z.object({ sub: z.string().check(z.minLength(1), z.maxLength(255)) });
const cursor = z.optional(z.string());
/** The kind of data of a page, e.g. `bookmarks`. */
const data = z.string();
const next_cursor = z.nullable(z.string());

/** The routes by which an administrator manages the data of one person, who is named by the `sub` of the person's token. */
export const usersRoutes = {
  listUserBookmarks: {
    method: "GET",
    path: "/v1/users/{sub}/bookmarks",
    access: "admin",
    summary: "The bookmarks of a user, newest first",
    params,
    query: z.object(pageQuery),
    answers: { 200: { description: "One page", body: bookmarksRoutes.listBookmarks.answers[200].body } },
  },
  getUserBookmarkContent: {
    method: "GET",
    path: "/v1/users/{sub}/bookmarks/{id}/content",
    access: "admin",
    summary: "The kept text of a user's bookmark",
    params: z.extend(params, { id: z.string() }),
    answers: { 200: bookmarksRoutes.getBookmarkContent.answers[200] },
    refusals: { 404: ["not_found", "no_content"] },
  },
  listUserStocks: {
    method: "GET",
    path: "/v1/users/{sub}/stocks",
    access: "admin",
    summary: "The stocks of a user, newest first",
    params,
    query: z.object(pageQuery),
    answers: { 200: { description: "One page", body: slidesRoutes.listStocks.answers[200].body } },
  },
  deleteUserData: {
    method: "POST",
    path: "/v1/users/{sub}/delete",
    mayTakeLong: true,
    access: "admin",
    summary:
      "Delete a page of a user's data. Repeat it with next_cursor until that is null; after an interruption, begin again",
    params,
    body: z._default(z.object({ cursor }), {}),
    answers: {
      200: { description: "Deleted", body: z.object({ data, deleted: z.int(), next_cursor }) },
    },
    refusals: { 400: ["invalid_cursor"] },
  },
  moveUserData: {
    method: "POST",
    path: "/v1/users/{sub}/move",
    mayTakeLong: true,
    access: "admin",
    summary:
      "Move a page of a user's data to another user, whose own data stay. Repeat it with next_cursor until that is null, and from the beginning until a whole pass moves and changes nothing",
    params,
    body: z.object({ to: z.string().check(z.minLength(1), z.maxLength(255)), cursor }),
    answers: {
      200: {
        description:
          "Moved. `changed`: items that were changed at the same time, for the next pass; `kept`: the addresses of items that stay, since the new user has other texts for them",
        body: z.object({ data, moved: z.int(), changed: z.int(), kept: z.array(z.string()), next_cursor }),
      },
    },
    refusals: { 400: ["invalid_cursor", "same_user"] },
  },
} as const satisfies Routes;
