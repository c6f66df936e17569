import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DynamoEmulator } from "../../../lib/local/emulators/dynamo-emulator.ts";
import { keySchema, strings } from "./dynamo-tables.ts";

const TableName = "stored";
let emulator: DynamoEmulator;

/** @returns the answer's body */
async function sent(operation: string, input: object): Promise<Record<string, unknown>> {
  const { body } = await emulator.send(operation, Buffer.from(JSON.stringify({ TableName, ...input })));
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

async function createTable(key: string): Promise<void> {
  await sent("CreateTable", {
    AttributeDefinitions: strings(key),
    KeySchema: keySchema(key),
    BillingMode: "PAY_PER_REQUEST",
  });
}

const set = (id: string, count: number, expected: number) =>
  sent("UpdateItem", {
    Key: { id: { S: id } },
    UpdateExpression: "SET #count = :count",
    ConditionExpression: "attribute_not_exists(#count) OR #count = :expected",
    ExpressionAttributeNames: { "#count": "count" },
    ExpressionAttributeValues: { ":count": { N: `${count}` }, ":expected": { N: `${expected}` } },
    ReturnValues: "ALL_NEW",
  });

beforeEach(async () => {
  emulator = new DynamoEmulator();
  await createTable("id");
});
afterEach(() => emulator.close());

describe("an expression that was sent before", () => {
  it("is applied with the values of each call", async () => {
    expect(await set("a", 1, 0)).toEqual({ Attributes: { id: { S: "a" }, count: { N: "1" } } });
    expect(await set("a", 2, 1)).toEqual({ Attributes: { id: { S: "a" }, count: { N: "2" } } });
    expect(await set("a", 3, 1)).toMatchObject({ message: "The conditional request failed" });
    expect(await set("b", 4, 1)).toEqual({ Attributes: { id: { S: "b" }, count: { N: "4" } } });
  });

  it("reads the key of each call", async () => {
    await set("a", 1, 0);
    await set("b", 2, 0);
    const query = (id: string) =>
      sent("Query", {
        // The value on the left: dynalite turns such a condition round in its own result.
        KeyConditionExpression: ":id = id",
        ExpressionAttributeValues: { ":id": { S: id } },
      });
    for (const id of ["a", "b", "a"]) expect(await query(id)).toMatchObject({ Items: [{ id: { S: id } }] });
  });

  it("is refused when a value has another type, a bound is wrong, or a name or value is missing or not used", async () => {
    const scan = (FilterExpression: string, names: object | undefined, values: object) =>
      sent("Scan", { FilterExpression, ExpressionAttributeNames: names, ExpressionAttributeValues: values });
    const names = { "#id": "id" };
    const begins = "begins_with(#id, :from)";
    const between = "#id BETWEEN :from AND :to";
    for (let times = 0; times < 2; times += 1) {
      expect(await scan(begins, names, { ":from": { S: "a" } })).toMatchObject({ Count: 0 });
      expect(String((await scan(begins, names, { ":from": { N: "1" } })).message)).toContain("Incorrect operand type");
      expect(String((await scan(begins, {}, { ":from": { S: "a" } })).message)).toContain("must not be empty");
      expect(String((await scan(begins, undefined, { ":from": { S: "a" } })).message)).toContain("not defined");
      expect(String((await scan(begins, names, { ":to": { S: "a" } })).message)).toContain("not defined");
      const more = { ":from": { S: "a" }, ":to": { S: "b" } };
      expect(String((await scan(begins, names, more)).message)).toContain("unused in expressions: keys: {:to}");
      expect(await scan(between, names, more)).toMatchObject({ Count: 0 });
      expect(String((await scan(between, names, { ":from": { S: "b" }, ":to": { S: "a" } })).message)).toContain(
        "greater than or equal",
      );
    }
  });
});

describe("a table that is created again", () => {
  it("has its new key, even if calls came while it was deleted", async () => {
    await set("a", 1, 0);
    const deletion = sent("DeleteTable", {});
    const calls: Promise<unknown>[] = [];
    for (let tick = 0; tick < 50; tick += 1) {
      calls.push(set(`${tick}`, 1, 0));
      await new Promise(setImmediate);
    }
    await Promise.all([deletion, ...calls]);
    while ((await sent("DescribeTable", {})).Table !== undefined);
    expect(String((await set("a", 1, 0)).__type)).toContain("ResourceNotFoundException");
    await createTable("name");
    expect(String((await set("a", 1, 0)).message)).toContain("does not match the schema");
    await sent("PutItem", { Item: { name: { S: "n" } } });
    expect(await sent("GetItem", { Key: { name: { S: "n" } } })).toEqual({ Item: { name: { S: "n" } } });
  });
});
