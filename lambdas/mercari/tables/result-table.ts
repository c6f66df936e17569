import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Page } from "../../shared/http/pagination.ts";
import { conditionalDelete, conditionalPut } from "../../shared/table/conditional-write.ts";
import { itemsWithKeys } from "../../shared/table/table-batch.ts";
import { itemsOf } from "../../shared/table/table-query.ts";
import type { CrawlResult, ResultKey, SellingStatus } from "../domain/crawl-result.ts";
import { ON_SALE, SOLD } from "../domain/crawl-result.ts";
import type { CrawlSetting } from "../domain/product.ts";
import { isOfOtherCategory } from "../domain/product.ts";
import { removePartition } from "./partition.ts";
import type { ResultItem, ResultSort } from "./result-item.ts";
import { placeOf, priceText, resultKey, resultsOf, toResult, toResultItem } from "./result-item.ts";

/** A place in a sorted list of results: `order` is the last row's price or time, and its external id. */
export type ResultPosition = Readonly<Record<"order", string>>;

/** Local indexes, the rows in order within each status; `forward`: what sorts first is listed first. */
const INDEXES = {
  price: { name: "by_price", key: "price_order", forward: true },
  updated_at: { name: "by_updated_at", key: "updated_order", forward: false },
} as const;
/** Sparse local index: only rows whose time of sale is known carry its key. It holds their price and nothing else. */
const BY_SOLD_OUT_AT = "by_sold_out_at";

/** Before and after every place. */
const FIRST = "";
const LAST = "~";

/**
 * The rows of table `mercari`: partition key `pk` = `results#<product's id>`, sort key `sk` = the external id. One item a
 * row; its attributes are in result-item.ts. Every write has a condition on the version that was read, so that of two
 * invocations that judge the same row by different pages the later one reads the row again.
 */
