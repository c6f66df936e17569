import type { Store, Table } from "./dynalite.ts";

/**
 * Stores a new table as active. Dynalite stores that the table is being created, and a tick later that it is active: it would
 * refuse the table for ever if the process was killed meanwhile.
 */
export function storeActiveTables({ tableDb }: Store): void {
  const put = tableDb.put.bind(tableDb);
  tableDb.put = (name, table, done) => put(name, table.TableStatus === "CREATING" ? active(table) : table, done);
}

function active({ GlobalSecondaryIndexes: indexes, ...table }: Table): Table {
  const status = { ...table, TableStatus: "ACTIVE" };
  if (indexes === undefined) return status;
  return { ...status, GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, IndexStatus: "ACTIVE" })) };
}
