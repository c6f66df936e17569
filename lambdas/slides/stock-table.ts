import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Deletion } from "../shared/changes/tombstone.ts";
import { creationOf, deletionOf } from "../shared/changes/tombstone.ts";
import type { Page, Position } from "../shared/http/pagination.ts";
import { searchedPage } from "../shared/search/search-page.ts";
import { searchableTags } from "../shared/search/searchable-text.ts";
import type { TextSearch } from "../shared/search/text-search.ts";
import type { Update } from "../shared/table/conditional-write.ts";
import { allSet, conditionalUpdate, STILL_HOLDS, updatedItem } from "../shared/table/conditional-write.ts";
import { queriedPage } from "../shared/table/table-query.ts";
import { overdueItems, postponement, WORK_ITEM_PARTITIONS, workItemPartition } from "../shared/work/pending-index.ts";
import type { Provider } from "./deck-url.ts";
import type { DeckMetadata } from "./readers/deck-metadata.ts";
import type { FetchRequest, Stock, StockChanges, StockStatus } from "./stock.ts";
import { reconcileAt } from "./stock.ts";
import type { StockItem, StockKey } from "./stock-item.ts";
import { DELETED_ATTRIBUTES, toAttributes, toKey, toSearchedTexts, toStock } from "./stock-item.ts";
import { isFound, ownTexts, readTexts } from "./stock-search.ts";

/** The fields of a stock that its message needs. */
export type FetchSubject = Pick<Stock, "userId" | "id" | "provider" | "originalUrl" | "canonicalUrl" | "fetchId">;

/** Which stocks of a user are listed. */
interface StockFilter {
  readonly status?: StockStatus | undefined;
  readonly provider?: Provider | undefined;
}

/** Which page of a list. */
interface StockPlace {
  readonly limit: number;
  readonly position: Position | undefined;
}

/** An overdue stock. */
export type OverdueStock = FetchSubject & Pick<Stock, "reconcileRounds">;

/** Local index `by_created_at`: a user's stocks in order of creation. It supports consistent reads. */
const BY_CREATED_AT = "by_created_at";

/**
 * Table `stocks`. Partition key `user_id`, sort key `id`. One item for each stock: provider, original_url, canonical_url,
 * status, title, author_name, thumbnail_url, embed_url, memo, tags, created_at, updated_at, creation_id, fetch_id,
 * reconcile_rounds; search_own, search_tags and search_read (the texts as they are searched, written with the fields they are
 * made of);
 * failure_code when failed; pending_partition and reconcile_at when pending; creations (string set): the ids of the requests
 * that created it. A deleted stock leaves a tombstone with user_id, id, creations, deletion_id, deleted_at, updated_at (the
 * same) and expires_at (epoch seconds, TTL). Every write has a condition that names the expected state, and every write that a
 * user can see sets updated_at, by which index `changes` is in order.
 */
export class StockTable {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Writes a new stock. @returns false when the user has this deck, or when this creation has created it before */
  async create(stock: Stock): Promise<boolean> {
    return conditionalUpdate(
      this.#client,
      this.#at(stock),
      creationOf(toAttributes(stock), stock.creationId, "fetch_id"),
    );
  }

  /** Reads one stock, consistently; null if it does not exist. */
  async get(key: StockKey): Promise<Stock | null> {
    return (await this.getWithCreations(key)).stock;
  }

