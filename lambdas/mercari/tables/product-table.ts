import { any, is, isAbove, isAbsent, isAtMost, isPresent, storedPlus } from "../../shared/table/expression.ts";
import { changesOf } from "../../shared/table/stored-fields.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import type { CreatedPosition } from "../../shared/table/table-query.ts";
import { newestCreated } from "../../shared/table/table-query.ts";
import { move } from "../../shared/table/transitions.ts";
import type { Update } from "../../shared/table/update.ts";
import { STILL_HOLDS } from "../../shared/table/update.ts";
import { leaseAt } from "../../shared/work/lease.ts";
import { listWholeOverdueItems, pickOverdue } from "../../shared/work/pending-index.ts";
import type { EnteredWork } from "../../shared/work/stored-work.ts";
import { storedWork } from "../../shared/work/stored-work.ts";
import type { PriceSummary } from "../domain/price-summary.ts";
import type { CrawlPlace, LastCrawl, Product } from "../domain/product.ts";
import { isBeingCrawled, isSameSearch } from "../domain/product.ts";
import { CRAWL } from "./crawl-transitions.ts";
import type { ProductItem } from "./product-item.ts";
import { CRAWL_ENTRIES, PRODUCT_FIELDS, PRODUCTS, productKey, toProduct, toProductItem } from "./product-item.ts";

/** The lease of a crawl on its product: writes of a holder whose lease was taken over fail. */
export interface CrawlLease {
  readonly id: string;
  readonly holder: string;
}

/** The results of a crawl that are stored in its product. */
export interface CrawlRecord {
  readonly lastCrawl: LastCrawl;
  /** Null: unchanged, since the crawl was one of another search, or its lease was taken over. */
  readonly prices: PriceSummary | null;
}

export interface CrawlEnd {
  /** The request that it executed; null without one. */
  readonly workId: string | null;
  /** The product's `searches` when it was taken. */
  readonly searches: number;
  /** Whether every existing page was read. */
  readonly seenWhole: boolean;
  /** Whether rows of other categories were looked for. */
  readonly inspected: boolean;
  /** Whether the first sold rows have their times of sale. */
  readonly trendFilled: boolean;
}

export interface OverdueCrawl {
  readonly id: string;
  readonly workId: string;
  readonly reconcileRounds: number;
}

/** A product as it is stored; null while it is being deleted. */
export interface StoredProduct {
  readonly id: string;
  readonly product: Product | null;
}

const IS_THERE = isPresent("created_at");
/** A lease that ends now has expired, as in `isBeingCrawled`. */
const LEASE = leaseAt();
/** The id is removed when the crawl ends. */
const WORK = storedWork({ workId: "pending_id" });

/**
 * The products of table `mercari`: partition key `pk` = `products`, sort key `sk` = the product's id. One item for each
 * product: name, crawl, alert, created_at, updated_at, change_id (of the last change), searches, seen_whole,
 * mixed_categories, trend_filled, last_crawl, prices, reached; pending_id, pending_partition, reconcile_at and reconcile_rounds
 * while a crawl is requested; lease_holder and lease_until while it is crawled; deleting and deletion_id, and no created_at,
 * from its deletion until its last row is removed. Every write has a condition that names the expected state.
 */
export class ProductTable extends StoredTable {
  /** Puts a new product. @returns false when its id exists, even if it is being deleted */
  async create(product: Product): Promise<boolean> {
    return this.putItem(productKey(product.id), {
      item: toProductItem(product),
      when: [isAbsent("sk")],
      ownWrite: [is("created_at", product.createdAt)],
    });
  }

  /** Reads one product, consistently; null if it does not exist or is being deleted. */
  async get(id: string): Promise<Product | null> {
    const item = await this.itemAt<ProductItem>(productKey(id));
    return item === null ? null : toProduct(item);
  }

  /** A page of the products, newest first, without those being deleted. */
  async list(page: { limit: number; position: CreatedPosition | undefined }) {
    const partition = { table: this.table, pk: PRODUCTS };
    const { items, position } = await newestCreated<ProductItem>(this.client, partition, page);
    return { items: items.flatMap((item) => toProduct(item) ?? []), position };
  }

  /** Every product, one page after the other. */
  async *listAll(): AsyncGenerator<Product> {
    let position: CreatedPosition | undefined;
    do {
      const page = await this.list({ limit: 100, position });
      yield* page.items;
      position = page.position ?? undefined;
    } while (position !== undefined);
  }

  /** Every product, those that are being deleted too; read consistently. */
  async *listStored(): AsyncGenerator<StoredProduct> {
    for await (const item of this.itemsOfPartition<ProductItem>(PRODUCTS)) {
      yield { id: item.sk, product: toProduct(item) };
    }
  }

