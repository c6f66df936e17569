import { canonicalHost } from "../../shared/outbound/canonical-host.ts";
import { isWithinSite } from "../../shared/within-site.ts";

/** The domains of Mercari's photos and pages: the photos of its sellers are not copied. */
const NOT_COPIED = ["mercari.com", "mercdn.net", "mercari-shops.com", "mercari-shops-static.com"];

export function mayBeCopied(address: string): boolean {
  const url = URL.parse(address);
  const host = url === null ? "" : canonicalHost(url);
  return !NOT_COPIED.some((domain) => isWithinSite(host, domain));
}
