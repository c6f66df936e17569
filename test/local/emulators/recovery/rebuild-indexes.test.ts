import { join } from "node:path";
import { Level } from "level";
import { expect, it } from "vitest";
import { rebuildIndexes } from "../../../../lib/local/emulators/recovery/rebuild-indexes.ts";
import { folderOfFile } from "../../temporary-folders.ts";
import { keySchema, strings } from "../dynamo-tables.ts";

const folder = folderOfFile();

const item = (id: string, at: string) => ({ user: { S: "alice" }, id: { S: id }, at: { S: at }, note: { S: "kept" } });

it("repairs the index entries after a kill between an item and its entries", async () => {
  const path = join(folder, "dynamodb");
  const level = new Level<string, unknown>(path, { valueEncoding: "json" });
  await level.put("table~stocks", {
    TableName: "stocks",
    TableStatus: "ACTIVE",
    AttributeDefinitions: strings("user", "id", "at"),
    KeySchema: keySchema("user", "id"),
    LocalSecondaryIndexes: [
      { IndexName: "by_at", KeySchema: keySchema("user", "at"), Projection: { ProjectionType: "ALL" } },
    ],
  });
  // An item without its entry, and the entry of an item that was never written.
  await level.put("item-stocks~there", item("there", "2026-11-20"));
  await level.put("index-local~stocks~by_at~phantom", item("never", "2026-11-21"));
  await level.close();

  expect(await rebuildIndexes(path)).toBe(2);
  expect(await rebuildIndexes(path)).toBe(0);

  const again = new Level<string, unknown>(path, { valueEncoding: "json" });
  const entries = await again.iterator({ gte: "index-", lt: "index-\uffff" }).all();
  await again.close();
  expect(entries.map(([, value]) => value)).toEqual([item("there", "2026-11-20")]);
});
