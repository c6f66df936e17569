import type { IncomingMessage } from "node:http";
import { parseAllowedUrl } from "./outbound-guard.ts";

const redirectStatuses = new Set([300, 301, 302, 303, 307, 308]);

/**
 * A reference in a header with its bytes escaped that are not ASCII, as in browsers: they arrive as Latin-1, and are UTF-8
 * in practice, or letters of the site's own encoding.
 */
export function headerReference(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The parsed, allowed target of a redirect; null for a response that is no redirect. */
export function redirectTarget(incoming: IncomingMessage, url: URL): URL | null {
  const location = incoming.headers.location ?? "";
  if (location === "" || !redirectStatuses.has(incoming.statusCode ?? 0)) return null;
  const target = parseAllowedUrl(headerReference(location), url);
  // The fragment is kept unless the target has its own (RFC 9110, 10.2.2).
  if (target.hash === "") target.hash = url.hash;
  return target;
}