  /**
   * Replaces the settings of a product. After a change of the search, its progress is reset; after a change of the
   * category, rows of the old one may exist. The place where the next crawl would resume is dropped, since the search may
   * have been disabled for a long time.
   *
   * @param settings without `alert`, the alert stays as it was
   * @param change `id`: a new id, since two changes may have the same time; `at`: later than the last change
   * @returns null when the product does not exist or has been changed since `seen`
   */
  async update(
    seen: Product,
    settings: Pick<Product, "name" | "crawl"> & Partial<Pick<Product, "alert">>,
    change: { readonly id: string; readonly at: Date },
  ): Promise<Product | null> {
    const { name, crawl, alert } = settings;
    const isNewSearch = !isSameSearch(seen.crawl, crawl);
    const isNewCategory = (seen.crawl?.categoryId ?? null) !== (crawl?.categoryId ?? null);
    return this.#updateAndGet(seen.id, {
      set: {
        ...changesOf(PRODUCT_FIELDS, { name, crawl, alert, updatedAt: change.at.toISOString(), reached: null }),
        change_id: change.id,
        ...(isNewSearch && { searches: storedPlus("searches", 1), seen_whole: false }),
        ...(isNewCategory && { mixed_categories: true }),
      },
      when: [IS_THERE, is("updated_at", seen.updatedAt)],
      ownWrite: [IS_THERE, is("change_id", change.id)],
    });
  }

  /**
   * Begins a deletion: from now on no request finds the product, and no crawl takes or renews its lease.
   *
   * @param deletionId a new id, which distinguishes this request's deletion from another one's
   * @returns false when the product does not exist
   */
  async markDeleting(id: string, deletionId: string): Promise<boolean> {
    return this.updateItem(productKey(id), {
      set: { deleting: true, deletion_id: deletionId },
      remove: ["created_at", "pending_partition"],
      when: [IS_THERE],
      ownWrite: [is("deletion_id", deletionId)],
    });
  }

  /**
   * Ends a deletion: deletes the item itself. A crawl that ran when the deletion began may store one more page.
   *
   * @returns false while a crawl holds the lease, or when the product is not being deleted
   */
  async remove(id: string, now: Date): Promise<boolean> {
    return this.deleteItem(productKey(id), [isPresent("deleting"), LEASE.isFree(now)]);
  }

  /**
   * Enters a requested crawl. One pending request is enough. But a running crawl may have read its pages before this
   * request, so that the request replaces the one that the crawl executes, and stays pending when the crawl ends.
   *
   * @returns false when a crawl is already pending, or the product does not exist
   */
  async request({ id }: Product, request: EnteredWork, now: Date): Promise<boolean> {
    return this.updateItem(
      productKey(id),
      move(CRAWL, "request", {
        set: WORK.requested(request, CRAWL_ENTRIES),
        when: [IS_THERE, any(isAbsent("pending_id"), isAbove("lease_until", now.toISOString()))],
        ownWrite: [WORK.isLatest(request.workId)],
      }),
    );
  }

  /**
   * Takes the lease of a product that no other crawl holds.
   *
   * @param lease `holder`: a new id for each crawl
   * @returns the product at that time: its `pending` is the request that this crawl executes. Null when another crawl holds
   * the lease, or the product does not exist
   */
  async take(
    id: string,
    lease: { holder: string; now: Date; until: Date; reconcileAt: Date },
  ): Promise<Product | null> {
    const set = WORK.overdueFrom(lease.reconcileAt);
    return this.#updateAndGet(id, LEASE.take(lease, { set, when: [IS_THERE] }));
  }

  /** Renews the lease. @returns false when it was taken over, or the product is being deleted */
  async renew({ id, holder }: CrawlLease, lease: { until: Date; reconcileAt: Date }): Promise<boolean> {
    const set = WORK.overdueFrom(lease.reconcileAt);
    return this.updateItem(productKey(id), LEASE.renew(holder, lease.until, { set, when: [IS_THERE] }));
  }

  /**
   * Releases a product whose crawl has not ended; the request stays pending.
   *
   * @param reconcileAt when the request becomes overdue; null: unchanged
   * @param reached where the next crawl may resume; null: at the first page
   * @param record the crawl's results; null: unchanged
   * @returns false when the lease was taken over
   */
  async release(
    { id, holder }: CrawlLease,
    reconcileAt: Date | null = null,
    reached: CrawlPlace | null = null,
    record: CrawlRecord | null = null,
  ): Promise<boolean> {
    const set = {
      reconcile_at: reconcileAt?.toISOString(),
      ...changesOf(PRODUCT_FIELDS, { reached, ...recorded(record) }),
    };
    return this.updateItem(productKey(id), LEASE.release(holder, { set }));
  }

  /**
   * Ends a crawl. The facts about the search are written only if the product still has that search, and a later request stays
   * pending: a write whose condition failed is repeated without what no longer applies.
   *
   * @param record the crawl's results; null: unchanged
   * @returns false when the crawl no longer holds the lease
   */
  async finish({ id, holder }: CrawlLease, end: CrawlEnd, record: CrawlRecord | null = null): Promise<boolean> {
    for (const workId of orNone(end.workId)) {
      for (const facts of orNone(factAttributes(end))) {
        const release = LEASE.release(holder, {
          set: { ...changesOf(PRODUCT_FIELDS, { reached: null, ...recorded(record) }), ...facts },
          when: [
            ...(workId === null ? [] : [WORK.isLatest(workId)]),
            ...(facts === null ? [] : [is("searches", end.searches)]),
          ],
        });
        if (await this.updateItem(productKey(id), workId === null ? release : move(CRAWL, "finish", release)))
          return true;
      }
    }
    return false;
  }

  /** Replaces the prices that the cheapest offer is compared with, unless the product was deleted. */
  async setPrices(id: string, prices: PriceSummary): Promise<void> {
    await this.updateItem(productKey(id), {
      set: changesOf(PRODUCT_FIELDS, { prices }),
      when: [IS_THERE],
      ownWrite: STILL_HOLDS,
    });
  }

  /**
   * Gives up the requested crawl, if no crawl holds the lease.
   *
   * @param workId only this request; any request by default
   * @returns false when there is no such request, or a crawl holds the lease
   */
  async giveUp(id: string, now: Date, workId?: string): Promise<boolean> {
    return this.updateItem(
      productKey(id),
      move(CRAWL, "giveUp", {
        when: [...(workId === undefined ? [] : [WORK.isLatest(workId)]), LEASE.isFree(now)],
        ownWrite: [isAbsent("pending_id")],
      }),
    );
  }

  /** The requested crawls that are overdue, longest first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueCrawl[]> {
    const products = await pickOverdue(
      this.#listEntered(now),
      (product) => (isBeingCrawled(product, now) ? null : (product.pending?.reconcileAt ?? null)),
      { now, limit },
    );
    return products.flatMap(({ id, pending }) =>
      pending === null ? [] : [{ id, workId: pending.workId, reconcileRounds: pending.reconcileRounds }],
    );
  }

  /** Postpones reconcile for a request until `until`. @returns false when it has ended */
  async postponeReconcile(
    { id, workId }: Pick<OverdueCrawl, "id" | "workId">,
    until: Date,
    rounds: number,
  ): Promise<boolean> {
    return this.updateItem(productKey(id), WORK.postpone(workId, until, rounds));
  }

  /**
   * Postpones reconcile while the message of the requested crawl waits for a turn, if there is a request. A later time stays:
   * it is that of a running crawl, or of another message that waits for longer.
   */
  async waitForTurn(id: string, until: Date): Promise<void> {
    const set = WORK.overdueFrom(until);
    const isEarlier = isAtMost("reconcile_at", until.toISOString());
    await this.updateItem(productKey(id), { set, when: [isPresent("pending_id"), isEarlier], ownWrite: STILL_HOLDS });
  }

  async *#listEntered(now: Date): AsyncGenerator<Product> {
    for await (const item of listWholeOverdueItems<ProductItem>(this.client, this.table, CRAWL_ENTRIES, now)) {
      const product = toProduct(item);
      if (product !== null) yield product;
    }
  }

  async #updateAndGet(id: string, update: Update): Promise<Product | null> {
    const item = await this.updateAndGet<ProductItem>(productKey(id), update);
    return item === null ? null : toProduct(item);
  }
}

/** The fields that a crawl's results change. */
function recorded(record: CrawlRecord | null): Partial<CrawlRecord> {
  if (record === null) return {};
  const { lastCrawl, prices } = record;
  return { lastCrawl, ...(prices !== null && { prices }) };
}

/** The attributes of the facts about the search that a crawl has found; null without any. */
function factAttributes({ seenWhole, inspected, trendFilled }: CrawlEnd) {
  if (!seenWhole && !inspected && !trendFilled) return null;
  return {
    seen_whole: seenWhole || undefined,
    mixed_categories: inspected ? false : undefined,
    trend_filled: trendFilled || undefined,
  };
}

/** A part of a write, and then the write without it. */
function orNone<T>(part: T | null): readonly (T | null)[] {
  return part === null ? [null] : [part, null];
}
