import { OutboundError } from "../../shared/outbound/outbound-error.ts";
import { parseAllowedUrl } from "../../shared/outbound/outbound-guard.ts";
import { pageIdentity } from "../../shared/page-identity.ts";

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
    "Send the whole address of a page, beginning with https://, without a user name, with at most 2,048 characters.",
  unsupported_scheme: "Send an address that starts with https:// or http://.",
  blocked_address: "Only pages of the public web can be kept, on the ports 80, 443, 8080 and 8443.",
};

/** Returns the canonical form of a page's address: its identity, under which the page is saved only once. */
export function parsePageUrl(text: string): PageUrl {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return refuse("invalid_url");
  try {
    return { ok: true, canonicalUrl: pageIdentity(parseAllowedUrl(trimmed)) };
  } catch (error) {
    if (error instanceof OutboundError && error.kind in DETAILS) return refuse(error.kind as PageUrlRejection);
    throw error;
  }
}

function refuse(code: PageUrlRejection): PageUrl {
  return { ok: false, code, detail: DETAILS[code] };
}
