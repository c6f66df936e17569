import { existsSync } from "node:fs";
import { Level } from "level";
import type { Template } from "../template/template.ts";
import type { Table } from "./dynalite.ts";
import { TABLES } from "./recovery/rebuild-indexes.ts";
import { shape } from "./tables.ts";

/** What makes an index another one. */
const INDEX = ["IndexName", "KeySchema", "Projection"];

interface TemplateTable {
  readonly AttributeDefinitions?: unknown;
  readonly GlobalSecondaryIndexes?: readonly TemplateIndex[];
}

interface TemplateIndex {
  readonly IndexName: string;
  readonly KeySchema: unknown;
  readonly Projection: unknown;
}

/**
 * Gives the tables of a data folder the global indexes of the template, as a deployment of another version does: the emulator
 * itself can't add one. Their entries are made by `rebuildIndexes`.
 *
 * @param folder of a database that is not open
 * @returns whether a table has other indexes now
 */
export async function updateTableIndexes(folder: string, template: Template): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const level = new Level<string, unknown>(folder, { valueEncoding: "json" });
  try {
    const puts: { type: "put"; key: string; value: unknown }[] = [];
    for (const { ref, properties } of template.ofType("AWS::DynamoDB::Table")) {
      const key = TABLES + ref;
      const stored = (await level.get(key)) as Table | undefined;
      const { AttributeDefinitions, GlobalSecondaryIndexes = [] } = properties as TemplateTable;
      if (stored === undefined || shape(stored.GlobalSecondaryIndexes, INDEX) === shape(GlobalSecondaryIndexes, INDEX))
        continue;
      const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
        IndexStatus: "ACTIVE",
        IndexSizeBytes: 0,
        ItemCount: 0,
        ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
      }));
      const { GlobalSecondaryIndexes: _, ...rest } = stored;
      // The emulator takes no empty list.
      const value = { ...rest, AttributeDefinitions, ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }) };
      puts.push({ type: "put", key, value });
    }
    await level.batch(puts);
    return puts.length > 0;
  } finally {
    await level.close();
  }
}
