import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Condition } from "./expression.ts";
import { itemAt, itemsOfPartition } from "./table-query.ts";
import type { ItemAddress, Put, Update } from "./update.ts";
import { deleteItem, putItem, updateAndGet, updateItem } from "./update.ts";

type Key = ItemAddress["Key"];

/**
 * The base of each class that knows one kind of items of a table. Its methods are the functions of the same names, for this
 * table; those that few tables call are none, since each bundle would have them.
 */
export abstract class StoredTable {
  protected readonly client: DynamoDBDocumentClient;
  protected readonly table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.client = client;
    this.table = table;
  }

  protected at(Key: Key): ItemAddress {
    return { TableName: this.table, Key };
  }

  protected itemAt<T>(key: Key): Promise<T | null> {
    return itemAt<T>(this.client, this.at(key));
  }

  protected itemsOfPartition<T>(pk: string): AsyncGenerator<T> {
    return itemsOfPartition<T>(this.client, this.table, pk);
  }

  protected putItem(key: Key, put: Put): Promise<boolean> {
    return putItem(this.client, this.at(key), put);
  }

  protected updateItem(key: Key, update: Update): Promise<boolean> {
    return updateItem(this.client, this.at(key), update);
  }

  protected updateAndGet<T>(key: Key, update: Update): Promise<T | null> {
    return updateAndGet<T>(this.client, this.at(key), update);
  }

  protected deleteItem(key: Key, when: readonly Condition[]): Promise<boolean> {
    return deleteItem(this.client, this.at(key), when);
  }
}
