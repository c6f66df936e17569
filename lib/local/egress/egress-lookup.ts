import type { LookupAddress, LookupOptions } from "node:dns";
import dns from "node:dns";
import net from "node:net";
import { promisify } from "node:util";
import type { EgressRoutes, EgressSettings } from "./egress-map.ts";
import { isLocalhostName } from "./egress-map.ts";

function notFound(host: string): Error {
  const message = `getaddrinfo ENOTFOUND ${host} (the host is not in MAGPIE_EGRESS_MAP)`;
  return Object.assign(new Error(message), { errno: -3008, code: "ENOTFOUND", syscall: "getaddrinfo", hostname: host });
}

/** The requested address family in each of Node's forms; 0 for either. */
export function wantedFamily(family: unknown): 0 | 4 | 6 {
  if (family === 4 || family === "IPv4") return 4;
  return family === 6 || family === "IPv6" ? 6 : 0;
}

/** `dns.lookup` and its promise form, by the map: the built-ins resolve only hosts that are not subject to it. */
export function egressLookups(settings: EgressSettings, routes: EgressRoutes) {
  const realLookup = dns.lookup as (...args: unknown[]) => unknown;
  const realLookupPromise = dns.promises.lookup as (...args: unknown[]) => Promise<unknown>;

  /** The map's answer for a name; no resolver is queried. */
  function resolveName(host: string, family: unknown): LookupAddress[] | Error {
    const wanted = wantedFamily(family);
    const mapped = routes.addressOf(host);
    const all: LookupAddress[] = isLocalhostName(host)
      ? [
          { address: "127.0.0.1", family: 4 },
          { address: "::1", family: 6 },
        ]
      : mapped === undefined
        ? []
        : [{ address: mapped, family: net.isIP(mapped) }];
    const found = all.filter((answer) => wanted === 0 || answer.family === wanted);
    return found.length > 0 ? found : notFound(host);
  }

  /** Whether a host is a name that is subject to the map. */
  const isOurs = (host: unknown): host is string => {
    if (typeof host !== "string" || host === "" || net.isIP(host) !== 0) return false;
    return settings.others === "refused" || routes.addressOf(host) !== undefined;
  };
  const readLookupOptions = (value: unknown): LookupOptions => {
    if (typeof value === "object" && value !== null) return value;
    return typeof value === "number" ? { family: value } : {};
  };

  function lookup(host: unknown, ...rest: unknown[]): unknown {
    const callback = rest.at(-1);
    if (!isOurs(host) || typeof callback !== "function") return realLookup(host, ...rest);
    const options = readLookupOptions(rest[0]);
    const found = resolveName(host, options.family);
    process.nextTick(() => {
      if (found instanceof Error) callback(found);
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address, found[0]?.family);
    });
    return {};
  }

  async function lookupPromise(host: unknown, given?: unknown): Promise<unknown> {
    if (!isOurs(host)) return realLookupPromise(host, given);
    const options = readLookupOptions(given);
    const found = resolveName(host, options.family);
    if (found instanceof Error) throw found;
    return options.all ? found : found[0];
  }
  Object.assign(lookup, { [promisify.custom]: lookupPromise });
  return { lookup, lookupPromise };
}
