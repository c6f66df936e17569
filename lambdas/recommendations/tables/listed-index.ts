import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { itemsOf } from "../../shared/table/table-query.ts";

/** A part of a list: at most `limit` entries, after the position `after`; the newest by default. */
export interface ListRange {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** One page of items, newest first; `next` is the position after which the next page begins, null at the end. */
export interface ListedPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The keys of an item in index `listed`. */
interface Listed {
  readonly listed_at: string;
}

/**
 * The items of one partition of index `listed` of table `recommendations`, newest first: partition key `listed_as`, sort key
 * `listed_at`. The index may be behind the table.
 */
export function listedItems<T extends Listed>(
  client: DynamoDBDocumentClient,
  table: string,
  list: string,
  { after, limit }: Partial<ListRange> = {},
): AsyncGenerator<T> {
  return itemsOf<T>(client, {
    TableName: table,
    IndexName: "listed",
    ScanIndexForward: false,
    Limit: limit,
    KeyConditionExpression: `listed_as = :list${after === undefined ? "" : " AND listed_at < :after"}`,
    ExpressionAttributeValues: { ":list": list, ":after": after },
  });
}

/** A page of several partitions together. @param isVisible false for an item that the list leaves out */
export async function listedPage<T extends Listed>(
  client: DynamoDBDocumentClient,
  table: string,
  lists: readonly string[],
  { limit, after }: ListRange,
  isVisible: (item: T) => boolean = () => true,
): Promise<ListedPage<T>> {
  const found = await Promise.all(
    lists.map(async (list) => {
      const items: T[] = [];
      for await (const item of listedItems<T>(client, table, list, { after, limit: limit + 1 })) {
        if (isVisible(item)) items.push(item);
        if (items.length > limit) break;
      }
      return items;
    }),
  );
  const merged = found.flat().sort((one, other) => (one.listed_at < other.listed_at ? 1 : -1));
  const items = merged.slice(0, limit);
  return { items, next: merged.length > limit ? (items.at(-1)?.listed_at ?? null) : null };
}
