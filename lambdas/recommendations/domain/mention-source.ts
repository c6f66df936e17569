import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { addressBlock, wellKnownSite } from "./web-url.ts";

/** The source of a mention, parsed. */
export interface MentionSource {
  /** As it was sent. */
  readonly href: string;
  readonly url: URL;
  /**
   * The canonical host, as used by limits, mails and blocks. An IPv6 address is replaced by its 64-bit network, since one
   * party has all of its addresses.
   */
  readonly host: string;
  /** The site, if the source is its list of recommendations; null for any other page. */
  readonly site: URL | null;
}

/** @param href an address that parses */
export function mentionSource(href: string): MentionSource {
  const url = new URL(href);
  return { href, url, host: addressBlock(canonicalHost(url)), site: wellKnownSite(url) };
}
