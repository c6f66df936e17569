import type { DynamoDBDocumentClient, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";

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
