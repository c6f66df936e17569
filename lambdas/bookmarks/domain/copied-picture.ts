import { isWithinSite } from "../../shared/within-site.ts";

/** The domains of Mercari's photos and pages: the photos of its sellers are not copied. */
const NOT_COPIED = ["mercari.com", "mercdn.net", "mercari-shops.com", "mercari-shops-static.com"];

export function mayBeCopied(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return !NOT_COPIED.some((domain) => isWithinSite(host, domain));
}
