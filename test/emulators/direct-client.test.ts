import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { directClient } from "./direct-client.ts";
import type { TestDynamo } from "./dynamo.ts";
import { startDynamo } from "./dynamo.ts";

const TABLE = { TableName: "mercari" };
const Key = { pk: "one", sk: "1" };
const ITEM = {
  ...Key,
  price: 1_200,
  bytes: Uint8Array.of(1, 2, 255),
  parts: [{ a: null, b: [true, "x"] }],
  not: undefined,
};
const MISSING = "attribute_not_exists(pk)";

/** Each operation that the tables use, with its results and its refusals. */
const COMMANDS = () => [
  new PutCommand({ ...TABLE, Item: ITEM, ConditionExpression: MISSING }),
  new PutCommand({ ...TABLE, Item: ITEM, ConditionExpression: MISSING }),
  new PutCommand({ ...TABLE, Item: { pk: "one" } }),
  new GetCommand({ ...TABLE, Key, ConsistentRead: true }),
  new GetCommand({ ...TABLE, Key: { pk: "none", sk: "1" } }),
  new UpdateCommand({
    ...TABLE,
    Key,
    UpdateExpression: "SET price = :price",
    ConditionExpression: "price > :price",
    ExpressionAttributeValues: { ":price": 1_100 },
    ReturnValues: "ALL_NEW",
  }),
  new BatchWriteCommand({
    RequestItems: { mercari: ["2", "3"].map((sk) => ({ PutRequest: { Item: { ...ITEM, sk } } })) },
  }),
  new BatchWriteCommand({ RequestItems: { mercari: [{ DeleteRequest: { Key: { ...Key, sk: "3" } } }] } }),
  new BatchGetCommand({ RequestItems: { mercari: { Keys: [Key], ConsistentRead: true } } }),
  new QueryCommand({
    ...TABLE,
    KeyConditionExpression: "#pk = :pk",
    ExpressionAttributeNames: { "#pk": "pk" },
    ExpressionAttributeValues: { ":pk": "one" },
    Limit: 1,
  }),
  new QueryCommand({
    ...TABLE,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": "one" },
    ExclusiveStartKey: Key,
  }),
  new DeleteCommand({ ...TABLE, Key, ReturnValues: "ALL_OLD" }),
  new ScanCommand(TABLE),
  new GetCommand({ TableName: "no-such-table", Key }),
];

let dynamos: readonly TestDynamo[];
beforeEach(async () => {
  dynamos = await Promise.all([startDynamo(), startDynamo()]);
});
afterEach(async () => {
  await Promise.all(dynamos.map((dynamo) => dynamo.close()));
});

/** What the commands return and throw, one after the other. */
async function outcomes({ send }: { send: (command: never) => Promise<unknown> }): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  for (const command of COMMANDS()) seen.push(await send(command as never).then(returned, thrown));
  return seen;
}

function returned(output: unknown): unknown {
  // The SDK adds its own metadata, and the tests' client asks for the consumed capacity.
  const { $metadata, ConsumedCapacity, ...rest } = output as Record<string, unknown>;
  return rest;
}

function thrown(error: Error & { $metadata?: { httpStatusCode?: number } }): unknown {
  const isCondition = error instanceof ConditionalCheckFailedException;
  return { isCondition, name: error.name, status: error.$metadata?.httpStatusCode };
}

it("answers as the SDK's client does", async () => {
  const [one, other] = dynamos as [TestDynamo, TestDynamo];
  const sdk: DynamoDBDocumentClient = one.client;
  const expected = await outcomes({ send: (command) => sdk.send(command) });
  const direct = directClient(other, (attempt) => attempt());
  const seen = await outcomes({ send: (command) => direct.send(command) });
  expect(seen).toEqual(expected);
});
