import { Level } from "level";
import type { Item, Table } from "../dynalite.ts";
import { database } from "../dynalite.ts";

/** Dynalite's layout of keys: a prefix for the kind of entry, then the key. A table's definition is under its name. */
export const TABLES = "table~";

export const itemPrefix = (table: string) => `item-${table}~`;

const EVERY_INDEX = "index-";

/** The prefix of one index's entries. @param kind `Local` or `Global` */
export const indexPrefix = (kind: string, table: string, name: string) =>
  `${EVERY_INDEX}${kind.toLowerCase()}~${table}~${name}~`;

/** Sorts behind every key with a prefix. */
const END = "\uffff";

/**
 * Rebuilds the indexes of dynalite's tables from their items, where the two differ.
 *
 * An earlier version wrote an item's index entries and then the item, in several steps: a kill in between left entries of
 * an item that does not exist, or an item without its entries. An index that is new has no entries at all.
 *
 * @param folder of a database that is not open
 * @returns the number of corrected entries
 */
export async function rebuildIndexes(folder: string): Promise<number> {
  const level = new Level<string, unknown>(folder, { valueEncoding: "json" });
  try {
    const expected = new Map<string, Item>();
    for await (const found of level.values({ gte: TABLES, lt: TABLES + END })) {
      const table = found as Table;
      const prefix = itemPrefix(table.TableName);
      for await (const item of level.values({ gte: prefix, lt: prefix + END })) {
        for (const [kind, indexes] of [
          ["Local", table.LocalSecondaryIndexes ?? []],
          ["Global", table.GlobalSecondaryIndexes ?? []],
        ] as const) {
          for (const put of database.getIndexActions(indexes, null, item as Item, table).puts) {
            expected.set(indexPrefix(kind, table.TableName, put.index) + put.key, put.item);
          }
        }
      }
    }
    const wrong: ({ type: "del"; key: string } | { type: "put"; key: string; value: unknown })[] = [];
    for await (const [key, value] of level.iterator({ gte: EVERY_INDEX, lt: EVERY_INDEX + END })) {
      const item = expected.get(key);
      if (item === undefined) wrong.push({ type: "del", key });
      else if (JSON.stringify(item) === JSON.stringify(value)) expected.delete(key);
    }
    for (const [key, value] of expected) wrong.push({ type: "put", key, value });
    await level.batch(wrong);
    return wrong.length;
  } finally {
    await level.close();
  }
}
