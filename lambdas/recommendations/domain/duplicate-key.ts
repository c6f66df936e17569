/**
 * What two addresses of the same site have in common: the host without one leading `www.` and the path without one
 * trailing slash. Scheme, port, credentials, query and fragment make no difference. The URL parser has lower-cased the
 * host and resolved dot segments; a path's letters stay as they are, since `/Path` may be another site than `/path`.
 *
 * @param url an address that parses
 */
export function duplicateKey(url: string): string {
  const { hostname, pathname } = new URL(url);
  return hostname.replace(/^www\.(?=.)/, "") + pathname.replace(/\/$/, "");
}
