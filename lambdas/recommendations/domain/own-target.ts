import { WELL_KNOWN_PATH } from "./well-known-url.ts";

/**
 * Whether the target of a mention is an address of our site's: its page, its list, or anything beneath. By http or
 * https, since a site may be recommended by either; a fragment makes no difference.
 *
 * @param siteUrl an address that parses
 */
export function isOwnTarget(target: string, siteUrl: string): boolean {
  const site = new URL(siteUrl);
  const url = URL.parse(target);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  if (url.username !== "" || url.password !== "" || url.host !== site.host) return false;
  const path = site.pathname.replace(/\/$/, "");
  return url.pathname === WELL_KNOWN_PATH || url.pathname === path || url.pathname.startsWith(`${path}/`);
}
