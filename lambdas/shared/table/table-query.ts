import type { DynamoDBDocumentClient, QueryCommandInput, QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Position } from "../http/pagination.ts";
import type { ItemAddress } from "./update.ts";

/** Name of the local indexes that have the items of a partition in order of creation. */
export const BY_CREATED_AT = "by_created_at";

/** The limit of queries for a page with a filter: each ends at 1 MB, so that a request's time is bounded. */
const MOST_FILTERED_QUERIES = 4;

/**
 * One page of stored items. `last` is the position where the next page begins, with at least the keys of its item; null when
 * no more follow.
 */
export interface ItemPage<T> {
  readonly items: readonly T[];
  readonly last: T | null;
}

/** One item, read consistently; null if it does not exist. */
export async function itemAt<T>(client: DynamoDBDocumentClient, { TableName, Key }: ItemAddress): Promise<T | null> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: { ...Key }, ConsistentRead: true }));
  return (Item as T | undefined) ?? null;
}

/**
 * A page of a query. With a filter it reads until the page is full or 4 MB were read: items that the filter excludes are
 * read, but don't count towards the limit.
 *
 * @param query without limit and start
 * @param start the keys of the item after which the page begins
 */
export async function queriedPage<T>(
  client: DynamoDBDocumentClient,
  query: Omit<QueryCommandInput, "Limit" | "ExclusiveStartKey">,
  limit: number,
  start: Position | undefined,
): Promise<ItemPage<T>> {
  const found: T[] = [];
  let from: Position | undefined = start;
  let queries = 0;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        ...query,
        // One item more than the page's limit shows whether there is a next page.
        ...(query.FilterExpression === undefined ? { Limit: limit + 1 - found.length } : {}),
        ExclusiveStartKey: from,
      }),
    );
    found.push(...(Items as T[]));
    from = LastEvaluatedKey as Position | undefined;
    queries += 1;
    if (query.FilterExpression !== undefined && queries === MOST_FILTERED_QUERIES) break;
  } while (from !== undefined && found.length <= limit);
  if (from !== undefined && found.length <= limit) return { items: found, last: from as T };
  return { items: found.slice(0, limit), last: found.length > limit ? (found[limit - 1] ?? null) : null };
}

/** A position in a partition: the sort key of the last item of a page. */
export type SortKeyPosition = Readonly<Record<"sk", string>>;

/** A page of the items of a partition whose sort keys begin with a time, the newest first; read consistently. */
export async function newestOfPartition<T extends SortKeyPosition>(
  client: DynamoDBDocumentClient,
  { table, pk }: { readonly table: string; readonly pk: string },
  { limit, position }: { readonly limit: number; readonly position: SortKeyPosition | undefined },
): Promise<{ readonly items: readonly T[]; readonly position: SortKeyPosition | null }> {
  const { items, last } = await queriedPage<T>(
    client,
    { ...wholePartition(table, pk), ScanIndexForward: false },
    limit,
    position && { pk, sk: position.sk },
  );
  return { items, position: last && { sk: last.sk } };
}

/** A position in index `by_created_at`: the id, which is the sort key of the table, and the time of a page's last item. */
export type CreatedPosition = Readonly<Record<"id" | "created_at", string>>;

/** A page of the items of a partition of the local index `by_created_at`, the newest first; read consistently. */
export async function newestCreated<T extends SortKeyPosition & { readonly created_at?: string }>(
  client: DynamoDBDocumentClient,
  { table, pk }: { readonly table: string; readonly pk: string },
  { limit, position }: { readonly limit: number; readonly position: CreatedPosition | undefined },
): Promise<{ readonly items: readonly T[]; readonly position: CreatedPosition | null }> {
  const query = { ...wholePartition(table, pk), IndexName: BY_CREATED_AT, ScanIndexForward: false };
  const start = position && { pk, sk: position.id, created_at: position.created_at };
  const { items, last } = await queriedPage<T>(client, query, limit, start);
  return { items, position: last && { id: last.sk, created_at: String(last.created_at) } };
}

/** All items of a query, over its pages of at most 1 MB. The next page is requested only when it is needed. */
export async function* itemsOf<T>(
  client: DynamoDBDocumentClient,
  query: Omit<QueryCommandInput, "ExclusiveStartKey">,
): AsyncGenerator<T> {
  let from: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({ ...query, ExclusiveStartKey: from });
    const { Items = [], LastEvaluatedKey }: QueryCommandOutput = await client.send(command);
    yield* Items as T[];
    from = LastEvaluatedKey;
  } while (from !== undefined);
}

/** All items of a partition of a table, in the order of their sort keys; read consistently. */
export function itemsOfPartition<T>(client: DynamoDBDocumentClient, table: string, pk: string): AsyncGenerator<T> {
  return itemsOf<T>(client, wholePartition(table, pk));
}

function wholePartition(table: string, pk: string) {
  return {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
  };
}
