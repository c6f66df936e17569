import type { Page } from "../../shared/http/pagination.ts";
import type { Condition } from "../../shared/table/expression.ts";
import { is, isAbsent } from "../../shared/table/expression.ts";
import { StoredTable } from "../../shared/table/stored-table.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { CrawlResult, ResultKey, SellingStatus } from "../domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../domain/crawl-result.ts";
import type { CrawlSetting } from "../domain/product.ts";
import { isOfOtherCategory } from "../domain/product.ts";
import { removePartition } from "./partition.ts";
import type { ResultItem, ResultSort } from "./result-item.ts";
import { placeOf, priceText, resultKey, resultsOf, toResult, toResultItem } from "./result-item.ts";

/** A position in a sorted list of results: `order` is the last row's price or time, and its external id. */
export type ResultPosition = Readonly<Record<"order", string>>;

/** Local indexes with the rows sorted within each status; `forward`: ascending order. */
const INDEXES = {
  price: { name: "by_price", key: "price_order", forward: true },
  updated_at: { name: "by_updated_at", key: "updated_order", forward: false },
} as const;
/** Sparse local index with the rows whose time of sale is known. It projects their price only. */
const BY_SOLD_OUT_AT = "by_sold_out_at";

/** Before and after every position. */
const FIRST = "";
const LAST = "~";

/**
 * The rows of table `mercari`: partition key `pk` = `results#<product's id>`, sort key `sk` = the external id. One item for
 * each row; its attributes are in result-item.ts. Every write has a condition on the version that was read: of two
 * invocations that change the same row by different pages, the later one reads the row again.
 */
export class ResultTable extends StoredTable {
  /** The existing rows with these external ids; read consistently. */
  async getMany(productId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, CrawlResult>> {
    const keys = Array.from(new Set(externalIds), (externalId) => resultKey({ productId, externalId }));
    const items = await itemsWithKeys<ResultItem>(this.client, this.table, keys);
    return new Map(items.map((item) => [item.sk, toResult(item)]));
  }

  async get(key: ResultKey): Promise<CrawlResult | null> {
    const item = await this.itemAt<ResultItem>(resultKey(key));
    return item === null ? null : toResult(item);
  }

  /**
   * Stores a row that was computed from the row that was read. @returns the row with its new version; null after a write
   * conflict
   */
  async put(row: CrawlResult): Promise<CrawlResult | null> {
    const next = { ...row, version: row.version + 1 };
    const item = toResultItem(next);
    const { version, price_order, updated_order } = item;
    const isPut = await this.putItem(resultKey(row), {
      item,
      when: [isAsRead(row)],
      ownWrite: [is("version", version), is("price_order", price_order), is("updated_order", updated_order)],
    });
    return isPut ? next : null;
  }

  /** Deletes a row that is unchanged since it was read. @returns false after a write conflict */
  async delete(row: CrawlResult): Promise<boolean> {
    return this.deleteItem(resultKey(row), [isAsRead(row)]);
  }

  /**
   * A page of a product's rows: the cheapest first, or the last changed first. A list of both statuses has a row once, even
   * if it is sold meanwhile. A row whose price or time changes meanwhile may be missing or appear twice.
   */
  async list({
    productId,
    sellingStatus,
    sort,
    limit,
    position,
  }: {
    productId: string;
    sellingStatus: SellingStatus | undefined;
    sort: ResultSort;
    limit: number;
    position: ResultPosition | undefined;
  }): Promise<Page<CrawlResult> & { readonly position: ResultPosition | null }> {
    // One item more than the page's limit shows whether there is a next page.
    const stretch = { productId, sort, after: position?.order, count: limit + 1 };
    const found =
      sellingStatus === undefined ? await this.#listOfBoth(stretch) : await this.#listOfStatus(sellingStatus, stretch);
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { items, position: last === undefined ? null : { order: placeOf(last, sort) } };
  }

  /**
   * The sales in order of time, of all rows whose time of sale is known.
   *
   * @param from the first time, included, ISO 8601 UTC to the millisecond; null: from the beginning
   * @param to the last time, likewise
   */
  async listSold(
    productId: string,
    from: string | null,
    to: string | null,
  ): Promise<readonly { readonly soldOutAt: string; readonly price: number }[]> {
    if (from !== null && to !== null && from > to) return [];
    const sold: { soldOutAt: string; price: number }[] = [];
    // Half the price of a consistent read; a delay of a second is irrelevant for a trend of days.
    for await (const item of itemsOf<Required<Pick<ResultItem, "sold_out_at" | "price">>>(this.client, {
      TableName: this.table,
      IndexName: BY_SOLD_OUT_AT,
      KeyConditionExpression: "pk = :pk AND sold_out_at BETWEEN :from AND :to",
      ProjectionExpression: "sold_out_at, price",
      ExpressionAttributeValues: { ":pk": resultsOf(productId), ":from": from ?? "0", ":to": to ?? LAST },
    })) {
      sold.push({ soldOutAt: item.sold_out_at, price: item.price });
    }
    return sold;
  }

  /** The rows whose stored price is outside a setting's limits; only these are read, consistently. */
  async listOutside(productId: string, { minPrice, maxPrice }: CrawlSetting): Promise<readonly CrawlResult[]> {
    const ranges: [string, string][] = [];
    if (minPrice !== null && minPrice > 0) ranges.push([FIRST, `${priceText(minPrice - 1)}#${LAST}`]);
    if (maxPrice !== null) ranges.push([priceText(maxPrice + 1), LAST]);
    const found: CrawlResult[] = [];
    for (const [low, high] of ranges) {
      for (const status of [ON_SALE, SOLD] as const) {
        const items = this.#readBetween(status, { productId, sort: "price", low, high });
        for await (const item of items) found.push(toResult(item));
      }
    }
    return found;
  }

  /** The rows that were found under another category than the setting's. Reads all rows of the product. */
  async *listOfOtherCategory(productId: string, setting: CrawlSetting): AsyncGenerator<CrawlResult> {
    if (setting.categoryId === null) return;
    for await (const item of this.itemsOfPartition<ResultItem>(resultsOf(productId))) {
      if (isOfOtherCategory(item.category_id ?? null, setting)) yield toResult(item);
    }
  }

  /** Deletes every row of a product. After a crash some items are left; repeating it deletes them. */
  async removeAll(productId: string): Promise<void> {
    await removePartition(this.client, this.table, resultsOf(productId));
  }

  /**
   * The next rows of both statuses in one order. The sold rows are read after the rows on sale, up to the same position: so
   * a row that is sold between the two queries is in at least one of them, and counts once if it is in both. The first query
   * requests half of the rows, since the other half are mostly sold.
   */
  async #listOfBoth({ productId, sort, after, count }: Stretch): Promise<readonly CrawlResult[]> {
    const { forward } = INDEXES[sort];
    const found = new Map<string, CrawlResult>();
    let known = after;
    let share = 2;
    do {
      const wanted = count - found.size;
      const requested = Math.ceil(wanted / share);
      const onSale = await this.#listOfStatus(ON_SALE, { productId, sort, after: known, count: requested });
      const until = lastPlace(onSale, requested, sort);
      const sold = await this.#listOfStatus(SOLD, { productId, sort, after: known, until, count: wanted });
      // Beyond this position, rows of one status have not been read.
      known = lastPlace(sold, wanted, sort) ?? until;
      for (const row of [...onSale, ...sold]) {
        // The later read is newer.
        if (known === undefined || !isBeyond(known, placeOf(row, sort), forward)) found.set(row.externalId, row);
      }
      share = 1;
    } while (known !== undefined && found.size < count);
    return Array.from(found.values())
      .sort((one, other) => (isBeyond(placeOf(one, sort), placeOf(other, sort), forward) ? -1 : 1))
      .slice(0, count);
  }

