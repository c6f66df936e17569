import { createHash } from "node:crypto";
import type { ListingSnapshot } from "./crawl-result.ts";
import type { WatchEntry } from "./watch-list.ts";

/** Characters of a fingerprint, six bits each: of 70 billion changes one is taken for none. */
const LENGTH = 6;
/** Changes with what a row takes from a search page: rows are then read and compared again. */
const FORM = 1;

/**
 * What a search page showed of a listing on sale whose row was equal to it afterwards, as a short hash. If the next crawl
 * computes the same one, the listing looks as it did and its entry in the watch list is the same, so that the row need not be
 * read: whatever writes the row of a listing on sale writes its entry first, with the time.
 *
 * @param categoryId the category of the setting that was crawled
 * @param entry the row's entry in the watch list
 */
export function fingerprintOf(snapshot: ListingSnapshot, categoryId: number | null, entry: WatchEntry): string {
  const { externalId, name, price, sellingUrl, imageUrl, sellingStatus, sellerType } = snapshot;
  const shown = [externalId, name, price, sellingUrl, imageUrl, sellingStatus, sellerType];
  const watched = [entry.price, entry.sellingStatus, entry.dueAt, entry.seenAt ?? null, entry.isGone ?? false];
  const hash = createHash("sha256").update(JSON.stringify([FORM, categoryId, shown, watched]));
  return hash.digest("base64url").slice(0, LENGTH);
}
