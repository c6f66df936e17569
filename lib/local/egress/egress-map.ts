import { createHash } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { isPublicAddress } from "../../../lambdas/shared/outbound/public-address.ts";

/** Host name (or public address literal, or `"*"`) → http origin, in the form that {@link parseEgressMap} produces. */
export type EgressMap = Readonly<Record<string, string>>;

/** The settings with which a function's worker thread restricts its traffic to the map (`workerData.egress`). */
export type EgressSettings = {
  readonly map: EgressMap;
  /** Hosts outside the map are refused, or not restricted (`open`). */
  readonly others: "refused" | "open";
  /** `"127.0.0.1:PORT"` of every local AWS endpoint: the map ignores it. */
  readonly passthrough: readonly string[];
};

/** The result of parsing `MAGPIE_EGRESS_MAP`: a map (`undefined` when it is not set) or one sentence for each error. */
export type EgressMapResult =
  | { readonly ok: true; readonly map: EgressMap | undefined }
  | { readonly ok: false; readonly errors: readonly string[] };

/** `open` hosts are not subject to the map: they are this machine's own, or there is no map. */
export type HostClass =
  | { readonly kind: "mapped"; readonly origin: string }
  | { readonly kind: "refused" }
  | { readonly kind: "open" };

/** The two lookups of a connection: the address of a name, and the origin behind an address. */
export type EgressRoutes = {
  readonly addressOf: (name: string) => string | undefined;
  readonly originAt: (address: string) => string | undefined;
};

const everyOtherHost = "*";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const privateTopLevels = new Set(["local", "internal", "invalid", "onion", "alt", "arpa"]);

/** Lower case, without the brackets of an IPv6 literal and without the dot of the DNS root. */
function plainHost(host: string): string {
  const lower = host.toLowerCase();
  if (lower.startsWith("[") && lower.endsWith("]")) return plainHost(lower.slice(1, -1));
  // One spelling for each IPv6 address, so that a key finds the address however it is written.
  if (isIP(lower) === 6 && !lower.includes("%")) return new URL(`http://[${lower}]`).hostname.slice(1, -1);
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}

export function isLocalhostName(host: string): boolean {
  const name = plainHost(host);
  return name === "localhost" || name.endsWith(".localhost");
}

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** Only the syntax is checked: no resolver is queried. */
function isPublicName(name: string): boolean {
  const labels = name.split(".");
  return labels.length > 1 && !isLocalhostName(name) && !privateTopLevels.has(labels.at(-1) ?? "");
}

export function classifyHost(map: EgressMap | undefined, host: string): HostClass {
  const name = plainHost(host);
  if (map === undefined || isLocalhostName(name) || isLoopbackAddress(name)) return { kind: "open" };
  const isPublic = isIP(name) === 0 ? isPublicName(name) : isPublicAddress(name);
  const key = Object.hasOwn(map, name) && name !== everyOtherHost ? name : isPublic ? everyOtherHost : undefined;
  const origin = key !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
  return origin === undefined ? { kind: "refused" } : { kind: "mapped", origin };
}

function ipv4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
}

// Two ordinary public blocks, apart from the special-purpose ones (which tests use as literals): keys of the map are
// numbered in the first, names that only "*" covers are hashed into the second.
const keyBlock = 55 * 2 ** 24 + 214 * 2 ** 16;
const wildcardBlock = 57 * 2 ** 24;

/**
 * Gives every mapped name a public address of its own, so that the guard against non-public addresses accepts it and a
 * connection pinned to that address still reaches its origin. The same map gives the same addresses in every thread.
 * Two names under `"*"` may share an address: they share the origin anyway.
 */
export function createEgressRoutes(map: EgressMap): EgressRoutes {
  const addresses = new Map<string, string>();
  const origins = new Map<string, string>();
  Object.entries(map).forEach(([key, origin], index) => {
    if (key === everyOtherHost) return;
    const address = isIP(key) === 0 ? ipv4(keyBlock + index + 1) : key;
    addresses.set(key, address);
    origins.set(address, origin);
  });
  return {
    addressOf(name) {
      if (classifyHost(map, name).kind !== "mapped") return undefined;
      const plain = plainHost(name);
      const hashed = () => ipv4(wildcardBlock + createHash("sha256").update(plain).digest().readUIntBE(0, 3));
      return addresses.get(plain) ?? hashed();
    },
    originAt(address) {
      const known = origins.get(plainHost(address));
      if (known !== undefined) return known;
      const found = classifyHost(map, address);
      return found.kind === "mapped" ? found.origin : undefined;
    },
  };
}

