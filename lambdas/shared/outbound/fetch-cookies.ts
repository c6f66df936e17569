import { canonicalHost } from "./canonical-host.ts";

interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The host that has set it, and for one of a domain that domain and its `www`. */
  readonly hosts: readonly string[];
  readonly path: string;
  readonly isSecure: boolean;
}

/** The numbers that browsers keep for each host, and the longest header that common servers read; in characters. */
const MAX_COOKIES = 50;
const MAX_COOKIE = 4_096;
const MAX_HEADER = 8_192;

/**
 * The characters that a request's header may hold. A response is parsed less strictly, and must not determine a request's
 * lines.
 */
const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/;

/** The directory of a path, without the slash at its end (RFC 6265, 5.1.4). */
const directoryOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")));

/** Whether a path is that of a cookie or below it (RFC 6265, 5.1.4). */
function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}

/** Whether a `Set-Cookie` header deletes its cookie (RFC 6265, 5.2.1 and 5.2.2). */
function hasEnded(attributes: ReadonlyMap<string, string>, now: Date): boolean {
  const maxAge = attributes.get("max-age") ?? "";
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(attributes.get("expires") ?? "") <= now.getTime();
}

/**
 * The hosts that get a cookie. The list of public suffixes, by which browsers tell `co.jp` from a domain, is as large as
 * everything else of a fetch, so that a cookie of a domain goes to the domain itself and its `www` only, and never to other
 * hosts below it. Null for a domain that is not the host's.
 */
function hostsOf(host: string, domain: string): readonly string[] | null {
  if (domain === "" || domain === host) return [host];
  return host.endsWith(`.${domain}`) ? [host, domain, `www.${domain}`] : null;
}

function pairOf(part: string): { name: string; value: string } {
  const [name = "", ...value] = part.split("=");
  return { name: name.trim(), value: value.join("=").trim() };
}

/** Reads a `Set-Cookie` header (RFC 6265, 5.2); null for a cookie that is refused. */
function parseCookie(line: string, url: URL): { cookie: Cookie; attributes: ReadonlyMap<string, string> } | null {
  if (line.length > MAX_COOKIE || !SENDABLE.test(line)) return null;
  const [first = "", ...rest] = line.split(";");
  const { name, value } = pairOf(first);
  const attributes = new Map(rest.map(pairOf).map((attribute) => [attribute.name.toLowerCase(), attribute.value]));
  const isSecure = attributes.has("secure");
  const hosts = hostsOf(canonicalHost(url), (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase());
  if (name === "" || !first.includes("=") || hosts === null) return null;
  if (isSecure && url.protocol !== "https:") return null;
  const path = attributes.get("path") ?? "";
  const own = path.startsWith("/") ? path : directoryOf(url.pathname);
  return { cookie: { name, value, hosts, path: own, isSecure }, attributes };
}

/** The cookies of one fetch, which sends them to the hosts that have set them and forgets them at its end. */
export class FetchCookies {
  #cookies: readonly Cookie[] = [];

  /** Keeps the cookies of a response. @param lines its `Set-Cookie` headers */
  take(lines: readonly string[], url: URL): void {
    for (const line of lines) {
      const read = parseCookie(line, url);
      if (read === null) continue;
      const { cookie, attributes } = read;
      const others = this.#cookies.filter(
        ({ name, path, hosts }) => name !== cookie.name || path !== cookie.path || hosts.join() !== cookie.hosts.join(),
      );
      this.#cookies = [...others, ...(hasEnded(attributes, new Date()) ? [] : [cookie])].slice(-MAX_COOKIES);
    }
  }

  /** The `Cookie` header of a request; "" for none. Cookies of longer paths come first (RFC 6265, 5.4). */
  header(url: URL): string {
    const host = canonicalHost(url);
    let header = "";
    for (const { name, value, hosts, path, isSecure } of this.#cookies.toSorted(
      (a, b) => b.path.length - a.path.length,
    )) {
      const isSent = hosts.includes(host) && isWithin(url.pathname, path) && (!isSecure || url.protocol === "https:");
      const longer = header === "" ? `${name}=${value}` : `${header}; ${name}=${value}`;
      if (isSent && longer.length <= MAX_HEADER) header = longer;
    }
    return header;
  }
}
