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
