import { isIPv6 } from "node:net";

/**
 * The smallest block of addresses that one party has: an IPv4 address, or the 64-bit network of an IPv6 address, in which a
 * client may use a new address for each request (RFC 8981). A text that is no address is returned unchanged.
 */
export function addressBlock(address: string): string {
  // A zone names an interface of one machine, so that no request comes from such an address.
  if (!isIPv6(address) || address.includes("%")) return address;
  // The URL parser normalizes every notation of an IPv6 address, with embedded IPv4 in hexadecimal.
  const [, host = ""] = /^\[(.*)\]$/.exec(URL.parse(`http://[${address}]/`)?.hostname ?? "") ?? [];
  const [start = "", end] = host.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const groups = [
    ...start,
    ...(end === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => "0")),
    ...(end ?? []),
  ];
  const isIpv4 = groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff";
  return groups.slice(0, isIpv4 ? 8 : 4).join(":");
}
