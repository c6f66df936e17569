import { Level } from "level";
import { afterAll, expect, it, vi } from "vitest";
import { DynamoEmulator } from "../../../lib/local/emulators/dynamo-emulator.ts";
import { folderOfFile } from "../temporary-folders.ts";
import { keySchema, strings } from "./dynamo-tables.ts";

const folder = folderOfFile();
const iterators = vi.spyOn(Level.prototype, "values");
const dynamo = new DynamoEmulator(folder);

afterAll(async () => {
  iterators.mockRestore();
  await dynamo.close();
});

const TableName = "things";

async function send(operation: string, input: object) {
  const { status, body } = await dynamo.send(operation, Buffer.from(JSON.stringify(input)));
  expect(status, String(body)).toBe(200);
  return JSON.parse(String(body));
}

it("a query, a query that stops at its limit and a scan leave no iterator of the database open", async () => {
  await send("CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keySchema("id", "at"),
    AttributeDefinitions: strings("id", "at"),
  });
  for (const at of ["1", "2", "3"]) await send("PutItem", { TableName, Item: { id: { S: "a" }, at: { S: at } } });
  const query = {
    TableName,
    KeyConditionExpression: "id = :id",
    ExpressionAttributeValues: { ":id": { S: "a" } },
  };
  expect((await send("Query", query)).Count).toBe(3);
  expect((await send("Query", { ...query, Limit: 1 })).Count).toBe(1);
  expect((await send("Scan", { TableName })).Count).toBe(3);
  expect(iterators.mock.results).toHaveLength(3);
  // They are closed a moment after the answer.
  for (const { value: iterator } of iterators.mock.results)
    await expect
      .poll(() => iterator.next().then(String, (error: { code?: string }) => error.code))
      .toBe("LEVEL_ITERATOR_NOT_OPEN");
});
