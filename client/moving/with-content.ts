import { escaped } from "../../lambdas/shared/html/escaped.ts";
import type { Bookmark, BookmarkContent } from "../answers.ts";
import { ApiProblem } from "../magpie-error.ts";

type Text = Omit<BookmarkContent, "id">;

/** A bookmark with its kept text; null if none was kept. */
export interface BookmarkWithContent extends Bookmark {
  readonly content: Text | null;
}

/**
 * Bookmarks with their kept texts, read while they pass. @param read e.g. `client.bookmarks.content`
 */
export async function* withContent(
  bookmarks: AsyncIterable<Bookmark>,
  read: (id: string) => Promise<BookmarkContent>,
): AsyncGenerator<BookmarkWithContent, void, undefined> {
  for await (const bookmark of bookmarks) yield { ...bookmark, content: await contentOf(bookmark, read) };
}

async function contentOf({ id, words }: Bookmark, read: (id: string) => Promise<BookmarkContent>) {
  if (words === null) return null;
  try {
    const { id: _bookmark, ...content } = await read(id);
    return content;
  } catch (error) {
    // The bookmark was deleted since it was listed.
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}

/** A kept text as a page of its own, which runs nothing and loads nothing. */
export function contentPage({ url, title, content }: Bookmark & { readonly content: Text }): string {
  const { html, language, dir, byline, read_at, read_from } = content;
  const heading = escaped(content.title ?? title ?? url);
  const lang = language === null ? "" : ` lang="${escaped(language)}"`;
  const by = byline === null ? "" : `${escaped(byline)} · `;
  const shown = read_from === "browser" ? " as the browser showed it" : "";
  return `<!doctype html>
<html${lang} dir="${dir}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>${heading}</title>
<h1>${heading}</h1>
<p>${by}<a href="${escaped(url)}">${escaped(url)}</a> · ${read_at}${shown}</p>
${html}
</html>
`;
}
