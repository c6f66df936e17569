import { WELL_KNOWN_PATH } from "./web-url.ts";

/** The fields of our own site, from the stage's settings; null where there is no setting. */
export interface OwnSite {
  /** Scheme and host, without a slash at the end. */
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** The address of a small square image. */
  readonly icon: string | null;
  /** The address of the image that represents the site. */
  readonly logo: string | null;
  /** For example `#0b57a4`. */
  readonly accentColor: string | null;
}

/** The language of our site's texts (BCP 47). The recommended sites may have any language. */
export const OWN_LOCALE = "en";

/**
 * Our own site.
 *
 * @param url its address with its scheme
 * @param settings its other fields, each of which may be missing or empty; without a title the host is the title
 */
export function ownSite(url: string, settings: Readonly<Partial<Record<keyof OwnSite, string>>>): OwnSite {
  const { origin, host } = new URL(url);
  return {
    url: origin,
    title: settings.title || host,
    description: settings.description || null,
    icon: settings.icon || null,
    logo: settings.logo || null,
    accentColor: settings.accentColor || null,
  };
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
