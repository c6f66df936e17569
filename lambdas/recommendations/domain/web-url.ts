import { isIPv6 } from "node:net";
import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import { canonicalHost, withCanonicalHost } from "../../shared/outbound/canonical-host.ts";

/**
 * A web address as the URL parser serializes it, its host in canonical form, with query and fragment, which sites may need.
 * Null for a text that is no address, for a scheme other than http and https, for a host that no resolver would accept, and
 * for an address longer than the limit of Ghost's column.
 */
export function webUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  const href = withCanonicalHost(url)?.href ?? null;
  return href !== null && href.length <= MAX_ADDRESS ? href : null;
}

/** An address as {@link webUrl} returns it, for public output: null also for an address with a user name or password. */
export function publicWebUrl(text: string): string | null {
  const url = URL.parse(text);
  return url === null || url.username !== "" || url.password !== "" ? null : webUrl(text);
}

/**
 * The key that all addresses of one site share: the host without a leading `www.` and the path without a trailing slash.
 * Scheme, port, credentials, query and fragment are ignored. The URL parser has lower-cased the host and resolved dot
 * segments; the case of the path is kept, since `/Path` and `/path` may be different sites.
 *
 * @param url an address that parses
 */
export function duplicateKey(url: string): string {
  const parsed = new URL(url);
  return siteHost(parsed) + parsed.pathname.replace(/\/$/, "");
}

/**
 * Whether the response came from the requested site: the same host, with or without a leading `www.`, on the same port. A
 * site may redirect from http to https, but not back.
 *
 * @param requested the requested address
 * @param final the final address after redirects
 */
export function isSameSite(requested: URL, final: URL): boolean {
  if (requested.protocol === "https:" && final.protocol !== "https:") return false;
  return siteHost(requested) === siteHost(final) && requested.port === final.port;
}

/** A site's host: a host with `www` and the same host without it count as one. */
export function siteHost(url: URL): string {
  return canonicalHost(url).replace(/^www\.(?=.)/, "");
}

/** The path of the list of recommendations on each site's host. */
export const WELL_KNOWN_PATH = "/.well-known/recommendations.json";

/** The address of our list of recommendations: the source of each mention that we send. */
export function wellKnownUrl(siteUrl: string): string {
  return new URL(WELL_KNOWN_PATH, siteUrl).href;
}

/**
 * The site, if the source is its list of recommendations: the source's address up to the list's path, without a query. Null
 * for any other source.
 */
export function wellKnownSite(source: URL): URL | null {
  if (!source.pathname.endsWith(WELL_KNOWN_PATH)) return null;
  const site = new URL(source);
  site.pathname = source.pathname.slice(0, -WELL_KNOWN_PATH.length);
  site.search = "";
  site.hash = "";
  return site;
}

/**
 * The smallest block of addresses that one party has: an IPv4 address, or the 64-bit network of an IPv6 address, in which a
 * client may use a new address for each request (RFC 8981). A text that is no address is returned unchanged.
 */
export function addressBlock(address: string): string {
  // A zone names an interface of one machine, so that no request comes from such an address.
  if (!isIPv6(address) || address.includes("%")) return address;
  // The URL parser normalizes every notation of an IPv6 address, with embedded IPv4 in hexadecimal.
  const host = canonicalHost(new URL(`http://[${address}]/`));
  const [start = "", end] = host.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const groups = [
    ...start,
    ...(end === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => "0")),
    ...(end ?? []),
  ];
  const isIpv4 = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  return groups.slice(0, isIpv4 ? 8 : 4).join(":");
}
