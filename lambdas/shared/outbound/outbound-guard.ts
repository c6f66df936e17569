import type { LookupFunction } from "node:net";
import net from "node:net";
import { canonicalHost, withCanonicalHost } from "./canonical-host.ts";
import { OutboundError, place } from "./outbound-error.ts";
import { isPublicAddress, isRefusedHostname } from "./public-address.ts";

// "" is the default port of the scheme (`URL.port`). Other ports rarely serve web pages, but may serve the machine's own
// services.
const allowedPorts = new Set(["", "8080", "8443"]);

/**
 * Parses a URL and rejects it if this is possible without a resolver. All later checks use the parsed URL, in which numeric,
 * octal and Unicode spellings of an address are normalized, and the host is canonical.
 */
export function parseAllowedUrl(value: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(value, base);
  } catch {
    // The parser's error contains the whole input, so that it is not set as the cause.
    throw new OutboundError("invalid_url", "not a URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundError("unsupported_scheme", url.protocol);
  }
  if (url.username !== "" || url.password !== "") throw new OutboundError("invalid_url", `userinfo at ${place(url)}`);
  if (!allowedPorts.has(url.port)) throw new OutboundError("blocked_address", `port of ${place(url)}`);
  const canonical = withCanonicalHost(url);
  const host = canonicalHost(url);
  const allowed = net.isIP(host) === 0 ? !isRefusedHostname(host) : isPublicAddress(host);
  if (canonical === null || !allowed) throw new OutboundError("blocked_address", `host of ${place(url)}`);
  return canonical;
}

/**
 * The addresses to connect to. One address that is not public rejects the whole set: a name with mixed answers is an attack
 * or a mistake, and the choice between them would be random.
 */
export async function resolvePublicAddresses(
  url: URL,
  lookup: (hostname: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const hostname = canonicalHost(url);
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

/** A lookup that returns the checked addresses only, so that check and connection can't differ. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: net.isIP(address) }));
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, answers);
    else callback(null, answers[0]?.address ?? "", answers[0]?.family ?? 0);
  };
}
