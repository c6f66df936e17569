import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { DynamoEmulator } from "../../../lib/local/emulators/dynamo-emulator.ts";
import { rebuildIndexes } from "../../../lib/local/emulators/recovery/rebuild-indexes.ts";
import { updateTableIndexes } from "../../../lib/local/emulators/table-indexes.ts";
import { ensureTables } from "../../../lib/local/emulators/tables.ts";
import { Template } from "../../../lib/local/template/template.ts";
import { folderOfEachTest } from "../temporary-folders.ts";
import { keySchema, strings } from "./dynamo-tables.ts";

const folder = folderOfEachTest();

const index = (IndexName: string, at: string) => ({
  IndexName,
  KeySchema: keySchema("user", at),
  Projection: { ProjectionType: "KEYS_ONLY" },
});

/** A version of the template whose table has these global indexes. */
function version(indexes: Readonly<Record<string, string>>, sortKey = "id"): Template {
  const attributes = new Set(["user", sortKey, ...Object.values(indexes)]);
  const global = Object.entries(indexes).map(([name, at]) => index(name, at));
  const Properties = {
    TableName: "local-things",
    AttributeDefinitions: strings(...attributes),
    KeySchema: keySchema("user", sortKey),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  };
  return new Template({ Things: { Type: "AWS::DynamoDB::Table", Properties } }, { api: "", aws: "" });
}

/** Starts on the data as a runner of this version does, and calls the emulator. */
async function started<T>(template: Template, work: (dynamo: DynamoEmulator, table: string) => Promise<T>): Promise<T> {
  const path = join(folder.path, "dynamodb");
  if (await updateTableIndexes(path, template)) await rebuildIndexes(path);
  const dynamo = new DynamoEmulator(path);
  try {
    const [table = ""] = await ensureTables(template, dynamo);
    return await work(dynamo, table);
  } finally {
    await dynamo.close();
  }
}

async function call(dynamo: DynamoEmulator, operation: string, input: object): Promise<{ readonly Count?: number }> {
  const { status, body } = await dynamo.send(operation, Buffer.from(JSON.stringify(input)));
  if (status !== 200) throw new Error(`${operation}: ${body}`);
  return JSON.parse(body.toString()) as { Count?: number };
}

const item = (id: string) => ({ user: { S: "alice" }, id: { S: id }, made: { S: `made ${id}` }, seen: { S: id } });
const put = (id: string) => (dynamo: DynamoEmulator, TableName: string) =>
  call(dynamo, "PutItem", { TableName, Item: item(id) });
const found = (IndexName: string) => async (dynamo: DynamoEmulator, TableName: string) => {
  const query = { TableName, IndexName, KeyConditionExpression: "#user = :user" };
  const values = {
    ExpressionAttributeNames: { "#user": "user" },
    ExpressionAttributeValues: { ":user": { S: "alice" } },
  };
  return (await call(dynamo, "Query", { ...query, ...values })).Count;
};

it("a data folder of an earlier version gets the indexes of this one, with the items that it has", async () => {
  await started(version({}), put("one"));
  await started(version({ by_made: "made" }), put("two"));
  const newest = version({ by_made: "made", by_seen: "seen" });
  expect(await started(newest, found("by_made"))).toBe(2);
  expect(await started(newest, found("by_seen"))).toBe(2);
  await started(newest, put("three"));
  expect(await started(newest, found("by_seen"))).toBe(3);

  const back = version({ by_seen: "seen" });
  expect(await started(back, found("by_seen"))).toBe(3);
  await expect(started(back, found("by_made"))).rejects.toThrow("by_made");

  // Another key would be another table.
  await expect(started(version({ by_seen: "seen" }, "seen"), put("four"))).rejects.toThrow("of another version");
});

it("a table takes items as soon as it is there, also after a start that was killed before its next tick", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const template = version({ by_made: "made" });
  await started(template, put("five"));
  expect(await started(template, found("by_made"))).toBe(1);
});
