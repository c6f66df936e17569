/** The path of the list of recommendations on each site's host. */
export const WELL_KNOWN_PATH = "/.well-known/recommendations.json";

/** The address of our list of recommendations: the source of each mention that we send. */
export function wellKnownUrl(siteUrl: string): string {
  return new URL(WELL_KNOWN_PATH, siteUrl).href;
}

/**
 * The site whose list of recommendations a source is: the source's address up to the list's path, without a query. Null for
 * a source that is no such list.
 */
export function wellKnownSite(source: URL): URL | null {
  if (!source.pathname.endsWith(WELL_KNOWN_PATH)) return null;
  const site = new URL(source);
  site.pathname = source.pathname.slice(0, -WELL_KNOWN_PATH.length);
  site.search = "";
  site.hash = "";
  return site;
}
