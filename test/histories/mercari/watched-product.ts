import type { CrawlResult } from "../../../lambdas/mercari/domain/crawl-result.ts";
import type { HttpAnswer } from "../../emulators/http-event.ts";
import type { Dead } from "../actor.ts";
import { PossibleStates } from "../possible-states.ts";
import type { Sight } from "./listings.ts";
import { listingId, PER_PRODUCT } from "./listings.ts";
import type { ProductSettings, ProductState } from "./product-model.ts";
import { NO_PRODUCT } from "./product-model.ts";
import type { Creation } from "./system.ts";

/** A crawl that a request was answered with. */
interface AnsweredCrawl {
  readonly outcome: string;
  readonly pages: number;
  /** The times of its step, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** The product of one creation: what it may be, and what a history has seen of it. */
export class WatchedProduct {
  readonly creation: Creation;
  /** The ids of the listings that it may have rows of. */
  readonly listings: readonly string[];
  readonly states = new PossibleStates<ProductState>(NO_PRODUCT);
  /** Null until an answer or a list has named it. */
  id: string | null = null;
  /** Every settings that it may have had. */
  readonly had = new Map<string, ProductSettings>();
  /** The requests that have changed its settings, or may have. */
  changes = 0;
  /** The end of the step of the last one, epoch milliseconds. */
  changedAt = 0;
  /**
   * The end of the step since which its whole present search has been read, epoch milliseconds; null: it has not been. Only
   * then the lowest price is known.
   */
  seenWholeSince: number | null = null;
  /** Its rows after the last step, by the ids of listings. */
  rows: ReadonlyMap<string, CrawlResult> = new Map();
  readonly answered: AnsweredCrawl[] = [];
  /** The offers that its rows have had, or may have had within a step: see `offerKey`. */
  readonly stored = new Set<string>();

  constructor(creation: Creation) {
    this.creation = creation;
    this.listings = Array.from({ length: PER_PRODUCT }, (_, number) => listingId(creation.subject, number));
  }

  /** The settings that it may have now. */
  get possible(): readonly ProductSettings[] {
    return this.states.all.flatMap(({ product }) => (typeof product === "string" ? [] : [product]));
  }

  /** Its settings when they are certain; null while it does not exist. */
  get settings(): ProductSettings | null {
    return this.possible[0] ?? null;
  }

  /** Whether it may be deleted. */
  get mayBeDeleted(): boolean {
    return this.states.all.some(({ product }) => product === "deleted");
  }

  /** Notes a request that has changed the settings, or may have. @param now the end of its step, epoch milliseconds */
  noteChange(now: number): void {
    this.changes += 1;
    this.changedAt = now;
  }

  /** Notes what it may be after a step. @param wasDeleted whether it may have been deleted before */
  noteSettings(wasDeleted: boolean, now: number): void {
    for (const settings of this.possible) this.had.set(JSON.stringify(settings), settings);
    if (wasDeleted && this.possible.length > 0) this.noteChange(now);
    // Its crawls are deleted with it.
    if (this.mayBeDeleted) this.answered.length = 0;
  }

  /** Notes its rows after a step. @param sights what pages have shown in the step */
  noteRows(rows: ReadonlyMap<string, CrawlResult>, sights: readonly Sight[]): void {
    this.rows = rows;
    for (const [id, { price }] of rows) this.stored.add(offerKey({ id, price }));
    for (const id of this.listings) {
      const prices = new Set(sights.flatMap(({ id: of, shown }) => (of === id && shown !== null ? [shown.price] : [])));
      // One of several prices may have been stored for a moment.
      if (prices.size > 1) for (const price of prices) this.stored.add(offerKey({ id, price }));
    }
  }

  /** Notes a crawl that a request was answered with, unless it had no time or has lost the product. */
  noteCrawl(answer: HttpAnswer | Dead, from: number, to: number): void {
    if (typeof answer === "symbol" || answer.status !== 200) return;
    const [crawl] = answer.body.products;
    if (crawl === undefined || crawl.outcome === "queued" || crawl.error_kind === "lost") return;
    this.answered.push({ outcome: crawl.outcome, pages: crawl.pages, from, to });
  }
}

/** Identifies an offer of a listing, in yen. */
export function offerKey({ id, price }: { readonly id: string; readonly price: number }): string {
  return `${id} ${price}`;
}
