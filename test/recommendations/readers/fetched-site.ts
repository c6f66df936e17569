import type { FetchedSite } from "../../../lambdas/recommendations/readers/site-fields.ts";

/** A site's response with a page; a test sets only the fields that matter to it. */
export function fetchedSite(body: string | Uint8Array, fields: Partial<FetchedSite> = {}): FetchedSite {
  return {
    url: new URL("https://blog.example/about/?x=1"),
    status: 200,
    mediaType: "text/html",
    charset: "utf-8",
    ...fields,
    body: typeof body === "string" ? Buffer.from(body) : body,
  };
}

/** The stored metadata of a site that has only a title. */
export const TITLE_ONLY = {
  title: "A",
  excerpt: null,
  featuredImage: null,
  favicon: null,
  oneClickSubscribe: false,
};
