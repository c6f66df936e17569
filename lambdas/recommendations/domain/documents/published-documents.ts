import type { Directory } from "../directory.ts";
import type { OwnSite } from "../own-site.ts";
import type { Recommendation } from "../recommendation.ts";
import { WELL_KNOWN_PATH } from "../web-url.ts";
import { atomFeed, FEED_PATH } from "./atom-feed.ts";
import { BLOGROLL_PATH, blogroll } from "./blogroll.ts";
import { wellKnownDocument } from "./well-known-document.ts";

/** A list of the recommendations on the site's domain. */
export interface PublishedDocument {
  readonly path: string;
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly text: string;
}

/** The receiver of a Webmention fetches the list at once: a shared cache must revalidate it each time. */
const REVALIDATED = "public, max-age=60, s-maxage=0";
/** As the site's page. */
const KEPT_BRIEFLY = "public, max-age=10";

/** The paths, in the order in which the documents are written: notified sites fetch the first one at once. */
export const PUBLISHED_PATHS = [WELL_KNOWN_PATH, FEED_PATH, BLOGROLL_PATH] as const;

/** The documents of a directory; they do not depend on the order of the recommendations. */
export function publishedDocuments(
  directory: Directory,
  recommendations: readonly Recommendation[],
  site: OwnSite,
): readonly PublishedDocument[] {
  const documents = {
    [WELL_KNOWN_PATH]: {
      mediaType: "application/json",
      cacheControl: REVALIDATED,
      text: wellKnownDocument(directory.entries.values()),
    },
    [FEED_PATH]: {
      mediaType: "application/atom+xml",
      cacheControl: KEPT_BRIEFLY,
      text: atomFeed(directory, recommendations, site),
    },
    [BLOGROLL_PATH]: {
      mediaType: "text/x-opml; charset=utf-8",
      cacheControl: KEPT_BRIEFLY,
      text: blogroll(directory, recommendations, site),
    },
  };
  return PUBLISHED_PATHS.map((path) => ({ path, ...documents[path] }));
}
