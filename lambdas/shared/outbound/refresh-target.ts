import { pageRefresh } from "../html/page-refresh.ts";
import { parseAllowedUrl } from "./outbound-guard.ts";
import { headerReference } from "./redirect-target.ts";

/** How many decoded bytes of a page are searched for a refresh. A page that only refreshes is short. */
const maxRefreshBytes = 256 * 1024;

// Browsers also treat a response without a type as a page.
const pageTypes = new Set(["text/html", "application/xhtml+xml", ""]);

/** The parts of a response that tell whether its page refreshes. */
interface PageHead {
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string;
}

/** The parsed, allowed target of a page that only refreshes to another one; null for any other response. */
export function refreshTarget({ status, mediaType, headers, url }: PageHead, body: Buffer): URL | null {
  if (status !== 200 || !pageTypes.has(mediaType)) return null;
  const beginning = body.subarray(0, maxRefreshBytes);
  const mayRefresh =
    headers.refresh !== undefined || /\bhttp-equiv\s*=[\s"']*refresh/i.test(beginning.toString("latin1"));
  if (!mayRefresh) return null;
  // Addresses are ASCII, or UTF-8 in practice: the package that guesses encodings would be in every bundle that fetches.
  const refresh = pageRefresh(beginning.toString("utf8"), headerReference(headers.refresh ?? ""), url);
  if (refresh === null) return null;
  const target = parseAllowedUrl(refresh.reference, refresh.base);
  const withoutHash = (address: URL) => address.href.slice(0, address.href.length - address.hash.length);
  return withoutHash(target) === withoutHash(url) ? null : target;
}

export type RefreshTarget = typeof refreshTarget;