export class ResultTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Those of the rows that are there, by external id; read consistently. */
  async getMany(productId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, CrawlResult>> {
    const keys = Array.from(new Set(externalIds), (externalId) => resultKey({ productId, externalId }));
    const items = await itemsWithKeys<ResultItem>(this.#client, this.#name, keys);
    return new Map(items.map((item) => [item.sk, toResult(item)]));
  }

  /** Reads one row, consistently; null when it is not there. */
  async get(key: ResultKey): Promise<CrawlResult | null> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: resultKey(key), ConsistentRead: true }),
    );
    return Item === undefined ? null : toResult(Item as ResultItem);
  }

  /** Stores a row as it was made from what was read. @returns it with its new version; null after a write conflict */
  async put(row: CrawlResult): Promise<CrawlResult | null> {
    const next = { ...row, version: row.version + 1 };
    const { ConditionExpression, ExpressionAttributeValues } = isAsRead(row);
    const item = toResultItem(next);
    const held = await conditionalPut(
      this.#client,
      { TableName: this.#name, Key: resultKey(row) },
      {
        Item: item,
        ConditionExpression,
        ownWrite: "version = :next AND price_order = :price_order AND updated_order = :updated_order",
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ":next": item.version,
          ":price_order": item.price_order,
          ":updated_order": item.updated_order,
        },
      },
    );
    return held ? next : null;
  }

  /** Deletes a row that is as it was read. @returns false after a write conflict */
  async delete(row: CrawlResult): Promise<boolean> {
    return conditionalDelete(this.#client, { TableName: this.#name, Key: resultKey(row) }, isAsRead(row));
  }

  /**
   * A page of a product's rows: the cheapest first, or the last changed first. A walk over both statuses gives a row once,
   * though it is sold meanwhile; one whose price or time moves it to the other side of the walk may be missed or come
   * again.
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
    // One more than the page holds tells whether there is another.
    const stretch = { productId, sort, after: position?.order, count: limit + 1 };
    const found =
      sellingStatus === undefined ? await this.#ofBoth(stretch) : await this.#ofStatus(sellingStatus, stretch);
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return { items, position: last === undefined ? null : { order: placeOf(last, sort) } };
  }

  /**
   * What was sold for how much, in the order of time, of all rows whose time of sale is known.
   *
   * @param from the first time that counts, ISO 8601 UTC to the millisecond; null: the first there is
   * @param to the last time that counts, likewise
   */
  async sold(
    productId: string,
    from: string | null,
    to: string | null,
  ): Promise<readonly { readonly soldOutAt: string; readonly price: number }[]> {
    if (from !== null && to !== null && from > to) return [];
    const sold: { soldOutAt: string; price: number }[] = [];
    // Half the price of a consistent read, and a second's delay is nothing to a trend of days.
    for await (const item of itemsOf<Required<Pick<ResultItem, "sold_out_at" | "price">>>(this.#client, {
      TableName: this.#name,
      IndexName: BY_SOLD_OUT_AT,
      KeyConditionExpression: "pk = :pk AND sold_out_at BETWEEN :from AND :to",
      ProjectionExpression: "sold_out_at, price",
      ExpressionAttributeValues: { ":pk": resultsOf(productId), ":from": from ?? "0", ":to": to ?? LAST },
    })) {
      sold.push({ soldOutAt: item.sold_out_at, price: item.price });
    }
    return sold;
  }

  /** The rows whose stored price is outside a setting's bounds; read consistently, and no others are. */
  async outside(productId: string, { minPrice, maxPrice }: CrawlSetting): Promise<readonly CrawlResult[]> {
    const ranges: [string, string][] = [];
    if (minPrice !== null && minPrice > 0) ranges.push([FIRST, `${priceText(minPrice - 1)}#${LAST}`]);
    if (maxPrice !== null) ranges.push([priceText(maxPrice + 1), LAST]);
    const found: CrawlResult[] = [];
    for (const [low, high] of ranges) {
      for (const status of [ON_SALE, SOLD] as const) {
        const items = this.#between(status, { productId, sort: "price", low, high });
        for await (const item of items) found.push(toResult(item));
      }
    }
    return found;
  }

  /** The rows that were found under another category than a setting asks for. Reads all rows of the product. */
  async *ofOtherCategory(productId: string, setting: CrawlSetting): AsyncGenerator<CrawlResult> {
    if (setting.categoryId === null) return;
    for await (const item of itemsOf<ResultItem>(this.#client, {
      TableName: this.#name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": resultsOf(productId) },
    })) {
      if (isOfOtherCategory(item.category_id ?? null, setting)) yield toResult(item);
    }
  }

  /** Deletes every row of a product. After a crash some items are left; calling it again deletes them. */
  async removeAll(productId: string): Promise<void> {
    await removePartition(this.#client, this.#name, resultsOf(productId));
  }

  /**
   * The next rows of both statuses, in one order. As far as the rows on sale have been read, the sold ones are read after
   * them: so one that is sold between two queries is seen in one of them at least, and one that is seen in both counts
   * once. Half of what is wanted is asked for at first: the other half is mostly sold.
   */
  async #ofBoth({ productId, sort, after, count }: Stretch): Promise<readonly CrawlResult[]> {
    const { forward } = INDEXES[sort];
    const found = new Map<string, CrawlResult>();
    let known = after;
    let share = 2;
    do {
      const wanted = count - found.size;
      const asked = Math.ceil(wanted / share);
      const onSale = await this.#ofStatus(ON_SALE, { productId, sort, after: known, count: asked });
      const until = lastPlace(onSale, asked, sort);
      const sold = await this.#ofStatus(SOLD, { productId, sort, after: known, until, count: wanted });
      // Beyond this place rows of one status or the other have not been read.
      known = lastPlace(sold, wanted, sort) ?? until;
      for (const row of [...onSale, ...sold]) {
        // What is read later is newer.
        if (known === undefined || !isBeyond(known, placeOf(row, sort), forward)) found.set(row.externalId, row);
      }
      share = 1;
    } while (known !== undefined && found.size < count);
    return Array.from(found.values())
      .sort((one, other) => (isBeyond(placeOf(one, sort), placeOf(other, sort), forward) ? -1 : 1))
      .slice(0, count);
  }

  /** The next rows of one status. */
  async #ofStatus(status: SellingStatus, { productId, sort, after, until, count }: Stretch): Promise<CrawlResult[]> {
    const [first, last] = [after ?? null, until ?? null];
    const [low, high] = INDEXES[sort].forward ? [first ?? FIRST, last ?? LAST] : [last ?? FIRST, first ?? LAST];
    const rows: CrawlResult[] = [];
    // A range has both its ends in it: the row at `after`, if it is still there, is read and left out.
    const limit = after === undefined ? count : count + 1;
    for await (const item of this.#between(status, { productId, sort, low, high, limit })) {
      const row = toResult(item);
      if (placeOf(row, sort) !== after) rows.push(row);
      if (rows.length === count) break;
    }
    return rows;
  }

  /** The rows of one status from one place to another, both included. */
  #between(
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
    return itemsOf<ResultItem>(this.#client, {
      TableName: this.#name,
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

/** So many rows of a sorting: after one place, and up to another where that is given. */
interface Stretch {
  readonly productId: string;
  readonly sort: ResultSort;
  readonly after: string | undefined;
  readonly until?: string | undefined;
  readonly count: number;
}

/** The place up to which rows have been read; undefined when as many as were asked for were not there: to the end. */
function lastPlace(rows: readonly CrawlResult[], asked: number, sort: ResultSort): string | undefined {
  const last = rows.length < asked ? undefined : rows.at(-1);
  return last === undefined ? undefined : placeOf(last, sort);
}

/** Whether a place comes after another one in a sorting. */
function isBeyond(place: string, other: string, forward: boolean): boolean {
  return forward ? other > place : other < place;
}

/** The condition that a row has not been written since it was read. */
function isAsRead({ version }: CrawlResult) {
  return version === 0
    ? { ConditionExpression: "attribute_not_exists(sk)" }
    : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } };
}
