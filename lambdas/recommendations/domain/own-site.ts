import { WELL_KNOWN_PATH } from "./web-url.ts";

/** The fields of our own site, from the stage's settings. */
export interface OwnSite {
  /** Scheme and host, without a slash at the end. */
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

/** The language of our site's texts (BCP 47). The recommended sites may have any language. */
export const OWN_LOCALE = "en";

/**
 * Our own site.
 *
 * @param url its address with its scheme
 * @param title if empty, the host is the title
 * @param description may be empty
 */
export function ownSite(url: string, title: string, description: string): OwnSite {
  const { origin, host } = new URL(url);
  return { url: origin, title: title || host, description: description || null };
}

/**
 * Whether the target of a mention is an address of our site: its page, its list, or any path below. Both http and https
 * match, since a site may be recommended by either; fragments are ignored.
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
