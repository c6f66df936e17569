import * as z from "zod/mini";
import type { Bookmark, BookmarkContent } from "../../../../client/answers.ts";
import { ApiProblem } from "../../../../client/magpie-error.ts";
import { contentText } from "../../../../client/moving/content-text.ts";
import { bookmarksRoutes } from "../../../../lambdas/bookmarks/routes.ts";
import { CliError } from "../../cli-error.ts";
import { textPages } from "../text-pages.ts";
import type { Told, ToolContext } from "../tool.ts";
import { jsonLines, READS, tool } from "../tool.ts";
import { readSaved } from "./saved-item.ts";

const { getBookmarkContent } = bookmarksRoutes;

export const readTool = tool({
  name: "read",
  title: "Read a saved page",
  description:
    "Read the text that Magpie keeps of a saved page, which is there also when the page itself is gone. A long text " +
    "has several pages; the result says how many there are and what remains. Decks and books have no kept text.",
  input: z.strictObject({
    id: getBookmarkContent.params.shape.id.check(z.describe("The id of a bookmark, from search or save")),
    page: z.optional(z.int().check(z.minimum(1), z.describe("The page of the text, from 1, which is read without it"))),
  }),
  scope: getBookmarkContent.scope,
  annotations: READS,
  async call({ id, page = 1 }, context): Promise<Told> {
    const { html, title, byline, language, read_at, read_from, truncated } = await contentOf(id, context);
    const pages = textPages(contentText(html));
    const text = pages[page - 1];
    if (text === undefined) throw new CliError(`page: the text has ${pages.length}, so there is no page ${page}.`);
    const after = pages.slice(page);
    const left = after.reduce((sum, each) => sum + each.length, 0);
    const rest =
      after.length === 0
        ? `That is the end of the text${truncated ? "; the page itself has more than is kept" : ""}.`
        : `${left} characters remain, on ${after.length} more: call read with page ${page + 1}.`;
    const as = read_from === "browser" ? "as the person's browser showed it" : "as it was";
    return {
      text: `Page ${page} of ${pages.length} of the text of bookmark ${id}, ${as} on ${read_at}. ${rest}`,
      data: `${jsonLines([{ title, byline, language }])}\n\n${text}`,
    };
  },
});

async function contentOf(id: string, context: ToolContext): Promise<BookmarkContent> {
  const { client, options } = context;
  try {
    return await client.bookmarks.content(id, options);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    const saved = await readSaved(id, context);
    // It was read between the two requests.
    if (saved.type === "bookmark" && saved.item.read_at !== null) return client.bookmarks.content(id, options);
    throw new CliError(
      saved.type === "stock" ? "This is a slide deck, of which no text is kept." : whyNoText(saved.item),
    );
  }
}

function whyNoText({ status, error_message: reason }: Bookmark): string {
  if (status === "failed") return `No text is kept: the page could not be read (${reason}).`;
  if (status === "done") return "No text is kept: the page has none that can be read.";
  return `No text is kept yet: the page is being read (${status}). Call read again in half a minute.`;
}
