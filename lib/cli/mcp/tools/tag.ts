import * as z from "zod/mini";
import { bookmarksRoutes } from "../../../../lambdas/bookmarks/routes.ts";
import { slidesRoutes } from "../../../../lambdas/slides/routes.ts";
import type { SavedItem } from "../../shell/save-by-address.ts";
import type { Told, Tool, ToolContext } from "../tool.ts";
import { jsonLines, tool } from "../tool.ts";
import { changeSaved, readSaved, shownItem, typeOf } from "./saved-item.ts";

const tags = slidesRoutes.updateStock.body.shape.tags;

/**
 * The tool that tags. Its calls run one after another: an agent makes several at once, and each reads before it writes.
 */
export function tagTool(): Tool {
  let last: Promise<unknown> = Promise.resolve();
  return tool({
    name: "tag",
    title: "Tag what is saved",
    description:
      "Add tags to a saved page or deck, and remove others; tags that are not named stay. Case does not count. A " +
      "call that is repeated changes nothing more.",
    input: z
      .strictObject({
        id: bookmarksRoutes.updateBookmark.params.shape.id.check(z.describe("The id of a bookmark or deck")),
        add: tags.check(z.describe("Tags that it then has")),
        remove: tags.check(z.describe("Tags that it then has no longer")),
      })
      .check(z.refine(({ add, remove }) => (add ?? remove) !== undefined, "must have add or remove")),
    scope: bookmarksRoutes.updateBookmark.scope,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    call(change, context) {
      const done = last.then(() => changeTags(change, context));
      last = done.catch(() => undefined);
      return done;
    },
  });
}

interface TagChange {
  readonly id: string;
  readonly add?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

async function changeTags({ id, add = [], remove = [] }: TagChange, context: ToolContext): Promise<Told> {
  const saved = await readSaved(id, context);
  const before = saved.item.tags;
  const kept = before.filter((tag) => !isAmong(tag, remove));
  const after = [...kept, ...add.filter((tag) => !isAmong(tag, kept))];
  if (after.length === before.length && kept.length === before.length) {
    return told(`Nothing had to be changed: ${typeOf(saved)} ${id} has these tags.`, saved);
  }
  return told(
    `Changed: ${typeOf(saved)} ${id} has these tags now.`,
    await changeSaved(saved, { tags: after }, context),
  );
}

/** Whether the API treats a tag as equal to one of these. */
function isAmong(tag: string, others: readonly string[]): boolean {
  return others.some((other) => z.parse(tags, [tag, other])?.length === 1);
}

const told = (text: string, saved: SavedItem): Told => ({ text, data: jsonLines([shownItem(saved)]) });
