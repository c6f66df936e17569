import { derivedId } from "../../shared/derived-id.ts";
import type { OutboundFetch } from "../../shared/outbound/outbound-fetch.ts";
import { pageIdentity } from "../../shared/page-identity.ts";
import type { Bookmark } from "../domain/bookmark.ts";
import { parsePageUrl } from "../domain/page-url.ts";
import { isSameSite, leadsToPage, mayBePageOf, saysTheSame } from "../domain/same-page.ts";
import type { ReadPage } from "../readers/page-content.ts";
import type { BookmarkTable } from "../tables/bookmark-table.ts";
import { fetchPage } from "./fetch-page.ts";

/** Milliseconds for the canonical page: less than for a page, since it is optional. */
const CANONICAL_TIMEOUT_MS = 5_000;

interface Services {
  readonly items: BookmarkTable;
  readonly fetch: OutboundFetch;
}

/**
 * Finds another bookmark of the user that has the same page as this one: at the address after its redirects, or at its
 * canonical address, if that page has the same text and address. The bookmark that is read becomes the duplicate, whichever
 * was saved first: otherwise a page could take over the bookmarks of all addresses to which it redirects.
 *
 * @returns the canonical address of the other bookmark; null when there is none
 */
export async function findDuplicate(bookmark: Bookmark, page: ReadPage, services: Services): Promise<string | null> {
  if (!leadsToPage(new URL(bookmark.canonicalUrl), page.url, page.content.title)) return null;
  const other =
    (await otherAt(page.url.href, bookmark, services.items)) ?? (await atCanonicalAddress(bookmark, page, services));
  return other?.canonicalUrl ?? null;
}

/** The canonical page is fetched only if the user has it. */
async function atCanonicalAddress(
  bookmark: Bookmark,
  { url, canonicalUrl, content }: ReadPage,
  { items, fetch }: Services,
): Promise<Bookmark | null> {
  if (canonicalUrl === null || !isSameSite(url, canonicalUrl)) return null;
  if (!mayBePageOf(new URL(bookmark.canonicalUrl), canonicalUrl, content.title)) return null;
  const other = await otherAt(canonicalUrl.href, bookmark, items);
  if (other === null) return null;
  const there = await fetchPage(canonicalUrl.href, fetch, CANONICAL_TIMEOUT_MS);
  if (there.kind !== "page" || there.canonicalUrl === null) return null;
  const named = pageIdentity(canonicalUrl);
  const namesItself = [there.url, there.canonicalUrl].every((address) => pageIdentity(address) === named);
  return namesItself && saysTheSame(content.text, there.content.text) ? other : null;
}

/** The user's other bookmark at an address, or the one that it was merged into. */
async function otherAt(address: string, { userId, id, canonicalUrl }: Bookmark, items: BookmarkTable) {
  const page = parsePageUrl(address);
  if (!page.ok || page.canonicalUrl === canonicalUrl) return null;
  const other = await items.getStaying({ userId, id: derivedId(userId, page.canonicalUrl) });
  return other === null || other.id === id ? null : other;
}
