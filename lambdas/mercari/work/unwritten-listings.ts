import type { ListingSnapshot } from "../domain/crawl-result.ts";

/**
 * Listings that a crawl keeps until it writes their rows: three full pages of 120. A crawl of three pages writes nothing
 * before it has read them all; a longer one keeps its memory, the writes at its end and what a killed worker has to read
 * again within this bound.
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
 * to page while a crawl reads: a listing that comes again replaces itself here, so that its row is written once.
 */
export class UnwrittenListings {
  readonly #seen = new Map<string, SeenListing>();

  /** Adds what a page shows. @param at when it was fetched */
  add(snapshots: readonly ListingSnapshot[], at: Date): void {
    for (const snapshot of snapshots) {
      const firstAt = this.#seen.get(snapshot.externalId)?.firstAt ?? at;
      // Deleted first: a map keeps the place of a key that is set again.
      this.#seen.delete(snapshot.externalId);
      this.#seen.set(snapshot.externalId, { snapshot, at, firstAt });
    }
  }

  /** Takes out the listings seen longest ago, until no more than `left` remain. */
  take(left: number): readonly SeenListing[] {
    const taken = [...this.#seen].slice(0, Math.max(0, this.#seen.size - left));
    for (const [externalId] of taken) this.#seen.delete(externalId);
    return taken.map(([, listing]) => listing);
  }
}
