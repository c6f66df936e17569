import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import dynalite from "dynalite";

/** Table `stocks` as the template describes it; a test of the table compares the two. */
export const stocksTable = {
  AttributeDefinitions: [
    { AttributeName: "user_id", AttributeType: "S" },
    { AttributeName: "id", AttributeType: "S" },
    { AttributeName: "created_at", AttributeType: "S" },
    { AttributeName: "pending_partition", AttributeType: "S" },
    { AttributeName: "reconcile_at", AttributeType: "S" },
  ],
  BillingMode: "PAY_PER_REQUEST",
  KeySchema: [
    { AttributeName: "user_id", KeyType: "HASH" },
    { AttributeName: "id", KeyType: "RANGE" },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: "by_created_at",
      KeySchema: [
        { AttributeName: "user_id", KeyType: "HASH" },
        { AttributeName: "created_at", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "pending",
      KeySchema: [
        { AttributeName: "pending_partition", KeyType: "HASH" },
        { AttributeName: "reconcile_at", KeyType: "RANGE" },
      ],
      Projection: {
        ProjectionType: "INCLUDE",
        NonKeyAttributes: ["provider", "original_url", "canonical_url", "fetch_id", "reconcile_rounds"],
      },
    },
  ],
} as const satisfies Omit<CreateTableCommandInput, "TableName">;

/** A DynamoDB in memory with one table, on a port of its own. */
export interface DynamoEmulator {
  readonly endpoint: string;
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** Every request that went over the wire since the list was last emptied, by its command's name; retries too. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** What the SDK insists on; the emulator believes anything. */
export const emulatorCredentials = { accessKeyId: "local", secretAccessKey: "local" };

export async function startDynamo(): Promise<DynamoEmulator> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new DynamoDBClient({ endpoint, region: "ap-northeast-1", credentials: emulatorCredentials });
  const table = "stocks";
  await client.send(new CreateTableCommand({ TableName: table, ...mutable(stocksTable) }));
  // The table answers a tick after it was asked for, however short the emulator's delay.
  while ((await client.send(new DescribeTableCommand({ TableName: table }))).Table?.TableStatus !== "ACTIVE");
  const requests: string[] = [];
  client.middlewareStack.add(
    (next, context) => (args) => {
      // The innermost step runs once an attempt, so that the SDK's own retries are counted.
      requests.push(String(context.commandName));
      return next(args);
    },
    { step: "deserialize", priority: "low", name: "recordRequests" },
  );
  return {
    endpoint,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table,
    requests,
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

/** The SDK's inputs are mutable lists; a copy keeps the definition itself unchangeable. */
function mutable<T>(value: T): Mutable<T> {
  return structuredClone(value) as Mutable<T>;
}
