import type { ListingSnapshot } from "../domain/crawl-result.ts";

/**
 * How many listings a crawl keeps before it writes their rows: three full pages of 120. A crawl of three pages writes
 * nothing before it has read all of them. For a longer crawl this limits its memory, the writes at its end, and the pages
 * that are read again after its worker is killed.
 */
export const UNWRITTEN_LISTINGS = 360;

/** A listing as the latest page showed it. */
export interface SeenListing {
  readonly snapshot: ListingSnapshot;
  /** When that page was fetched. */
  readonly at: Date;
  /** When the first page that showed it was fetched. */
  readonly firstAt: Date;
}

/**
 * The listings that a crawl has seen and not written yet, the one seen longest ago first. The site moves listings from page
 * to page during a crawl: a listing that is seen again replaces itself here, so that its row is written once.
 */
export class UnwrittenListings {
  readonly #seen = new Map<string, SeenListing>();

  /** Adds what a page shows. @param at when it was fetched */
  add(snapshots: readonly ListingSnapshot[], at: Date): void {
    for (const snapshot of snapshots) {
      const firstAt = this.#seen.get(snapshot.externalId)?.firstAt ?? at;
      // Deleted first, since a map keeps the position of a key that is set again.
      this.#seen.delete(snapshot.externalId);
      this.#seen.set(snapshot.externalId, { snapshot, at, firstAt });
    }
  }

  /** Removes and returns the listings seen longest ago, until no more than `left` remain. */
  take(left: number): readonly SeenListing[] {
    const taken = [...this.#seen].slice(0, Math.max(0, this.#seen.size - left));
    for (const [externalId] of taken) this.#seen.delete(externalId);
    return taken.map(([, listing]) => listing);
  }
}
