import type { DynamoDBDocumentClient, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Position } from "../http/pagination.ts";

/** One page of items as they lie in a table; `last` is the last of them when more follow, else null. */
export interface ItemPage<T> {
  readonly items: readonly T[];
  readonly last: T | null;
}

/**
 * A page of a query. With a filter it reads on until the page is full: what the filter leaves out costs a read but no
 * place.
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
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        ...query,
        // One more than the page holds tells whether there is another.
        ...(query.FilterExpression === undefined ? { Limit: limit + 1 - found.length } : {}),
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    found.push(...(Items as T[]));
    from = LastEvaluatedKey as Position | undefined;
  } while (from !== undefined && found.length <= limit);
  return { items: found.slice(0, limit), last: found.length > limit ? (found[limit - 1] ?? null) : null };
}

/** What a query finds, whatever its pages: one ends at 1 MB. The next is asked for only when it is needed. */
export async function* itemsOf<T>(
  client: DynamoDBDocumentClient,
  query: Omit<QueryCommandInput, "ExclusiveStartKey">,
): AsyncGenerator<T> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({ ...query, ...(from === undefined ? {} : { ExclusiveStartKey: from }) }),
    );
    yield* Items as T[];
    from = LastEvaluatedKey;
  } while (from !== undefined);
}
