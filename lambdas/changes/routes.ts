import * as z from "zod/mini";
import { bookmarksRoutes } from "../bookmarks/routes.ts";
import { pageParameters } from "../shared/http/pagination.ts";
import type { Routes } from "../shared/http/route.ts";
import { slidesRoutes } from "../slides/routes.ts";

/** A change of an item of one type. @param item the answer of the item's own route */
function changeSchema<T extends string, S extends z.ZodMiniType>(type: T, item: S) {
  return z.object({
    type: z.literal(type),
    id: z.string(),
    deleted: z.boolean(),
    changed_at: z.iso.datetime(),
    /** The item as its own route shows it; null when it is deleted. */
    item: z.nullable(item),
  });
}

export const changesRoutes = {
  listChanges: {
    method: "GET",
    path: "/v1/changes",
    access: "user",
    scope: "read",
    summary:
      "Your bookmarks and stocks that were created, changed or deleted, oldest change first. Keep next_cursor for the next request, even if nothing follows",
    query: z.object(pageParameters({ most: 200, preset: 100 })),
    answers: {
      200: {
        description: "One page; while `more`, the next one can be requested at once",
        body: z.object({
          changes: z.array(
            z.discriminatedUnion("type", [
              changeSchema("bookmark", bookmarksRoutes.getBookmark.answers[200].body),
              changeSchema("stock", slidesRoutes.getStock.answers[200].body),
            ]),
          ),
          next_cursor: z.string(),
          more: z.boolean(),
        }),
      },
    },
    refusals: { 410: ["cursor_expired"] },
  },
} as const satisfies Routes;

export type Change = z.output<(typeof changesRoutes.listChanges.answers)[200]["body"]>["changes"][number];
