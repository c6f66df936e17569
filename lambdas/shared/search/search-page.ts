import type { DynamoDBDocumentClient, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { itemsWithKeys } from "../table/table-batch.ts";

/** What one request reads at the most, so that its time is bounded: four queries end at 1 MB each. */
const MOST_QUERIES = 4;
const ENTRIES_A_QUERY = 1_000;
/** Items read whole: those that are found, and those whose index entries have no text. */
const MOST_WHOLE_ITEMS = 500;
/** Keys of one BatchGetItem, DynamoDB's limit. */
const BATCH = 100;

type Key = Readonly<Record<string, string>>;

/** A search in a table: an index of the items' texts selects the items to read; the item that was read decides. */
export interface Search<Entry, Item> {
  /** A query of the index, without limit and start. */
  readonly query: Omit<QueryCommandInput, "TableName" | "Limit" | "ExclusiveStartKey">;
  /** The attributes of the table's key, and of the index's, in which the former are. */
  readonly tableKey: readonly string[];
  readonly indexKey: readonly string[];
  /** Whether an entry's item may be found; null for an entry without text, whose item has to be read. */
  readonly mayMatch: (entry: Entry) => boolean | null;
  readonly matches: (item: Item) => boolean;
}

/**
 * A page of what a search finds, in the index's order. A request reads a bounded number of entries and items: the page may
 * hold fewer than `limit`, or none, and go on.
 *
 * @param start the index key of the entry after which the page begins
 * @returns `last` with the index key of the entry at which the page ends, null at the end of the list
 */
export async function searchedPage<Entry extends object, Item extends object>(
  client: DynamoDBDocumentClient,
  TableName: string,
  search: Search<Entry, Item>,
  { limit, start }: { readonly limit: number; readonly start: Key | undefined },
): Promise<{ readonly items: readonly Item[]; readonly last: Key | null }> {
  const found: Item[] = [];
  let whole = 0;
  let hasMissed = false;
  let from = start;
  for (let queries = 0; queries < MOST_QUERIES; queries += 1) {
    const { Items = [], LastEvaluatedKey: next } = await client.send(
      new QueryCommand({ ...search.query, TableName, Limit: ENTRIES_A_QUERY, ExclusiveStartKey: from && { ...from } }),
    );
    const candidates = candidatesOf(Items as Entry[], search);
    while (candidates.length > 0) {
      // Where items do not match although their texts do, such as by a filter, one at a time would take too many reads.
      const batch: Candidate<Entry>[] = candidates.splice(
        0,
        batchSize(candidates, hasMissed ? BATCH : limit - found.length),
      );
      const matching = await matchingOf(client, TableName, search, batch);
      const taken = matching.slice(0, limit - found.length);
      found.push(...taken.map(({ item }) => item));
      whole += batch.length;
      hasMissed ||= matching.length < batch.filter(({ hasText }) => hasText).length;
      const isFull = found.length === limit;
      const isEnd = next === undefined && candidates.length === 0 && taken.length === matching.length;
      const last = isFull ? taken.at(-1) : batch.at(-1);
      if (last !== undefined && !isEnd && (isFull || whole >= MOST_WHOLE_ITEMS)) {
        return { items: found, last: keyOf(last.entry, search.indexKey) };
      }
      if (isFull) return { items: found, last: null };
    }
    if (next === undefined) return { items: found, last: null };
    from = next as Key;
  }
  return { items: found, last: from ?? null };
}

interface Candidate<Entry> {
  readonly entry: Entry;
  readonly hasText: boolean;
}

function candidatesOf<Entry, Item>(entries: readonly Entry[], { mayMatch }: Search<Entry, Item>): Candidate<Entry>[] {
  return entries.flatMap((entry) => {
    const may = mayMatch(entry);
    return may === false ? [] : [{ entry, hasText: may === true }];
  });
}

/** How many candidates are read at once: with text no more than `room`, in all no more than one call takes. */
function batchSize(candidates: readonly Candidate<unknown>[], room: number): number {
  let withText = 0;
  const end = candidates.findIndex(({ hasText }) => {
    withText += hasText ? 1 : 0;
    return withText > room;
  });
  return Math.min(BATCH, end === -1 ? candidates.length : end);
}

async function matchingOf<Entry extends object, Item extends object>(
  client: DynamoDBDocumentClient,
  TableName: string,
  { tableKey, matches }: Search<Entry, Item>,
  batch: readonly Candidate<Entry>[],
): Promise<{ readonly entry: Entry; readonly item: Item }[]> {
  const keys = batch.map(({ entry }) => keyOf(entry, tableKey));
  const items = await itemsWithKeys<Item>(client, TableName, keys);
  const named = new Map(items.map((item) => [JSON.stringify(keyOf(item, tableKey)), item]));
  return batch.flatMap(({ entry }) => {
    const item = named.get(JSON.stringify(keyOf(entry, tableKey)));
    return item !== undefined && matches(item) ? [{ entry, item }] : [];
  });
}

function keyOf(item: object, attributes: readonly string[]): Key {
  const values = item as Key;
  return Object.fromEntries(attributes.map((name) => [name, String(values[name])]));
}
