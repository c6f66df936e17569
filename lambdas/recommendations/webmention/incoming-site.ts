const WELL_KNOWN = "/.well-known/recommendations.json";

/**
 * The site whose list of recommendations a source is: its address with the path before the list's, without a query.
 * Null for a source that is something else.
 */
export function wellKnownSite(source: URL): URL | null {
  if (!source.pathname.endsWith(WELL_KNOWN)) return null;
  const site = new URL(source);
  site.pathname = source.pathname.slice(0, -WELL_KNOWN.length);
  site.search = "";
  site.hash = "";
  return site;
}
