import { isIPv6 } from "node:net";
import { addressBlock } from "./address-block.ts";

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
 * @param asked the address that somebody named
 * @param answered the address at the end of all redirects
 */
export function isSameSite(asked: URL, answered: URL): boolean {
  if (asked.protocol === "https:" && answered.protocol !== "https:") return false;
  return nameOf(asked) === nameOf(answered) && asked.port === answered.port;
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, "").replace(/^www\.(?=.)/, "");
}