/**
 * The functions' egress settings: `MAGPIE_EGRESS_MAP`, and the system's own hosts, which lead to the runner unless the
 * map has them. Without a map only those hosts are redirected.
 *
 * @param of `own`: addresses that the runner answers itself
 * @returns undefined when no host is redirected
 */
export function egressSettings(of: {
  readonly map: EgressMap | undefined;
  readonly own: readonly string[];
  readonly runner: string;
  readonly passthrough: readonly string[];
}): EgressSettings | undefined {
  const { map, passthrough } = of;
  const keys = of.own.map((url) => readKey(new URL(url).hostname));
  // A host of this machine is reachable without a map.
  const own = Object.fromEntries(keys.flatMap((key) => ("host" in key ? [[key.host, of.runner]] : [])));
  if (map === undefined && Object.keys(own).length === 0) return undefined;
  return { map: { ...own, ...map }, others: map === undefined ? "open" : "refused", passthrough };
}

type KeyResult = { readonly host: string } | { readonly error: string };

function readKey(key: string): KeyResult {
  if (key === everyOtherHost) return { host: key };
  const shown = JSON.stringify(key);
  if (key.includes("*")) return { error: `${shown} is not a host: "*" stands alone, for every other public host.` };
  const bare = isIP(key) === 6 ? `[${key}]` : key;
  const url = /[\s/\\?#@]/.test(bare) ? null : URL.parse(`http://${bare}`);
  if (url === null) return { error: `${shown} is not a host name.` };
  if (!bare.startsWith("[") && bare.includes(":")) return { error: `${shown} must be a host name without a port.` };
  const host = plainHost(url.hostname);
  if (isLocalhostName(host)) return { error: `${shown} cannot be mapped: localhost is never a public host.` };
  if (isIP(host) !== 0) {
    return isPublicAddress(host) ? { host } : { error: `${shown} cannot be mapped: it is not a public address.` };
  }
  const isName = host.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return isName ? { host } : { error: `${shown} is not a host name.` };
}

type OriginResult = { readonly origin: string } | { readonly error: string };

function readOrigin(key: string, value: unknown): OriginResult {
  const shown = JSON.stringify(key);
  if (typeof value !== "string") return { error: `The origin of ${shown} must be a string.` };
  const url = URL.parse(value);
  if (url === null) return { error: `The origin of ${shown} is not a URL: ${JSON.stringify(value)}.` };
  // The simulated sites use plain http; a function's https request reaches them unencrypted.
  if (url.protocol !== "http:") return { error: `The origin of ${shown} must be an http:// origin.` };
  const extra = url.pathname !== "/" || /[?#]/.test(value) || url.username !== "" || url.password !== "";
  if (extra) return { error: `The origin of ${shown} must be only scheme, host and port, like http://127.0.0.1:9101.` };
  return { origin: url.origin };
}

function readJson(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: "MAGPIE_EGRESS_MAP is not JSON." };
  }
}

/** Parses `MAGPIE_EGRESS_MAP`; unset and blank both mean that there is no map. */
export function parseEgressMap(text: string | undefined): EgressMapResult {
  if (text === undefined || text.trim() === "") return { ok: true, map: undefined };
  const json = readJson(text);
  if ("error" in json) return { ok: false, errors: [json.error] };
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value)) {
    return { ok: false, errors: ["MAGPIE_EGRESS_MAP must be a JSON object from host names to origins."] };
  }
  const map = new Map<string, string>();
  const errors: string[] = [];
  for (const [key, value] of Object.entries(json.value)) {
    const host = readKey(key);
    const origin = readOrigin(key, value);
    if ("error" in host) errors.push(`MAGPIE_EGRESS_MAP: ${host.error}`);
    if ("error" in origin) errors.push(`MAGPIE_EGRESS_MAP: ${origin.error}`);
    if ("error" in host || "error" in origin) continue;
    if (map.has(host.host)) errors.push(`MAGPIE_EGRESS_MAP: ${JSON.stringify(key)} names a host for the second time.`);
    map.set(host.host, origin.origin);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, map: Object.fromEntries(map) };
}
