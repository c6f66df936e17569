import { isIPv6 } from "node:net";

/**
 * What one party has of addresses at the least: an IPv4 address, or the 64 bits of an IPv6 network, inside which a reader
 * may take a new address for every request (RFC 8981). A text that is no address stands for itself.
 */
export function addressBlock(address: string): string {
  // A zone names an interface of one machine: no request comes from there.
  if (!isIPv6(address) || address.includes("%")) return address;
  // The URL parser writes every form of an address in one way, IPv4 in hexadecimal.
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
