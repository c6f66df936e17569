declare module "dynalite" {
  import type { Server } from "node:http";

  /** The part of the options that is used here; times in milliseconds, without a path everything is in memory. */
  export default function dynalite(options: {
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  }): Server;
}

declare module "dynalite/db/index.js" {
  /** An item in DynamoDB's own JSON. */
  export type Item = Readonly<Record<string, unknown>>;
  export interface Index {
    readonly IndexName: string;
  }
  export interface Table {
    readonly TableName: string;
    readonly LocalSecondaryIndexes?: readonly Index[];
    readonly GlobalSecondaryIndexes?: readonly Index[];
  }

  interface Database {
    /** The index operations of an item's change; `key` is without the index's prefix. */
    getIndexActions(
      indexes: readonly Index[],
      existing: Item | null,
      item: Item | null,
      table: Table,
    ): { puts: { index: string; key: string; item: Item }[] };
  }

  const database: Database;
  export default database;
}
