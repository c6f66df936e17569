import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { itemsWithKeys } from "../table/table-batch.ts";
import type { SortPlace } from "./sort.ts";
import { comparePlaces } from "./sort.ts";

/** Queries of one request, each of at most 1 MB, as many as a search has (find-page.ts). */
const MOST_QUERIES = 6;

type Key = Readonly<Record<string, string>>;

const text = z.string();
const placeSchema = z.object({ key: text, time: text, id: text });

/** Where a page of a list by title or site begins. */
export const sortedPosition = z.object({
  /** The end of the page before; none at the beginning of the list. */
  after: z.optional(placeSchema),
  /** What earlier requests have read for this page. */
  pass: z.optional(
    z.object({
      /** The partition, and the id and time of the item there, up to which all was read. */
      partition: text,
      id: text,
      time: text,
      /** The ids of the items that come first so far. */
      first: z.array(text),
      /** How many of them are kept. */
      most: z.int(),
      /** The first place that is behind the page, if it is known to have one. */
      until: z.optional(placeSchema),
    }),
  ),
});
export type SortedPosition = z.output<typeof sortedPosition>;

export interface SortedList<Item> {
  /** An index with whole items. */
  readonly index: string;
  /** The attributes of the partition key, of the table's sort key and of the index's, which has a time there. */
  readonly attributes: readonly [partition: string, id: string, time: string];
  /** The partitions, which are read one after the other. */
  readonly partitions: readonly string[];
  /** The partition that has an item with this id. */
  readonly partitionOf: (id: string) => string;
  /** The item's place in the list; null for one that does not belong to it. */
  readonly placeOf: (item: Item) => SortPlace | null;
}

/**
 * A page of a list that no index has in its order: all items are read, and those kept that come first after the page before.
 * A request reads a bounded number of them; then its page is empty, and the next request goes on
 * (docs/decisions/0026-past-one-partition.md).
 */
export async function findSortedPage<Item extends object>(
  client: DynamoDBDocumentClient,
  TableName: string,
  list: SortedList<Item>,
  { limit, position }: { readonly limit: number; readonly position: SortedPosition | undefined },
): Promise<{ readonly items: readonly Item[]; readonly position: SortedPosition | null }> {
  const { index, attributes, partitions, placeOf } = list;
  const [partitionName, idName, timeName] = attributes;
  const { after, pass } = position ?? {};
  const keyOf = (id: string): Key => ({ [partitionName]: list.partitionOf(id), [idName]: id });
  const most = Math.min(limit, pass?.most ?? limit);
  const first = new FirstItems<Item>(most, after, pass?.until);
  const earlier = pass === undefined ? [] : await itemsWithKeys<Item>(client, TableName, pass.first.map(keyOf));
  first.add(earlier, placeOf);
  let partition = pass?.partition ?? partitions[0];
  let from: Key | undefined = pass && { ...keyOf(pass.id), [timeName]: pass.time };
  for (let queries = 1; partition !== undefined; queries += 1) {
    const { Items = [], LastEvaluatedKey: last } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: index,
        KeyConditionExpression: "#partition = :partition",
        ExpressionAttributeNames: { "#partition": partitionName },
        ExpressionAttributeValues: { ":partition": partition },
        ExclusiveStartKey: from && { ...from },
      }),
    );
    first.add(Items as Item[], placeOf);
    from = last as Key | undefined;
    if (from === undefined) partition = partitions[partitions.indexOf(partition) + 1];
    else if (queries >= MOST_QUERIES) {
      const read = { partition, id: String(from[idName]), time: String(from[timeName]) };
      return { items: [], position: { after, pass: { ...read, first: first.ids, most, until: first.until } } };
    }
  }
  return { items: first.items, position: first.end };
}

/**
 * The items that come first after a place, of all that were added; each once. An item that was behind the limit stays
 * behind, even when one of these is deleted while others are still being read: otherwise items between would be missing.
 */
class FirstItems<Item> {
  readonly #most: number;
  readonly #after: SortPlace | undefined;
  #placed: readonly { readonly item: Item; readonly place: SortPlace }[] = [];
  #until: SortPlace | undefined;

  constructor(most: number, after: SortPlace | undefined, until: SortPlace | undefined) {
    this.#most = most;
    this.#after = after;
    this.#until = until;
  }

  get items(): readonly Item[] {
    return this.#placed.map(({ item }) => item);
  }

  get ids(): string[] {
    return this.#placed.map(({ place }) => place.id);
  }

  /** The place of the first item behind them; undefined without one. */
  get until(): SortPlace | undefined {
    return this.#until;
  }

  /** Where the next page begins; null at the end of the list. */
  get end(): SortedPosition | null {
    return this.#until !== undefined ? { after: this.#placed.at(-1)?.place ?? this.#after } : null;
  }

  add(items: readonly Item[], placeOf: SortedList<Item>["placeOf"]): void {
    const there = new Set(this.ids);
    const added = items.flatMap((item) => {
      const place = placeOf(item);
      if (place === null || there.has(place.id)) return [];
      const isBefore = this.#after !== undefined && comparePlaces(place, this.#after) <= 0;
      const isBehind = this.#until !== undefined && comparePlaces(place, this.#until) >= 0;
      return isBefore || isBehind ? [] : [{ item, place }];
    });
    const all = [...this.#placed, ...added].sort((one, other) => comparePlaces(one.place, other.place));
    this.#until = all[this.#most]?.place ?? this.#until;
    this.#placed = all.slice(0, this.#most);
  }
}