  /** Reads one stock and the ids of its creations, which are kept for a while after it is deleted. */
  async getWithCreations(key: StockKey): Promise<{ stock: Stock | null; creations: ReadonlySet<string> }> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#name, Key: toKey(key), ConsistentRead: true }),
    );
    const item = Item as StockItem | undefined;
    return {
      stock: item === undefined || item.deleted_at !== undefined ? null : toStock(item),
      creations: item?.creations ?? new Set(),
    };
  }

  /**
   * A page of a user's stocks, newest first. Stocks of another status or provider than the requested ones are read, but don't
   * count towards the limit.
   */
  async list(userId: string, { status, provider, limit, position }: StockFilter & StockPlace): Promise<Page<Stock>> {
    const filters = Object.entries({ status, provider }).filter(([, value]) => value !== undefined);
    const { items, last } = await queriedPage<StockItem>(
      this.#client,
      {
        TableName: this.#name,
        IndexName: BY_CREATED_AT,
        ConsistentRead: true,
        ScanIndexForward: false,
        KeyConditionExpression: "user_id = :user_id",
        ExpressionAttributeValues: {
          ":user_id": userId,
          ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
        },
        ...(filters.length === 0
          ? {}
          : {
              FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(" AND "),
              ExpressionAttributeNames: Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
            }),
      },
      limit,
      position && { ...position, user_id: userId },
    );
    return {
      items: items.map(toStock),
      position: last === null ? null : { id: last.id, created_at: last.created_at },
    };
  }

  /**
   * A page of the user's stocks that a search finds, newest first. Index `search` is eventually consistent: a stock may be
   * found a moment after it was written.
   */
  async search(
    userId: string,
    { terms, tags, status, provider, ...page }: StockFilter & StockPlace & TextSearch,
  ): Promise<Page<Stock>> {
    const sought = { terms, tags };
    const { items, position } = await searchedPage<StockItem, StockItem>(
      this.#client,
      this.#name,
      {
        partition: ["user_id", userId],
        sortKeys: ["id", "created_at"],
        mayMatch: (entry) => isFound(toSearchedTexts(entry), sought),
        matches: (item) =>
          item.deleted_at === undefined &&
          isFound(toSearchedTexts(item), sought) &&
          (status === undefined || item.status === status) &&
          (provider === undefined || item.provider === provider),
      },
      page,
    );
    return { items: items.map(toStock), position };
  }

  /**
   * Moves a stock back to `pending` for a new fetch. @returns null when it is in none of the states `from`, or does not
   * exist
   */
  async requestFetch(key: StockKey, from: readonly StockStatus[], request: FetchRequest): Promise<Stock | null> {
    const states = Object.fromEntries(from.map((status, index) => [`:from${index}`, status]));
    return this.#toPending(key, request, `#status IN (${Object.keys(states).join(", ")})`, states);
  }

  /** Moves a failed stock back to `pending` for the same fetch. @returns null when a newer one was requested */
  async reopenFetch(key: StockKey, request: FetchRequest): Promise<Stock | null> {
    return this.#toPending(key, request, "#status = :failed AND fetch_id = :fetch_id", { ":failed": "failed" });
  }

  /** Changes what the user wrote. @returns null if the stock does not exist */
  async saveChanges(stock: Stock, { memo, tags }: StockChanges, now: Date): Promise<Stock | null> {
    const { set, names, values } = allSet({
      // The addresses never change.
      ...(memo === undefined ? {} : { memo, search_own: ownTexts({ ...stock, memo }) }),
      ...(tags === undefined ? {} : { tags, search_tags: searchableTags(tags) }),
      updated_at: now.toISOString(),
    });
    return this.#update(stock, {
      UpdateExpression: set,
      ConditionExpression: "attribute_exists(created_at)",
      ownWrite: STILL_HOLDS,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    });
  }

  /** Deletes a stock and leaves a tombstone. @returns false when it does not exist */
  async delete(key: StockKey, deletion: Deletion): Promise<boolean> {
    return conditionalUpdate(this.#client, this.#at(key), deletionOf(deletion, DELETED_ATTRIBUTES));
  }

  /** Makes a stock `ready`. @returns false when it does not exist, is ready, or a newer fetch was requested */
  async saveMetadata(key: StockKey, fetchId: string, metadata: DeckMetadata, now: Date): Promise<boolean> {
    const saved = await this.#update(key, {
      UpdateExpression:
        "SET #status = :ready, title = :title, author_name = :author_name, thumbnail_url = :thumbnail_url, embed_url = :embed_url, search_read = :texts, updated_at = :now REMOVE failure_code, pending_partition, reconcile_at",
      ConditionExpression: "fetch_id = :fetch_id AND #status IN (:pending, :failed)",
      ownWrite: "fetch_id = :fetch_id AND #status = :ready AND updated_at = :now",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":ready": "ready",
        ":pending": "pending",
        ":failed": "failed",
        ":title": metadata.title,
        ":author_name": metadata.authorName,
        ":thumbnail_url": metadata.thumbnailUrl,
        ":embed_url": metadata.embedUrl,
        ":texts": readTexts(metadata),
        ":fetch_id": fetchId,
        ":now": now.toISOString(),
      },
    });
    return saved !== null;
  }

  /** Makes a pending stock `failed`. @returns false when this fetch is no longer pending */
  async saveFailure(key: StockKey, fetchId: string, code: string, now: Date): Promise<boolean> {
    const saved = await this.#update(key, {
      UpdateExpression:
        "SET #status = :failed, failure_code = :code, updated_at = :now REMOVE pending_partition, reconcile_at",
      ConditionExpression: "fetch_id = :fetch_id AND #status = :pending",
      ownWrite: "fetch_id = :fetch_id AND #status = :failed AND updated_at = :now",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":failed": "failed",
        ":pending": "pending",
        ":code": code,
        ":fetch_id": fetchId,
        ":now": now.toISOString(),
      },
    });
    return saved !== null;
  }

  /** Postpones the time from which a fetch is overdue. @returns false when this fetch is no longer pending */
  async postponeReconcile(stock: StockKey & Pick<Stock, "fetchId">, until: Date, rounds: number): Promise<boolean> {
    const still = {
      ConditionExpression: "fetch_id = :fetch_id AND #status = :pending",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":fetch_id": stock.fetchId, ":pending": "pending" },
    };
    return (await this.#update(stock, postponement(until, rounds, still))) !== null;
  }

  /** The overdue stocks, those that are overdue for the longest time first, at most `limit`. */
  async overdue(now: Date, limit: number): Promise<readonly OverdueStock[]> {
    const items = await overdueItems<StockItem>(this.#client, this.#name, WORK_ITEM_PARTITIONS, { now, limit });
    return items.map((item) => ({
      userId: item.user_id,
      id: item.id,
      provider: item.provider,
      originalUrl: item.original_url,
      canonicalUrl: item.canonical_url,
      fetchId: item.fetch_id,
      reconcileRounds: item.reconcile_rounds,
    }));
  }

  #toPending(key: StockKey, request: FetchRequest, condition: string, values: Record<string, string>) {
    return this.#update(key, {
      UpdateExpression:
        "SET #status = :pending, fetch_id = :fetch_id, updated_at = :now, pending_partition = :partition, reconcile_at = :reconcile_at, reconcile_rounds = :zero REMOVE failure_code",
      ConditionExpression: condition,
      ownWrite: "fetch_id = :fetch_id AND #status = :pending AND updated_at = :now",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ...values,
        ":pending": "pending",
        ":fetch_id": request.fetchId,
        ":now": request.now.toISOString(),
        ":partition": workItemPartition(key.id),
        ":reconcile_at": reconcileAt(request),
        ":zero": 0,
      },
    });
  }

  async #update(key: StockKey, update: Update): Promise<Stock | null> {
    const item = await updatedItem<StockItem>(this.#client, this.#at(key), update);
    return item === null ? null : toStock(item);
  }

  #at(key: StockKey) {
    return { TableName: this.#name, Key: toKey(key) };
  }
}
