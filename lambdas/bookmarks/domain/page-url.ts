import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import { parseAllowedUrl } from "../../shared/outbound/outbound-guard.ts";

/** Why a text is not the address of a page that can be saved. The codes are stable; clients may depend on them. */
export type PageUrlRejection = "invalid_url" | "unsupported_scheme" | "blocked_address";

/** Either the page's canonical address, or a code and an English sentence that tells the user what to send instead. */
export type PageUrl =
  | { readonly ok: true; readonly canonicalUrl: string }
  | { readonly ok: false; readonly code: PageUrlRejection; readonly detail: string };

/** The longest address in UTF-16 code units, after trimming. */
const MAX_LENGTH = 2048;

const DETAILS: Readonly<Record<PageUrlRejection, string>> = {
  invalid_url:
    "Send the whole address of a page, starting with https://, without a user name, of 2,048 characters at most.",
  unsupported_scheme: "Send an address that starts with https:// or http://.",
  blocked_address: "Only pages of the public web can be kept, on the ports 80, 443, 8080 and 8443.",
};

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
 * Makes the canonical form of a page's address: scheme and host in lower case, no default port, no fragment, no tracking
 * parameters. All other parts may matter to the site and stay unchanged, order and spelling included.
 */
export function parsePageUrl(text: string): PageUrl {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return refuse("invalid_url");
  try {
    const url = parseAllowedUrl(trimmed);
    url.hash = "";
    const kept = url.search
      .slice(1)
      .split("&")
      .filter((parameter) => parameter !== "" && !isTracking(parameter));
    // The setter removes one question mark, which may be part of the query.
    url.search = kept.length === 0 ? "" : `?${kept.join("&")}`;
    return { ok: true, canonicalUrl: url.href };
  } catch (error) {
    if (error instanceof OutboundError && error.kind in DETAILS) return refuse(error.kind as PageUrlRejection);
    throw error;
  }
}

function refuse(code: PageUrlRejection): PageUrl {
  return { ok: false, code, detail: DETAILS[code] };
}

function isTracking(parameter: string): boolean {
  const name = (parameter.split("=", 1)[0] ?? "").toLowerCase();
  return TRACKING_PARAMETERS.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}
