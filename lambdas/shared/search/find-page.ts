import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Page, Position } from "../http/pagination.ts";
import { itemsWithKeys } from "../table/table-batch.ts";

/** What one request reads at most, so that its time is bounded: six queries end at 1 MB each. */
const MOST_QUERIES = 6;
const ENTRIES_A_QUERY = 1_000;
/** Items read whole. */
const MOST_WHOLE_ITEMS = 500;
/** Keys of one BatchGetItem, DynamoDB's limit. */
const BATCH = 100;

/** The index of the texts of a table's items, without the rest of the items. */
const SEARCH = "search";

type Key = Readonly<Record<string, string>>;

/** A search in a table: index `search` selects the items to read; the item that was read decides. */
export interface Search<Entry, Item> {
  /** The attribute and the value of the partition key, which the table and the index share. */
  readonly partition: readonly [attribute: string, value: string];
  /** The attributes of the sort keys: of the table, and of the index, which has a time there. */
  readonly sortKeys: readonly [ofTable: string, ofIndex: string];
  /** Whether an entry's item may be found. */
  readonly mayMatch: (entry: Entry) => boolean;
  readonly matches: (item: Item) => boolean;
  readonly isOldestFirst?: boolean | undefined;
  /** Among how many partitions a request's bounds are divided; 1 without. */
  readonly share?: number;
}

/**
 * A page of what a search finds, newest or oldest first. A request reads a bounded number of entries and items: the page may hold
 * fewer than `limit`, or none, and go on.
 *
 * @param page its `position` has the sort keys of the entry after which the page begins
 * @returns the page; its `position` has the sort keys of the entry at which the page ends, and is null at the end of the list
 */
export async function findPage<Entry extends object, Item extends object>(
  client: DynamoDBDocumentClient,
  TableName: string,
  search: Search<Entry, Item>,
  { limit, position }: { readonly limit: number; readonly position: Position | undefined },
): Promise<Page<Item>> {
  const { partition, sortKeys, isOldestFirst = false, share = 1 } = search;
  const found: Item[] = [];
  let whole = 0;
  let hasMissed = false;
  let from: Key | undefined = position && { ...position, [partition[0]]: partition[1] };
  for (let queries = 1; ; queries += 1) {
    const { Items = [], LastEvaluatedKey: next } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: SEARCH,
        ScanIndexForward: isOldestFirst,
        KeyConditionExpression: "#partition = :partition",
        ExpressionAttributeNames: { "#partition": partition[0] },
        ExpressionAttributeValues: { ":partition": partition[1] },
        Limit: ENTRIES_A_QUERY / share,
        ExclusiveStartKey: from && { ...from },
      }),
    );
    const candidates = (Items as Entry[]).filter(search.mayMatch);
    while (candidates.length > 0) {
      // Where many items do not match although their texts do, for example because of a filter, reading them one at a
      // time would take too many reads.
      const batch: Entry[] = candidates.splice(0, hasMissed ? BATCH : Math.min(limit - found.length, BATCH));
      const matching = await readMatching(client, TableName, search, batch);
      const taken = matching.slice(0, limit - found.length);
      found.push(...taken.map(({ item }) => item));
      whole += batch.length;
      hasMissed ||= matching.length < batch.length;
      const isFull = found.length === limit;
      const isEnd = next === undefined && candidates.length === 0 && taken.length === matching.length;
      const last = isFull ? taken.at(-1)?.entry : batch.at(-1);
      if (last !== undefined && !isEnd && (isFull || whole >= MOST_WHOLE_ITEMS / share)) {
        return { items: found, position: keyOf(last, sortKeys) };
      }
    }
    if (next === undefined) return { items: found, position: null };
    if (queries === MOST_QUERIES) return { items: found, position: keyOf(next, sortKeys) };
    from = next as Key;
  }
}

async function readMatching<Entry extends object, Item extends object>(
  client: DynamoDBDocumentClient,
  TableName: string,
  { partition, sortKeys, matches }: Search<Entry, Item>,
  batch: readonly Entry[],
): Promise<{ readonly entry: Entry; readonly item: Item }[]> {
  const tableKey = [partition[0], sortKeys[0]];
  const keys = batch.map((entry) => keyOf(entry, tableKey));
  const items = await itemsWithKeys<Item>(client, TableName, keys);
  const named = new Map(items.map((item) => [JSON.stringify(keyOf(item, tableKey)), item]));
  return batch.flatMap((entry) => {
    const item = named.get(JSON.stringify(keyOf(entry, tableKey)));
    return item !== undefined && matches(item) ? [{ entry, item }] : [];
  });
}

function keyOf(item: object, attributes: readonly string[]): Key {
  const values = item as Key;
  return Object.fromEntries(attributes.map((name) => [name, String(values[name])]));
}
