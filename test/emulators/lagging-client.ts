import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TestDynamo } from "./dynamo.ts";
import { dynamoClient } from "./dynamo-client.ts";

/** The part of a read's input that says how it is read. */
interface Read {
  readonly ConsistentRead?: boolean;
}

/**
 * A separate client of the emulator whose reads find nothing unless they are consistent: what was written a moment ago may be
 * missing from any other read. The emulator itself answers every read consistently.
 */
export function laggingClient({ emulator }: Pick<TestDynamo, "emulator">): DynamoDBDocumentClient {
  const client = dynamoClient(emulator);
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const isRead = commandName === "GetItemCommand" || commandName === "QueryCommand";
        if (!isRead || (args.input as Read).ConsistentRead === true) return next(args);
        return { output: { $metadata: {}, Items: [], Count: 0 } as never, response: undefined };
      },
    { step: "initialize", priority: "low", name: "lag" },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
