import net from "node:net";
import { isWithinSite } from "../within-site.ts";

/**
 * IPv4 ranges without public pages: the IANA special-purpose registry (RFC 6890 and its updates) in full, multicast (RFC
 * 5771), the reserved class E (RFC 1112), and one special address that is not registered.
 */
const refusedIpv4Ranges: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8], // "this network", RFC 791
  ["10.0.0.0", 8], // private use, RFC 1918
  ["100.64.0.0", 10], // carrier-grade NAT, RFC 6598
  ["127.0.0.0", 8], // loopback, RFC 1122
  ["169.254.0.0", 16], // link-local, RFC 3927; cloud metadata and the Lambda runtime live here
  ["172.16.0.0", 12], // private use, RFC 1918
  ["192.0.0.0", 24], // IETF protocol assignments, RFC 6890
  ["192.0.2.0", 24], // documentation, RFC 5737
  ["192.31.196.0", 24], // AS112, RFC 7535
  ["192.52.193.0", 24], // AMT, RFC 7450
  ["192.88.99.0", 24], // former 6to4 relays, RFC 7526
  ["192.168.0.0", 16], // private use, RFC 1918
  ["192.175.48.0", 24], // AS112, RFC 7534
  ["198.18.0.0", 15], // benchmarking, RFC 2544
  ["198.51.100.0", 24], // documentation, RFC 5737
  ["203.0.113.0", 24], // documentation, RFC 5737
  ["224.0.0.0", 4], // multicast, RFC 5771
  ["240.0.0.0", 4], // reserved, with the limited broadcast address, RFC 1112 and RFC 8190
  ["168.63.129.16", 32], // Azure's host service, reachable from inside only, yet in a public range
];

/** The special-purpose parts of 2000::/3; every address outside 2000::/3 is refused without a list. */
const refusedIpv6Ranges: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23], // IETF protocol assignments with Teredo and ORCHID, RFC 2928, 4380, 4843, 7343
  ["2001:db8::", 32], // documentation, RFC 3849
  ["2002::", 16], // 6to4, which carries an IPv4 address, RFC 3056
  ["2620:4f:8000::", 48], // AS112, RFC 7534
  ["3fff::", 20], // documentation, RFC 9637
];

const refusedIpv4 = new net.BlockList();
for (const [network, prefix] of refusedIpv4Ranges) refusedIpv4.addSubnet(network, prefix, "ipv4");

const refusedIpv6 = new net.BlockList();
for (const [network, prefix] of refusedIpv6Ranges) refusedIpv6.addSubnet(network, prefix, "ipv6");

// The only block from which IANA allocates global unicast addresses (RFC 4291, 2.4). IPv4-mapped, -compatible and
// -translated forms, NAT64, loopback, unique-local and link-local addresses are all outside it.
const globalUnicastIpv6 = new net.BlockList();
globalUnicastIpv6.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an IP address in text form is public.
 *
 * @param address IPv4 in four decimal parts, or IPv6 without brackets, as a resolver or `URL.hostname` (brackets removed)
 * gives it.
 * @returns false for special, private and reserved addresses, for addresses with a zone id (they name an interface of this
 * machine), and for any text that is not an address. Never throws.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%")) return false;
  if (net.isIPv4(address)) return !refusedIpv4.check(address, "ipv4");
  if (net.isIPv6(address)) return globalUnicastIpv6.check(address, "ipv6") && !refusedIpv6.check(address, "ipv6");
  return false;
}

/**
 * Name endings that only resolve inside a machine or a network: RFC 6761 (localhost), RFC 6762 (local), RFC 8375
 * (home.arpa), RFC 7686 (onion), ICANN's reservation of internal, and the conventional localdomain.
 */
const refusedEndings = ["localhost", "internal", "local", "localdomain", "home.arpa", "onion"];

/**
 * Whether a host name must not be resolved. It is for names; addresses are checked by {@link isPublicAddress}.
 *
 * @param name in canonical form
 * @returns true for single labels (they depend on the resolver's search list) and names with one of the endings above. Never
 * throws.
 */
export function isRefusedHostname(name: string): boolean {
  if (!name.includes(".")) return true;
  return refusedEndings.some((ending) => isWithinSite(name, ending));
}
