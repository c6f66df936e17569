import * as z from "zod/mini";
import { bookmarksRoutes } from "../../../../lambdas/bookmarks/routes.ts";
import type { Told } from "../tool.ts";
import { jsonLines, tool } from "../tool.ts";
import { changeSaved, readSaved, shownItem, typeOf } from "./saved-item.ts";

const { unread, starred } = bookmarksRoutes.updateBookmark.body.shape;

export const markTool = tool({
  name: "mark",
  title: "Mark what is saved",
  description:
    "Mark a saved page or deck as read or unread, or give it a star or remove it; a mark that is not named stays. A call that " +
    "is repeated changes nothing more. Search finds them by is:unread and is:starred.",
  input: z
    .strictObject({
      id: bookmarksRoutes.updateBookmark.params.shape.id.check(z.describe("The id of a bookmark or deck")),
      unread: unread.check(z.describe("Whether the person still has to read it")),
      starred: starred.check(z.describe("Whether it then has a star")),
    })
    .check(z.refine(({ unread, starred }) => (unread ?? starred) !== undefined, "must have unread or starred")),
  scope: bookmarksRoutes.updateBookmark.scope,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async call({ id, unread, starred }, context): Promise<Told> {
    const saved = await readSaved(id, context);
    const { item } = saved;
    const marks = {
      ...(unread === undefined || unread === item.unread ? {} : { unread }),
      ...(starred === undefined || starred === item.starred ? {} : { starred }),
    };
    const isSame = Object.keys(marks).length === 0;
    const now = isSame ? saved : await changeSaved(saved, marks, context);
    const what = `${typeOf(saved)} ${id} has these marks`;
    return {
      text: isSame ? `Nothing had to be changed: ${what}.` : `Changed: ${what} now.`,
      data: jsonLines([shownItem(now)]),
    };
  },
});