  async #listOfStatus(
    status: SellingStatus,
    { productId, sort, after, until, count }: Stretch,
  ): Promise<CrawlResult[]> {
    const [first, last] = [after ?? null, until ?? null];
    const [low, high] = INDEXES[sort].forward ? [first ?? FIRST, last ?? LAST] : [last ?? FIRST, first ?? LAST];
    const rows: CrawlResult[] = [];
    // A range includes both ends: the row at `after`, if it still exists, is read and left out.
    const limit = after === undefined ? count : count + 1;
    for await (const item of this.#readBetween(status, { productId, sort, low, high, limit })) {
      const row = toResult(item);
      if (placeOf(row, sort) !== after) rows.push(row);
      if (rows.length === count) break;
    }
    return rows;
  }

  /** The rows of one status between two positions, both included. */
  #readBetween(
    status: SellingStatus,
    {
      productId,
      sort,
      low,
      high,
      limit,
    }: { productId: string; sort: ResultSort; low: string; high: string; limit?: number },
  ): AsyncGenerator<ResultItem> {
    const { name, key, forward } = INDEXES[sort];
    return itemsOf<ResultItem>(this.client, {
      TableName: this.table,
      IndexName: name,
      ConsistentRead: true,
      ScanIndexForward: forward,
      KeyConditionExpression: `pk = :pk AND ${key} BETWEEN :low AND :high`,
      ExpressionAttributeValues: {
        ":pk": resultsOf(productId),
        ":low": `${status}#${low}`,
        ":high": `${status}#${high}`,
      },
      ...(limit === undefined ? {} : { Limit: limit }),
    });
  }
}

/** A number of rows in a sort order: after one position, and optionally up to another. */
interface Stretch {
  readonly productId: string;
  readonly sort: ResultSort;
  readonly after: string | undefined;
  readonly until?: string | undefined;
  readonly count: number;
}

/** The position up to which rows have been read; undefined if fewer rows exist than requested: up to the end. */
function lastPlace(rows: readonly CrawlResult[], requested: number, sort: ResultSort): string | undefined {
  const last = rows.length < requested ? undefined : rows.at(-1);
  return last === undefined ? undefined : placeOf(last, sort);
}

/** Whether a position comes after another one in a sort order. */
function isBeyond(place: string, other: string, forward: boolean): boolean {
  return forward ? other > place : other < place;
}

/** The condition that a row has not been written since it was read. */
function isAsRead({ version }: CrawlResult): Condition {
  return version === 0 ? isAbsent("sk") : is("version", version);
}
