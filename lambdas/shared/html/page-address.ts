/**
 * Longest address of a page against which its links are resolved, and longest one among these that is looked at or kept,
 * in UTF-16 code units of its printed form. Each link is joined to the page's address: the two together decide what a
 * page of links costs.
 */
export const MAX_ADDRESS = 2_000;

/**
 * The address against which a page's links are resolved: its own, after redirects. Of one beyond all reason what counts
 * for nearly all links: without its query, or the root of its host where even that is too long.
 */
export function pageBase(url: URL): URL {
  if (url.href.length <= MAX_ADDRESS) return url;
  const base = new URL(url.pathname, url);
  return base.href.length <= MAX_ADDRESS ? base : new URL("/", url);
}
