import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Page, Position } from "../http/pagination.ts";
import { findPage } from "../search/find-page.ts";
import type { SortedPosition } from "../search/find-sorted-page.ts";
import { findSortedPage } from "../search/find-sorted-page.ts";
import { matchesSearch } from "../search/matches-search.ts";
import type { Condition } from "../search/parse-search.ts";
import type { KeySort } from "../search/sort.ts";
import { sortKey } from "../search/sort.ts";
import { all, any, is, Placeholders } from "../table/expression.ts";
import { StoredTable } from "../table/stored-table.ts";
import { BY_CREATED_AT, queriedPage } from "../table/table-query.ts";
import type { ItemTypes, SavedItemKind } from "./saved-item-kind.ts";
import type { StoredItem } from "./stored-item.ts";
import { toItem, toSearchedItem } from "./stored-item.ts";

/** Which page of a list, newest or oldest first. */
export interface ListPlace {
  readonly limit: number;
  readonly position: Position | undefined;
  readonly isOldestFirst?: boolean;
}

/** Which page of a list by title or site. */
export interface SortedListPlace {
  readonly sort: KeySort;
  readonly limit: number;
  readonly position: SortedPosition | undefined;
}

/** The items of a list: of each attribute the values that it may have. */
export type ItemFilter = Readonly<Record<string, readonly unknown[]>>;

/** The lists of the saved items of one kind, as a user sees them. */
export class ItemLists<T extends ItemTypes> extends StoredTable {
  readonly #kind: SavedItemKind<T>;

  constructor(client: DynamoDBDocumentClient, name: string, kind: SavedItemKind<T>) {
    super(client, name);
    this.#kind = kind;
  }

  /** A page of a user's items, by time. Items that the filter leaves out are read, but don't count towards the limit. */
  async page(userId: string, filter: ItemFilter, place: ListPlace): Promise<Page<T["item"]>> {
    const { limit, position, isOldestFirst = false } = place;
    const command = new Placeholders();
    const KeyConditionExpression = is("user_id", userId)(command);
    const filters = Object.entries(filter).map(([attribute, values]) =>
      any(...values.map((value) => is(attribute, value))),
    );
    const FilterExpression = all(...filters)(command);
    const { items, last } = await queriedPage<StoredItem>(
      this.client,
      {
        TableName: this.table,
        IndexName: BY_CREATED_AT,
        ConsistentRead: true,
        ScanIndexForward: isOldestFirst,
        KeyConditionExpression,
        ...(filters.length === 0 ? {} : { FilterExpression }),
        ...command.attributes,
      },
      limit,
      position && { ...position, user_id: userId },
    );
    return {
      items: items.map((item) => toItem(this.#kind, item)),
      position: last === null ? null : { id: last.id, created_at: String(last.created_at) },
    };
  }

  /**
   * A page of the user's items that a search finds. Index `search` is eventually consistent: an item may be
   * found a moment after it was written.
   */
  async search(
    userId: string,
    sought: readonly Condition[],
    filter: ItemFilter,
    page: ListPlace,
  ): Promise<Page<T["item"]>> {
    const { items, position } = await findPage<StoredItem, StoredItem>(
      this.client,
      this.table,
      {
        partition: ["user_id", userId],
        sortKeys: ["id", "created_at"],
        mayMatch: (stored) => this.#isFound(stored, sought),
        matches: (stored) => stored.deleted_at === undefined && this.#isFound(stored, sought, filter),
        isOldestFirst: page.isOldestFirst,
      },
      page,
    );
    return { items: items.map((item) => toItem(this.#kind, item)), position };
  }

  /** A page of the user's items, or of those that a search finds, by title or site. Reads may be behind by moments. */
  async sorted(
    userId: string,
    sought: readonly Condition[],
    filter: ItemFilter,
    { sort, ...page }: SortedListPlace,
  ): Promise<{ readonly items: readonly T["item"][]; readonly position: SortedPosition | null }> {
    const { items, position } = await findSortedPage<StoredItem>(
      this.client,
      this.table,
      {
        index: BY_CREATED_AT,
        attributes: ["user_id", "id", "created_at"],
        partitions: [userId],
        partitionOf: () => userId,
        placeOf: (stored) => {
          if (stored.deleted_at !== undefined || !this.#isFound(stored, sought, filter)) return null;
          const searched = toSearchedItem(this.#kind, stored);
          return { key: sortKey(sort, searched), time: searched.createdAt, id: stored.id };
        },
      },
      page,
    );
    return { items: items.map((item) => toItem(this.#kind, item)), position };
  }

  #isFound(stored: StoredItem, sought: readonly Condition[], filter: ItemFilter = {}): boolean {
    const isSelected = Object.entries(filter).every(([attribute, values]) => values.includes(stored[attribute]));
    return isSelected && (sought.length === 0 || matchesSearch(toSearchedItem(this.#kind, stored), sought));
  }
}
