import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { logThrottles } from "../../lambdas/shared/throttle-log.ts";
import { capturedLog } from "../emulators/captured-log.ts";
import { ATTEMPTS, retryAtOnce } from "../emulators/retry-at-once.ts";

const log = capturedLog();

/** Error types of the table's responses, one for each request; after them the item. */
let refusals: string[] = [];
const table = createServer((request, response) => {
  request.resume();
  const refusal = refusals.shift();
  response.writeHead(refusal === undefined ? 200 : 400, { "content-type": "application/x-amz-json-1.0" });
  const type = `com.amazonaws.dynamodb.v20120810#${refusal}`;
  response.end(
    JSON.stringify(refusal === undefined ? { Item: { id: { S: "one" } } } : { __type: type, message: "no" }),
  );
});

beforeAll(async () => {
  await new Promise<void>((resolve) => table.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  table.close();
});

let client: DynamoDBDocumentClient;
beforeEach(() => {
  refusals = [];
  const endpoint = `http://127.0.0.1:${(table.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  const dynamo = new DynamoDBClient({ endpoint, credentials, region: "us-east-1", maxAttempts: ATTEMPTS });
  retryAtOnce(dynamo);
  logThrottles(dynamo);
  client = DynamoDBDocumentClient.from(dynamo);
});
afterEach(() => {
  client.destroy();
});

const get = () => client.send(new GetCommand({ TableName: "stocks", Key: { id: "one" } }));

it("writes nothing for a request that succeeds", async () => {
  expect(await get()).toMatchObject({ Item: { id: "one" } });
  expect(log.raw).toEqual([]);
});

it("writes a line for each throttled attempt, also when the last one succeeds", async () => {
  refusals = ["ThrottlingException", "ProvisionedThroughputExceededException"];
  expect(await get()).toMatchObject({ Item: { id: "one" } });
  expect(log.lines()).toEqual([
    expect.objectContaining({
      level: "WARN",
      message: "table_throttled",
      operation: "GetItemCommand",
      table: "stocks",
      error: "ThrottlingException",
    }),
    expect.objectContaining({ message: "table_throttled", error: "ProvisionedThroughputExceededException" }),
  ]);
});

it("names no table of a request that has several", async () => {
  refusals = ["RequestLimitExceeded"];
  await client.send(new BatchGetCommand({ RequestItems: { stocks: { Keys: [{ id: "one" }] } } }));
  const [line] = log.lines("table_throttled");
  expect(line).toMatchObject({ operation: "BatchGetItemCommand", error: "RequestLimitExceeded" });
  expect(line).not.toHaveProperty("table");
});

it("throws DynamoDB's error, and writes nothing for other errors", async () => {
  refusals = ["ValidationException"];
  await expect(get()).rejects.toMatchObject({ name: "ValidationException" });
  expect(log.lines("table_throttled")).toEqual([]);
});
