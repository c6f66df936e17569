import { isIP } from "node:net";

/** The names that a resolver accepts: RFC 1035, 2.3.4, and the characters of glibc's `res_hnok`. */
const NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/**
 * The host of a web address in the one form in which hosts are stored, compared, limited and listed: a name in lower case
 * without the root's dot, or an IP address without brackets. It has no port.
 */
export function canonicalHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Whether a resolver would accept a host in canonical form. An IP address needs none. */
export function isHost(host: string): boolean {
  return NAME.test(host) || isIP(host) !== 0;
}

/** A web address with its host in canonical form; null for a host that no resolver would accept. */
export function withCanonicalHost(url: URL): URL | null {
  const host = canonicalHost(url);
  if (!isHost(host)) return null;
  const canonical = new URL(url);
  // The parser has made an IPv6 address canonical.
  if (isIP(host) !== 6) canonical.hostname = host;
  return canonical;
}
