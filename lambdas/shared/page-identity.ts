/** Parameters that identify the source of a click and not the page. */
const TRACKING_PREFIXES = ["utm_", "mtm_", "pk_"];
const TRACKING_PARAMETERS = new Set([
  // Advertisers' click ids: Google, Meta, Microsoft, Yahoo! Japan and Yandex, X, TikTok, LinkedIn, Pinterest, Instagram.
  "gclid",
  "gclsrc",
  "dclid",
  "gbraid",
  "wbraid",
  "srsltid",
  "fbclid",
  "msclkid",
  "yclid",
  "ysclid",
  "twclid",
  "ttclid",
  "li_fat_id",
  "epik",
  "igsh",
  "igshid",
  // Click ids of mailings: Mailchimp, HubSpot, Marketo, Omeda, Vero.
  "mc_cid",
  "mc_eid",
  "_hsenc",
  "_hsmi",
  "__hssc",
  "__hstc",
  "__hsfp",
  "hsctatracking",
  "mkt_tok",
  "oly_anon_id",
  "oly_enc_id",
  "vero_conv",
  "vero_id",
  // Google Analytics across domains.
  "_ga",
  "_gl",
]);

/**
 * The identity of a page: its address as https, since a site that still answers http shows the same page there, with scheme
 * and host in lower case, no default port and no tracking parameters, percent-encoded as RFC 3986 normalizes it. A fragment
 * that begins with `#/` or `#!` is the route of an application that runs in the page, and stays; any other names a place
 * within the page. All other parts may matter to the site and stay unchanged, order included. The identity is compared, and
 * never fetched: a site may have no https. The client uses it, too.
 */
export function pageIdentity(address: URL): string {
  const url = new URL(normalizedEncoding(address.href));
  url.protocol = "https:";
  // A browser removes the directive, which marks words, from the fragment before the application reads it.
  url.hash = /^#[/!]/.test(url.hash) ? (url.hash.split(":~:", 1)[0] ?? "") : "";
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isTracking(parameter));
  // The setter removes one question mark, which may be part of the query.
  url.search = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return url.href;
}

/** An address whose percent-encodings are in upper case, of none of the unreserved characters (RFC 3986, 6.2.2). */
export function normalizedEncoding(href: string): string {
  return href.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

/** Whether a parameter of a query identifies the source of a click on every site. */
export function isTracking(parameter: string): boolean {
  const name = (parameter.split("=", 1)[0] ?? "").toLowerCase();
  return TRACKING_PARAMETERS.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}
