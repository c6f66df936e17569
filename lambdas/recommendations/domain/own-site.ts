import { WELL_KNOWN_PATH } from "./well-known-url.ts";

/** What our own site says of itself, by the stage's settings. */
export interface OwnSite {
  /** Scheme and host, without a slash at the end. */
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

/** The language of our site's own words (BCP 47). What it recommends is in any. */
export const OWN_LOCALE = "en";

/**
 * Our own site.
 *
 * @param url where it is, with its scheme
 * @param title empty: its host
 * @param description empty: none
 */
export function ownSite(url: string, title: string, description: string): OwnSite {
  const { origin, host } = new URL(url);
  return { url: origin, title: title || host, description: description || null };
}

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
