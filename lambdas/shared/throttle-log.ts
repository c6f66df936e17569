import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { log } from "./log.ts";

/** DynamoDB's errors when a table, an index or the account has too many requests (developer guide, "Error handling"). */
const THROTTLED: ReadonlySet<string> = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
]);

/**
 * Logs each request that DynamoDB throttles, even if a retry succeeds: so a table that is near its limit is noticed before
 * requests fail.
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
    // Inside the client's retries and outside its parser: it gets the error of each attempt, with its name.
    { name: "logThrottles", step: "deserialize", priority: "high" },
  );
}
