import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { log } from "./log.ts";

/** What DynamoDB says when a table, an index or the account has taken too many requests (developer guide, "Error handling"). */
const THROTTLED: ReadonlySet<string> = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

/**
 * Writes a line for each request that DynamoDB throttles, also for one that the client makes good by another try: so a
 * table that is near its limit is heard of before anything fails.
 */
export function logThrottles(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          if (error instanceof Error && THROTTLED.has(error.name)) {
            const table = "TableName" in args.input ? args.input.TableName : undefined;
            log.warn("table_throttled", { operation: commandName, table, error: error.name });
          }
          throw error;
        }
      },
    // Inside of the client's retries and outside of its parser: sees each attempt's error by its name.
    { name: "logThrottles", step: "deserialize", priority: "high" },
  );
}
