import type { LookupFunction } from "node:net";
import net from "node:net";
import { OutboundError, place } from "./outbound-error.ts";
import { isPublicAddress, refusedHostname } from "./public-address.ts";

// "" is the default port of the scheme (`URL.port`). Anything else than these is hardly ever a web page
// but may be a service of the machine itself.
const allowedPorts = new Set(["", "8080", "8443"]);

/** `URL.hostname` without the brackets of an IPv6 address. */
export function bareHostname(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/**
 * Parses a URL and refuses what can be refused without a resolver. Everything after works on the parsed
 * URL: numeric, octal and Unicode spellings of an address are plain addresses in it.
 */
export function parseAllowedUrl(value: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    // The parser's error carries the whole input, so it is not kept as the cause.
    throw new OutboundError("invalid_url", "not a URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundError("unsupported_scheme", url.protocol);
  }
  if (url.username !== "" || url.password !== "") throw new OutboundError("invalid_url", `userinfo at ${place(url)}`);
  if (!allowedPorts.has(url.port)) throw new OutboundError("blocked_address", `port of ${place(url)}`);
  const hostname = bareHostname(url);
  const allowed = net.isIP(hostname) === 0 ? !refusedHostname(hostname) : isPublicAddress(hostname);
  if (!allowed) throw new OutboundError("blocked_address", `host of ${place(url)}`);
  return url;
}

/**
 * The addresses to connect to. One answer that is not public spoils the whole set: a name with mixed
 * answers is an attack or a mistake, and which of them is used would be chance.
 */
export async function checkedAddresses(
  url: URL,
  lookup: (hostname: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const hostname = bareHostname(url);
  if (net.isIP(hostname) !== 0) return [hostname];
  let addresses: readonly string[];
  try {
    addresses = [...(await lookup(hostname))];
  } catch (cause) {
    throw new OutboundError("name_not_resolved", hostname, { cause });
  }
  if (addresses.length === 0) throw new OutboundError("name_not_resolved", hostname);
  if (!addresses.every(isPublicAddress)) throw new OutboundError("blocked_address", `answer for ${hostname}`);
  return addresses;
}

/** A lookup that knows nothing but the checked addresses, so that check and connection cannot differ. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, answers);
    else callback(null, answers[0]?.address ?? "", answers[0]?.family ?? 0);
  };
}
