import { isIP, isIPv6 } from "node:net";
import { canonicalHost, isHost } from "../../shared/outbound/canonical-host.ts";
import { addressBlock } from "./web-url.ts";

/** A host whose mentions, and those of its subdomains, are hidden from every list. */
export interface BlockedHost {
  /** In the form of `sourceHost`. */
  readonly host: string;
  /** ISO 8601 UTC. */
  readonly blockedAt: string;
}

/** The largest number of labels of a host that can be blocked; also the number of reads that a check takes. */
const MAX_LABELS = 10;

/** A 64-bit IPv6 network in the form of `sourceHost`. */
const NETWORK = /^[0-9a-f]{1,4}(:[0-9a-f]{1,4}){3}$/;
/** Characters that are not part of any host name; the URL parser rejects all others. */
const FOREIGN = /[\s/?#@\\:%]/;

/**
 * The host that a text names, in the form of `sourceHost`: a name of two to ten labels, an IPv4 address, or the network of
 * an IPv6 address. Null for any other text, such as a top-level domain.
 */
export function blockableHost(text: string): string | null {
  if (NETWORK.test(text)) return text;
  const address = text.replace(/^\[(.*)\]$/, "$1");
  if (isIPv6(address)) return addressBlock(address);
  const url = FOREIGN.test(text) ? null : URL.parse(`https://${text}/`);
  const host = url === null ? "" : canonicalHost(url);
  const labels = host.split(".").length;
  return isHost(host) && labels >= 2 && labels <= MAX_LABELS ? host : null;
}

/** The host itself and its parent domains, at most ten: a host is blocked if one of them is blocked. */
export function blockingHosts(host: string): readonly string[] {
  if (isIP(host) !== 0) return [host];
  const labels = host.split(".");
  const first = Math.max(0, labels.length - MAX_LABELS);
  const names = labels.slice(first, -1).map((_, index) => labels.slice(first + index).join("."));
  return names.length === 0 ? [host] : names;
}

/** Whether a host or one of its parent domains is blocked. */
export function isBlockedBy(blocked: ReadonlySet<string>, host: string): boolean {
  return blockingHosts(host).some((name) => blocked.has(name));
}
