import { escaped } from "../../../shared/html/escaped.ts";
import type { Directory } from "../directory.ts";
import type { OwnSite } from "../own-site.ts";
import { OWN_LOCALE } from "../own-site.ts";
import type { Recommendation } from "../recommendation.ts";
import { byCreation } from "./well-known-document.ts";
import { xmlText } from "./xml-text.ts";

export const FEED_PATH = "/recommendations.atom";

/** The number of entries in the feed: readers keep those that they have seen. */
const MAX_ENTRIES = 100;

/** The date of a list that was never changed. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** The title of every published list for people. */
export function listTitle({ title }: OwnSite): string {
  return `${title}: recommended sites`;
}

/** When the list, or one of its recommendations, was last changed; ISO 8601 UTC. */
export function changedAt({ changedAt }: Directory, recommendations: readonly Recommendation[]): string {
  const dates = recommendations.map((recommendation) => recommendation.updatedAt ?? recommendation.createdAt);
  return [NEVER, ...dates, changedAt ?? NEVER].reduce((one, other) => (one > other ? one : other));
}

/**
 * The feed of the recommendations, the newest first (RFC 4287). The text does not depend on the order of the
 * recommendations. The ids of entries are those of the recommendations, which edits and a move of the site to another
 * domain don't change. The link to the page comes before the one to the feed, since simple readers take the first link for
 * the site's.
 */
export function atomFeed(directory: Directory, recommendations: readonly Recommendation[], site: OwnSite): string {
  const newest = [...recommendations].sort(byCreation).toReversed().slice(0, MAX_ENTRIES);
  const { url, title, description, icon } = site;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${OWN_LOCALE}">
<id>${xmlText(url)}${FEED_PATH}</id>
<title>${xmlText(listTitle(site))}</title>${description === null ? "" : `\n<subtitle>${xmlText(description)}</subtitle>`}
<updated>${changedAt(directory, recommendations)}</updated>
<author><name>${xmlText(title)}</name><uri>${xmlText(url)}/</uri></author>
<link rel="alternate" type="text/html" href="${xmlText(url)}/"/>
<link rel="self" type="application/atom+xml" href="${xmlText(url)}${FEED_PATH}"/>${icon === null ? "" : `\n<icon>${xmlText(icon)}</icon>`}
${newest.map((recommendation) => `${entry(recommendation)}\n`).join("")}</feed>
`;
}

// The language of another site is unknown.
function entry(recommendation: Recommendation): string {
  const { id, url, title, createdAt, updatedAt } = recommendation;
  return `<entry xml:lang="">
<id>urn:uuid:${id}</id>
<title>${xmlText(title)}</title>
<link rel="alternate" href="${xmlText(url)}"/>
<published>${createdAt}</published>
<updated>${updatedAt ?? createdAt}</updated>${summary(recommendation)}
</entry>`;
}

/** The publisher's description, followed by the site's excerpt. */
function summary({ description, excerpt }: Recommendation): string {
  const html = [description, excerpt].map((text) => (text ? `<p>${escaped(text)}</p>` : "")).join("");
  return html === "" ? "" : `\n<summary type="html">${xmlText(html)}</summary>`;
}
