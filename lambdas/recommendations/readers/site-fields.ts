import { webAddress } from "../../shared/html/page-declarations.ts";
import { singleLine } from "../../shared/plain-text.ts";
import { cutExcerpt } from "../domain/recommendation.ts";

/** Longest title that a recommendation takes, in UTF-16 code units. */
const MAX_TITLE = 2_000;

/** The part of a fetched response that a site's readers look at. */
export interface FetchedSite {
  /** The address that answered, after redirects: the base of relative links. */
  readonly url: URL;
  readonly status: number;
  /** Type and subtype without parameters, lower case; empty without the header. */
  readonly mediaType: string;
  /** Charset of Content-Type, lower case. */
  readonly charset: string | null;
  /** Content-decoded bytes. */
  readonly body: Uint8Array;
}

export function isSuccess({ status }: FetchedSite): boolean {
  return status >= 200 && status <= 299;
}

/** A site's title as it is kept: one line, cut where it must be but never within a character. Null if nothing is left. */
export function siteTitle(raw: string): string | null {
  // Cleaned again after the cut, which may go through a pair.
  return singleLine(singleLine(raw).slice(0, MAX_TITLE)) || null;
}

/** What a site says of itself as it is kept: one line. Null if nothing is left. */
export function siteExcerpt(raw: string): string | null {
  return cutExcerpt(singleLine(raw));
}

/** The address of a site's picture, absolute; null for what is none, and for one without http or https. */
export function siteImage(reference: string, base: URL): string | null {
  return webAddress(reference, base)?.href ?? null;
}

/** The first of several that is there. */
export function firstMatch<T>(candidates: Iterable<T | null>): T | null {
  for (const candidate of candidates) if (candidate !== null) return candidate;
  return null;
}
