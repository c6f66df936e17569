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
 * and host in lower case, no default port, no fragment and no tracking parameters. All other parts may matter to the site and
 * stay unchanged, order and spelling included. It is compared, and never fetched: a site may have no https. The client uses
 * it, too.
 */
export function pageIdentity(address: URL): string {
  const url = new URL(address);
  url.protocol = "https:";
  url.hash = "";
  const kept = url.search
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isTracking(parameter));
  // The setter removes one question mark, which may be part of the query.
  url.search = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return url.href;
}

/** Whether a parameter of a query identifies the source of a click on every site. */
export function isTracking(parameter: string): boolean {
  const name = (parameter.split("=", 1)[0] ?? "").toLowerCase();
  return TRACKING_PARAMETERS.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}
