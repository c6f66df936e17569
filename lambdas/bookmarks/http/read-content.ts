import type { Answer } from "../../shared/http/answer.ts";
import { ok } from "../../shared/http/answer.ts";
import { Rejected } from "../../shared/http/rejected.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import type { ContentStore } from "../tables/content-store.ts";
import { contentAnswer } from "./content-answer.ts";

/**
 * The kept text of a bookmark.
 *
 * @param readBookmark reads the bookmark again, which may point to another text by then
 * @throws Rejected 404 if none was kept
 */
export async function readContent(
  readBookmark: () => Promise<Bookmark>,
  { contents, siteUrl }: { readonly contents: Pick<ContentStore, "get">; readonly siteUrl: string },
): Promise<Answer> {
  // Another reading may end between two calls of this one, and its worker deletes the text to which the bookmark pointed.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { id, contentKey } = await readBookmark();
    if (contentKey === null) break;
    const content = await contents.get(contentKey);
    if (content !== null) return ok(contentAnswer(id, content, siteUrl));
  }
  throw new Rejected(404, "no_content", "No text of this page was kept.");
}
