import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** Attempts of one call, as in the deployed clients of tables and queues. */
export const ATTEMPTS = 3;

/** Lets a client repeat a call without the waits between attempts. The client repeats what the SDK's own strategy repeats. */
export function retryAtOnce({ config }: Pick<DynamoDBClient, "config">): void {
  config.retryStrategy = async () => ({
    mode: "standard",
    acquireInitialRetryToken: async () => ({ getRetryCount: () => 0, getRetryDelay: () => 0 }),
    refreshRetryTokenForRetry: async (token, { errorType }) => {
      const count = token.getRetryCount() + 1;
      if (count === ATTEMPTS || errorType === "CLIENT_ERROR") throw new Error("no more attempts");
      return { getRetryCount: () => count, getRetryDelay: () => 0 };
    },
    recordSuccess: () => undefined,
  });
}
