import { isDefaultTitle } from "../../shared/default-title.ts";
import { webAddress } from "../../shared/html/page-declarations.ts";
import type { OutboundHead } from "../../shared/outbound/outbound-fetch.ts";
import { singleLine } from "../../shared/plain-text.ts";
import { cutExcerpt } from "../domain/recommendation.ts";

/** The longest title of a recommendation, in UTF-16 code units. */
const MAX_TITLE = 2_000;

/** The parts of a response that the readers of a site need. */
export interface FetchedSite extends Pick<OutboundHead, "url" | "status" | "mediaType" | "charset"> {
  readonly body: Uint8Array;
}

export function isSuccess({ status }: FetchedSite): boolean {
  return status >= 200 && status <= 299;
}

/**
 * A site's title as it is stored: one line, shortened if necessary, but never in the middle of a character. Null if it is
 * empty, or the default title of a program.
 */
export function siteTitle(raw: string): string | null {
  // Cleaned again after the cut, which may split a surrogate pair.
  const title = singleLine(singleLine(raw).slice(0, MAX_TITLE));
  return title === "" || isDefaultTitle(title) ? null : title;
}

/** A site's description as it is stored: one line. Null if it is empty. */
export function siteExcerpt(raw: string): string | null {
  return cutExcerpt(singleLine(raw));
}

/** The absolute http or https address of a site's picture; null for any other text. */
export function siteImage(reference: string, base: URL): string | null {
  return webAddress(reference, base)?.href ?? null;
}

export function firstMatch<T>(candidates: Iterable<T | null>): T | null {
  for (const candidate of candidates) if (candidate !== null) return candidate;
  return null;
}
