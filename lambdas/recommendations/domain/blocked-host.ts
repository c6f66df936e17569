import { isIP, isIPv6 } from "node:net";
import { addressBlock } from "./address-block.ts";

/** A host whose mentions, and those of its subdomains, are in no list. */
export interface BlockedHost {
  /** As `sourceHost` names it. */
  readonly host: string;
  /** ISO 8601 UTC. */
  readonly blockedAt: string;
}

/** Labels of a host that can be blocked, and so the reads that it takes to know whether one is. */
const MAX_LABELS = 10;
/** A name in the DNS (RFC 1035, 2.3.4, without the dot at its end). */
const MAX_LENGTH = 253;

/** How an IPv6 network of 64 bits is named: the form that `sourceHost` gives. */
const NETWORK = /^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}$/;
/** What is no part of a host's name; the rest is left to the URL parser. */
const FOREIGN = /[\s/?#@\\:%]/;

/**
 * A text as the host that it names, in the form of `sourceHost`: a name of two to ten labels, an IPv4 address, or the
 * network of an IPv6 address. Null for a text that names none, and for a whole top-level domain.
 */
export function blockableHost(text: string): string | null {
  if (NETWORK.test(text)) return text;
  const address = text.replace(/^\[(.*)\]$/, "$1");
  if (isIPv6(address)) return addressBlock(address);
  if (text.length > MAX_LENGTH || FOREIGN.test(text)) return null;
  const host = URL.parse(`https://${text}/`)?.hostname.replace(/\.$/, "") ?? "";
  const labels = host.split(".");
  return labels.length < 2 || labels.length > MAX_LABELS || labels.includes("") ? null : host;
}

/** The hosts that would have to be blocked for a host to be: itself, and the domains that it is in. At most ten. */
export function blockingHosts(host: string): readonly string[] {
  if (isIP(host) !== 0 || NETWORK.test(host)) return [host];
  const labels = host.split(".");
  const first = Math.max(0, labels.length - MAX_LABELS);
  const names = labels.slice(first, -1).map((_, index) => labels.slice(first + index).join("."));
  return names.length === 0 ? [host] : names;
}

/** Whether a host, or a domain that it is in, is among the blocked ones. */
export function isBlockedBy(blocked: ReadonlySet<string>, host: string): boolean {
  return blockingHosts(host).some((name) => blocked.has(name));
}
