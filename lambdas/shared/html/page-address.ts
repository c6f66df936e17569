/**
 * The longest base address of a page, and the longest link that is read or stored, in UTF-16 code units of the serialized
 * form. Every link is resolved against the base, so that both lengths together determine what a page with many links costs.
 */
export const MAX_ADDRESS = 2_000;

/**
 * The address against which the page's links are resolved: the final address, after redirects. An address longer than the
 * limit loses its query, or is replaced by the root of its host: links with a path from the root stay the same.
 */
export function pageBase(url: URL): URL {
  if (url.href.length <= MAX_ADDRESS) return url;
  const base = new URL(url.pathname, url);
  return base.href.length <= MAX_ADDRESS ? base : new URL("/", url);
}
