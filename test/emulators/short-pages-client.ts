import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { TestDynamo } from "./dynamo.ts";
import { dynamoClient } from "./dynamo-client.ts";

const READINGS: ReadonlySet<string | undefined> = new Set(["QueryCommand", "ScanCommand"]);

/** A client whose every page of a query or a scan ends after one item, as DynamoDB's ends after 1 MB. */
export function shortPagesClient({ emulator }: Pick<TestDynamo, "emulator">): DynamoDBDocumentClient {
  const client = dynamoClient(emulator);
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        next(READINGS.has(commandName) ? { ...args, input: { ...args.input, Limit: 1 } } : args),
    { step: "initialize", name: "shortPages" },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
