import { expect, it } from "vitest";
import type { WriteOperation } from "../../../lib/local/emulators/dynalite.ts";
import { database } from "../../../lib/local/emulators/dynalite.ts";
import { writeJointly } from "../../../lib/local/emulators/joint-writes.ts";
import { keySchema, strings } from "./dynamo-tables.ts";

const TABLE = {
  TableName: "things",
  AttributeDefinitions: strings("user", "id", "made", "seen"),
  KeySchema: keySchema("user", "id"),
  LocalSecondaryIndexes: [
    { IndexName: "by_made", KeySchema: keySchema("user", "made"), Projection: { ProjectionType: "ALL" } },
  ],
  GlobalSecondaryIndexes: [
    { IndexName: "by_seen", KeySchema: keySchema("user", "seen"), Projection: { ProjectionType: "KEYS_ONLY" } },
  ],
};

it("an item and its index entries are written in one batch, so that no kill can part them", () => {
  const store = database.create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  const batches: (readonly WriteOperation[])[] = [];
  store.db.batch = (operations) => void batches.push(operations);
  writeJointly(store);
  const items = store.getItemDb("things");
  const item = { user: { S: "ada" }, id: { S: "1" }, made: { S: "now" }, seen: { S: "never" } };
  const seen = { ...item, seen: { S: "today" } };

  // As dynalite's actions do it.
  const change = (before: object | null, after: object | null, write: () => void) =>
    database.updateIndexes(store, TABLE, before as typeof item, after as typeof item, write);
  change(null, item, () => items.put("the-key", item, () => undefined));
  change(item, seen, () => items.put("the-key", seen, () => undefined));
  change(seen, null, () => items.del("the-key", () => undefined));

  const kinds = batches.map((operations) => operations.map(({ type, key: of }) => `${type} ${of.split("~")[0]}`));
  expect(kinds).toEqual([
    ["put index-local", "put index-global", "put item-things"],
    ["put index-local", "del index-global", "put index-global", "put item-things"],
    ["del index-local", "del index-global", "del item-things"],
  ]);
  const values = batches[0]?.flatMap((operation) => ("value" in operation ? [operation.value] : [])) ?? [];
  expect(JSON.parse(String(values[0]))).toEqual(item);
  expect(values[2]).toBe(values[0]);
});
