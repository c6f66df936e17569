import { isIPv6 } from "node:net";
import { MAX_ADDRESS } from "../../shared/html/page-address.ts";
import { addressBlock } from "./address-block.ts";

/**
 * An address of the web as the URL parser prints it, with its query and fragment: sites may need them.
 * Null for a text that is none, for another scheme than http and https, and for one too long to keep (the limit is that
 * of Ghost's column, too).
 */
export function webUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return url.href.length <= MAX_ADDRESS ? url.href : null;
}

/** An address as {@link webUrl} gives it, to be shown to everybody: null, too, for one with a user name or password. */
export function publicWebUrl(text: string): string | null {
  const url = URL.parse(text);
  return url === null || url.username !== "" || url.password !== "" ? null : webUrl(text);
}

/**
 * What two addresses of the same site have in common: the host without one leading `www.` and the path without one
 * trailing slash. Scheme, port, credentials, query and fragment make no difference. The URL parser has lower-cased the
 * host and resolved dot segments; a path's letters stay as they are, since `/Path` may be another site than `/path`.
 *
 * @param url an address that parses
 */
export function duplicateKey(url: string): string {
  const { hostname, pathname } = new URL(url);
  return hostname.replace(/^www\.(?=.)/, "") + pathname.replace(/\/$/, "");
}

/**
 * The host that a source stands on, as limits, mails and blocks name it: in lower case, without port and without the dot
 * that may end a name. An IPv6 address stands for its network of 64 bits, in which one party has every address.
 *
 * @param source an address that parses
 */
export function sourceHost(source: string): string {
  const { hostname } = new URL(source);
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIPv6(address) ? addressBlock(address) : hostname.replace(/\.$/, "");
}

/**
 * Whether the site that answered is the one that was asked: the same host, one leading `www.` more or less, on the same
 * port. A site may lead from http to https, not back.
 *
 * @param asked the address that was requested
 * @param answered the address at the end of all redirects
 */
export function isSameSite(asked: URL, answered: URL): boolean {
  if (asked.protocol === "https:" && answered.protocol !== "https:") return false;
  return nameOf(asked) === nameOf(answered) && asked.port === answered.port;
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "").replace(/^www\.(?=.)/, "");
}
