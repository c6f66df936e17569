import type { FetchedSite } from "../../../lambdas/recommendations/readers/site-fields.ts";

/** What a site answered with a page, of which a test says only what matters to it. */
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

/** What is kept of a site that says nothing but its title. */
export const TITLE_ONLY = {
  title: "A",
  excerpt: null,
  featuredImage: null,
  favicon: null,
  oneClickSubscribe: false,
};
