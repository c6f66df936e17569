import type { Directory } from "../directory.ts";
import type { OwnSite } from "../own-site.ts";
import type { Recommendation } from "../recommendation.ts";
import { changedAt, FEED_PATH, listTitle } from "./atom-feed.ts";
import { byCreation } from "./well-known-document.ts";
import { xmlText } from "./xml-text.ts";

export const BLOGROLL_PATH = "/.well-known/recommendations.opml";

/**
 * The recommendations as an outline (OPML 2.0), the newest first. The text does not depend on their order. They are links,
 * since the addresses of the sites' own feeds are not known. The first outline is the feed of the recommendations, to which
 * a feed reader subscribes; a document without an outline would not be valid.
 */
export function blogroll(directory: Directory, recommendations: readonly Recommendation[], site: OwnSite): string {
  const title = xmlText(listTitle(site));
  const url = xmlText(site.url);
  const newest = [...recommendations].sort(byCreation).toReversed();
  return `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0">
<head>
<title>${title}</title>
<dateModified>${mailDate(changedAt(directory, recommendations))}</dateModified>
<docs>http://opml.org/spec2.opml</docs>
</head>
<body>
<outline type="rss" text="${title}" xmlUrl="${url}${FEED_PATH}" htmlUrl="${url}/"/>
${newest.map((recommendation) => `${outline(recommendation)}\n`).join("")}</body>
</opml>
`;
}

function outline({ title, url, description, createdAt }: Recommendation): string {
  const words = description === null ? "" : ` description="${xmlText(description)}"`;
  return `<outline type="link" text="${xmlText(title)}" url="${xmlText(url)}"${words} created="${mailDate(createdAt)}"/>`;
}

/** A date of ISO 8601 UTC in the form of RFC 822 with four digits of the year, as OPML has it. */
function mailDate(date: string): string {
  return new Date(date).toUTCString();
}
