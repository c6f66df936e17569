import type { MiddlewareHandler } from "hono";

/** Names of this machine, with any port: a tunnel may forward requests from another port. */
const THIS_MACHINE: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Refuses requests for a host that is not this system's. A web page's host name can resolve to 127.0.0.1 (DNS
 * rebinding), and the page could then read every answer; the `Host` header still has that name.
 *
 * @param urls the system's addresses beside this machine's own names
 */
export function allowedHostsOnly(urls: readonly string[]): MiddlewareHandler {
  const own = new Set([...THIS_MACHINE, ...urls.map((url) => new URL(url).hostname)]);
  return async (c, next) => {
    const host = hostnameOf(c.req.header("host"));
    if (host !== undefined && (own.has(host) || host.endsWith(".localhost"))) return next();
    return c.json(
      { message: "This host is not the local system's. Use 127.0.0.1 or localhost, or set MAGPIE_SITE_URL." },
      421,
    );
  };
}

/**
 * Refuses requests that a browser sends for a page of another origin. Such a page can't read the answer, but the
 * request would take effect. Programs send no `Origin`.
 */
export function sameOriginOnly(): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("origin");
    if (origin === undefined || URL.parse(origin)?.host === c.req.header("host")) return next();
    return c.json({ message: "Pages of another origin may not do this." }, 403);
  };
}

function hostnameOf(host: string | undefined): string | undefined {
  return host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname;
}
