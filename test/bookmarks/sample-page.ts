import type { PageContent } from "../../lambdas/bookmarks/readers/page-content.ts";

/** The contents of a page without metadata, with these changes. */
export function samplePage(changes: Partial<PageContent>): PageContent {
  return {
    title: null,
    siteName: null,
    author: null,
    description: null,
    language: null,
    imageUrl: null,
    iconUrls: [],
    text: "",
    html: "",
    truncated: false,
    dir: null,
    ...changes,
  };
}
